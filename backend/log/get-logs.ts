import type { GetLogs, LogChannel, LogPage, ReadingColumns } from "../../shared/log";
import { hasReadingFilter, passesFilter } from "../../shared/reading-filter";
import type { MemberContext, Verb } from "../base/context";
import { InputError } from "../base/errors";
import type { LogStore, SpanRequest } from "../base/log-store";
import { accountOrThrow } from "../db/account-rows";
import { type DeviceRow, findDevices } from "../db/device-rows";
import { groupsInScope } from "../group/scope";
import {
	channelsOfRows,
	type RequestedDevices,
	requestedDevices,
	requestedSpan,
	toRefs,
	withColours,
	withLateAfter,
	zoneOfDevices,
} from "./log-request";
import { type ExtremesRequest, readExtremes } from "./read-extremes";
import { type ReadingTest, readFilteredPage } from "./read-filtered-page";
import { readGapPage } from "./read-gap-page";
import { eventFilter, readLogPage } from "./read-log-page";

const defaultLimit = 2_000;

/** Lists the requested devices and channels, or without a filter those on the page. */
export async function getLogs({ ctx, input }: Verb<GetLogs>): Promise<LogPage> {
	const { kinds, cursor, limit = defaultLimit } = input;
	const order = input.order === "oldest-first" ? input.order : ("newest-first" as const);
	const requested = requestedDevices(ctx, input);
	const zone = input.zone ?? zoneOfDevices(requested.devices, accountOrThrow(ctx.db).timeZone);
	const span = requestedSpan(input, zone, ctx.now);
	const channels = withColours(ctx.log, channelsOfRows(ctx.db, requested, input));
	const isOfReadings = hasReadingFilter(input);
	const eventDeviceIds = eventDevices(ctx, requested);
	const paging = { ...span, order, cursor, limit };
	const sent = rememberSent(ctx.log);
	const reading = { ...ctx, log: sent.log };
	const extremes = extremesRequest(input);
	const page = extremes
		? await readExtremes(reading, {
				...span,
				...extremes,
				channels,
				isPassing: readingTest(input, requested, channels),
			})
		: isOfReadings
			? await (input.isAfterGap ? readGapPage : readFilteredPage)(reading, {
					...paging,
					channels,
					isPassing: readingTest(input, requested, channels),
				})
			: await readLogPage(reading, {
					...{ ...paging, channels: toRefs(channels), eventDeviceIds, kinds },
					isEventKept: eventFilter(ctx, input, eventDeviceIds),
				});
	const { events, nextCursor } = page;
	const readings = { ...page.readings, ...sent.rawOf(page.readings, channels) };
	const isEmpty = readings.readingAt.length === 0 && cursor === undefined;
	return {
		...span,
		zone,
		...(requested.isFiltered
			? { devices: requested.devices.map(withLateAfter), channels, readings }
			: occurring({
					devices: [...requested.devices, ...unrequestedOf(ctx, requested, events)],
					...{ channels, readings, events },
				})),
		events,
		nextCursor,
		// The newest reading before may fail the filter.
		previousReadingAt: isEmpty && !isOfReadings ? await ctx.log.newestBefore(toRefs(channels), span.from) : null,
	};
}

/** Null: by time. Throws InputError for what has no such order. */
function extremesRequest({ order, quantity, isAfterGap }: GetLogs): Pick<ExtremesRequest, "order" | "quantity"> | null {
	if (order !== "highest-first" && order !== "lowest-first") return null;
	if (quantity === undefined) throw new InputError({ quantity: "Choose what is sorted by its value." });
	if (isAfterGap) throw new InputError({ order: "Readings that end a gap have no order by value." });
	return { order, quantity };
}

function readingTest(input: GetLogs, { devices }: RequestedDevices, channels: LogChannel[]): ReadingTest {
	const late = input.isLate ? new Map(devices.map((device) => [device.id, withLateAfter(device).lateAfterMs])) : null;
	return ({ channel: place, ...reading }) => {
		const channel = channels[place];
		return (
			channel !== undefined && passesFilter({ ...reading, channel, lateAfterMs: late?.get(channel.deviceId) }, input)
		);
	};
}

function eventDevices(ctx: MemberContext, { devices, isFiltered }: RequestedDevices): string[] | "all" {
	if (!isFiltered && groupsInScope(ctx) === "all") return "all";
	return devices.map(({ id }) => id);
}

function unrequestedOf({ db }: MemberContext, { devices }: RequestedDevices, events: LogPage["events"]): DeviceRow[] {
	const known = new Set(devices.map(({ id }) => id));
	const others = events.flatMap(({ deviceId }) => (deviceId === null || known.has(deviceId) ? [] : deviceId));
	return others.length === 0 ? [] : findDevices(db, others);
}

type Contents = Pick<LogPage, "events" | "readings"> & {
	devices: DeviceRow[];
	channels: LogChannel[];
};

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
		devices: devices.filter(({ id }) => deviceIds.has(id)).map(withLateAfter),
		channels: kept,
		readings: { ...readings, channel },
	};
}

type RawColumn = Pick<ReadingColumns, "raw">;
type ReadColumns = Pick<ReadingColumns, "channel" | "readingAt">;
type Remembering = {
	log: LogStore;
	/** Values as sent, for readings read through the log; absent if none is calibrated. */
	rawOf: (readings: ReadColumns, channels: { id: string }[]) => RawColumn;
};

function rememberSent(log: LogStore): Remembering {
	const sentOf = new Map<string, Map<number, number>>();

	async function readSpan(request: SpanRequest) {
		const { sent, ...page } = await log.readSpan(request);
		for (const [place, value] of sent?.entries() ?? []) {
			if (value === page.value[place]) continue;
			const channelId = request.channels[page.channel[place] ?? -1]?.channelId ?? "";
			const known = sentOf.get(channelId) ?? new Map<number, number>();
			sentOf.set(channelId, known.set(page.readingAt[place] ?? 0, value));
		}
		return page;
	}

	function rawOf({ channel, readingAt }: ReadColumns, channels: { id: string }[]): RawColumn {
		if (sentOf.size === 0) return {};
		const columns = channels.map(({ id }) => sentOf.get(id));
		const raw = channel.map((index, place) => columns[index]?.get(readingAt[place] ?? 0) ?? null);
		return raw.every((value) => value === null) ? {} : { raw };
	}

	return { log: { ...log, readSpan }, rawOf };
}
