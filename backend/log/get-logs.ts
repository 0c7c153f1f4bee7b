import type { GetLogs, LogChannel, LogPage } from "../../shared/log";
import { accountOrThrow } from "../account/account-rows";
import type { MemberContext, Verb } from "../context";
import { type DeviceRow, findDevices } from "../device/device-rows";
import { groupsInScope } from "../group/scope";
import { askedChannels, toRefs } from "./asked-channels";
import { type AskedDevices, askedDevices } from "./asked-devices";
import { askedSpan } from "./asked-span";
import { toLogDevice } from "./log-device";
import { zoneOfDevices } from "./log-zone";
import { readLogPage } from "./read-log-page";

const defaultLimit = 2_000;

/**
 * A page of readings with the events of the time it covers. Devices and channels are those asked for; where none
 * were, those that occur on the page.
 */
export async function getLogs({ ctx, input }: Verb<GetLogs>): Promise<LogPage> {
	const { kinds, order = "newest-first", cursor, limit = defaultLimit } = input;
	const asked = askedDevices(ctx, input);
	const zone = input.zone ?? zoneOfDevices(asked.devices, accountOrThrow(ctx.db).timeZone);
	const span = askedSpan(input, zone, ctx.now);
	const channels = kinds && !kinds.includes("reading") ? [] : askedChannels(ctx.db, asked, input.channelIds);
	const eventDeviceIds = eventDevices(ctx, asked);
	const page = await readLogPage(ctx, {
		...span,
		channels: toRefs(channels),
		eventDeviceIds,
		kinds,
		order,
		cursor,
		limit,
	});
	const { readings, events, nextCursor } = page;
	const isEmpty = readings.readingAt.length === 0 && cursor === undefined;
	return {
		...span,
		zone,
		...(asked.isFiltered
			? { devices: asked.devices.map(toLogDevice), channels, readings }
			: occurring({ devices: [...asked.devices, ...unaskedOf(ctx, asked, events)], channels, readings, events })),
		events,
		nextCursor,
		previousReadingAt: isEmpty ? await ctx.log.newestBefore(toRefs(channels), span.from) : null,
	};
}

/** Without a filter someone of the whole account also sees what concerns no device. */
function eventDevices(ctx: MemberContext, { devices, isFiltered }: AskedDevices): string[] | "all" {
	if (!isFiltered && groupsInScope(ctx) === "all") return "all";
	return devices.map(({ id }) => id);
}

/** Without a filter devices are those in use; events are told of the others too. */
function unaskedOf({ db }: MemberContext, { devices }: AskedDevices, events: LogPage["events"]): DeviceRow[] {
	const known = new Set(devices.map(({ id }) => id));
	const others = events.flatMap(({ deviceId }) => (deviceId === null || known.has(deviceId) ? [] : deviceId));
	return others.length === 0 ? [] : findDevices(db, others);
}

type Contents = Pick<LogPage, "events" | "readings"> & { devices: DeviceRow[]; channels: LogChannel[] };

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
