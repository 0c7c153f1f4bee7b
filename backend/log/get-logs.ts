import type { GetLogs, LogPage } from "../../shared/log";
import type { TimeRange } from "../../shared/time-zones";
import { accountOrThrow } from "../account/account-rows";
import type { MemberContext, Verb } from "../context";
import { type ChannelRow, listChannels } from "../device/channel-rows";
import type { DeviceRow } from "../device/device-rows";
import { InputError } from "../errors";
import { groupsInScope } from "../group/scope";
import { type AskedDevices, askedDevices } from "./asked-devices";
import { askedSpan } from "./asked-span";
import { listLogEvents } from "./log-event-rows";
import { BadCursorError, type SpanPage } from "./log-store";
import { zoneOfDevices } from "./log-zone";
import { parseCursor } from "./span-cursor";

const defaultLimit = 2_000;

/**
 * A page of readings, newest first, with the events of the time it covers. Devices and channels are
 * those asked for; where none were, those that occur on the page.
 */
export async function getLogs({ ctx, input }: Verb<GetLogs>): Promise<LogPage> {
	const asked = askedDevices(ctx, input);
	const zone = input.zone ?? zoneOfDevices(asked.devices, accountOrThrow(ctx.db).timeZone);
	const span = askedSpan(input, zone, ctx.now);
	const channels = askedChannels(ctx, asked, input);
	const page = await readPage(ctx, channels, { ...span, input });
	const events = listLogEvents(ctx.db, {
		...coveredSpan(page, span, input.cursor),
		deviceIds: eventDevices(ctx, asked),
		kinds: input.kinds,
	});
	const isEmpty = page.readingAt.length === 0 && input.cursor === undefined;
	const { nextCursor, ...readings } = page;
	return {
		...span,
		zone,
		...(asked.isFiltered
			? { devices: asked.devices.map(toLogDevice), channels, readings }
			: occurring({ devices: asked.devices, channels, readings, events })),
		events,
		nextCursor,
		previousReadingAt: isEmpty ? await newestBefore(ctx, channels, span.from) : null,
	};
}

function askedChannels(ctx: MemberContext, { devices }: AskedDevices, { channelIds, kinds }: GetLogs): ChannelRow[] {
	if (kinds && !kinds.includes("reading")) return [];
	const channels = listChannels(
		ctx.db,
		devices.map(({ id }) => id),
	);
	return channelIds ? channels.filter(({ id }) => channelIds.includes(id)) : channels;
}

function toRefs(channels: ChannelRow[]) {
	return channels.map(({ id, deviceId }) => ({ channelId: id, deviceId }));
}

type PageRequest = TimeRange & { input: GetLogs };

async function readPage(
	ctx: MemberContext,
	channels: ChannelRow[],
	{ from, to, input }: PageRequest,
): Promise<SpanPage> {
	const { cursor, limit = defaultLimit } = input;
	try {
		return await ctx.log.readSpan({ channels: toRefs(channels), from, to, limit, ...(cursor && { cursor }) });
	} catch (error) {
		if (error instanceof BadCursorError) throw new InputError({ cursor: error.message }, { cause: error });
		throw error;
	}
}

function newestBefore(ctx: MemberContext, channels: ChannelRow[], before: number): Promise<number | null> {
	return ctx.log.newestBefore(toRefs(channels), before);
}

/** The time a page answers for, so that each event of the span is on exactly one page. */
function coveredSpan(page: SpanPage, span: TimeRange, cursor: string | undefined): TimeRange {
	const oldestOnPage = page.nextCursor === null ? undefined : page.readingAt.at(-1);
	return {
		from: oldestOnPage ?? span.from,
		to: cursor === undefined ? span.to : Math.min(parseCursor(cursor).at, span.to),
	};
}

/** Without a filter someone of the whole account also sees what concerns no device. */
function eventDevices(ctx: MemberContext, { devices, isFiltered }: AskedDevices): string[] | "all" {
	if (!isFiltered && groupsInScope(ctx) === "all") return "all";
	return devices.map(({ id }) => id);
}

function toLogDevice({ id, name, timezoneOffset, timeZoneRule }: DeviceRow) {
	return { id, name, timezoneOffset, timeZoneRule };
}

type Contents = Pick<LogPage, "events" | "readings"> & { devices: DeviceRow[]; channels: ChannelRow[] };

/** Leaves out what has no reading on the page, and numbers the channels anew. */
function occurring({ devices, channels, readings, events }: Contents) {
	const numbers = new Map<number, number>();
	const channel = readings.channel.map((index) => {
		const known = numbers.get(index) ?? numbers.size;
		numbers.set(index, known);
		return known;
	});
	const kept = [...numbers.keys()].flatMap((index) => channels[index] ?? []);
	const deviceIds = new Set([...kept, ...events].map(({ deviceId }) => deviceId));
	return {
		devices: devices.filter(({ id }) => deviceIds.has(id)).map(toLogDevice),
		channels: kept,
		readings: { ...readings, channel },
	};
}
