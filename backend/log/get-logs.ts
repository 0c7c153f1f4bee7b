import { errorKey } from "../../shared/base/error-key";
import { serverLimits } from "../../shared/base/limits";
import { addTo } from "../../shared/base/multi-map";
import type { GetLogs, LogChannel, LogDevice, LogEvent, LogPage, ReadingColumns } from "../../shared/log/log";
import { hasReadingFilter, passesFilter } from "../../shared/log/reading-filter";
import type { ReadingMark } from "../../shared/log/reading-marks";
import type { Call, LoggedChannel, MemberContext } from "../base/context";
import { InputError } from "../base/errors";
import type { ReadingStore, SpanRequest } from "../base/reading-store";
import { receiptSpan } from "../base/receipt-span";
import { accountOrThrow } from "../db/account-rows";
import { findDevices, listArchivedDevices } from "../db/device-rows";
import { hasGroupNotes } from "../db/log-event-rows";
import { lastReceipt } from "../db/receipts";
import { logEvents } from "../db/schema";
import { withLateAfter } from "../device/logged-device";
import { groupsInScope } from "../group/scope";
import { channelsOfRows, type RequestedFleet, requestedFleet, requestedSpan, toRefs, withColours } from "./log-request";
import { readDeviceOrder } from "./read-device-order";
import { type ExtremesRequest, readExtremes } from "./read-extremes";
import { type ReadingTest, readFilteredPage } from "./read-filtered-page";
import { readGapPage } from "./read-gap-page";
import { eventFilter, type LogPageRequest, type ReadLogPage, readLogPage } from "./read-log-page";
import { readReceivedPage } from "./read-received-page";

/** Readings per page. A device costs ten times a reading, so a large fleet has smaller pages. */
const usualLimit = 2_000;
const largeFleetLimit = 1_000;

export async function getLogs({ ctx, input }: Call<GetLogs>): Promise<LogPage> {
	const { cursor } = input;
	const order = input.order === "oldest-first" ? input.order : ("newest-first" as const);
	const requested = await requestedFleet(ctx, input);
	const isLarge = requested.devices.length > serverLimits.devicesSearchedInPage;
	const { limit = isLarge ? largeFleetLimit : usualLimit } = input;
	const { timeZone, weekStart } = accountOrThrow(ctx.db);
	const zone = input.zone ?? requested.zone ?? timeZone;
	const span = requestedSpan(input, { zone, weekStart }, ctx.now);
	const channels = channelsOfRows(requested, input);
	const isOfReadings = hasReadingFilter(input);
	const eventDeviceIds = eventDevices(ctx, requested);
	const extremes = extremesRequest(input);
	// Extremes, limits and gaps are those of readings that count.
	const isMarked = !extremes && !input.isOutOfLimits && !input.isAfterGap;
	const remembered = rememberFacts(ctx.readingStore, isMarked);
	const reading = { ...ctx, readingStore: remembered.readingStore };
	const paging = { ...span, order, cursor, limit };
	const received = input.byReceipt && receiptSpan(input.byReceipt, { last: lastReceipt(ctx.db, logEvents), cursor });
	const page = received?.page
		? readReceivedPage(ctx, {
				span: received.page,
				from: input.from,
				to: input.to,
				kinds: input.kinds,
				limit,
				eventDeviceIds,
				isEventKept: eventFilter(ctx, input, eventDeviceIds),
			})
		: extremes
			? await readExtremes(reading, {
					...span,
					...extremes,
					channels,
					isPassing: readingTest(input, requested, channels),
				})
			: input.order === "by-device"
				? await readByDevice(reading, { input, requested, paging, channels, eventDeviceIds })
				: await readByTime(reading, { input, requested, paging, channels, eventDeviceIds });
	const { events, nextCursor } = page;
	const readings = { ...page.readings, ...remembered.columnsOf(page.readings, channels) };
	const isEmpty = readings.readingAt.length === 0 && cursor === undefined;
	return {
		...span,
		zone,
		...(requested.isFiltered
			? { devices: [...requested.devices], channels: withColours(ctx.readingStore, channels), readings }
			: occurring(ctx.readingStore, {
					devices: requested.devices,
					others: unrequestedOf(ctx, requested, events),
					channels,
					readings,
					events,
				})),
		events,
		nextCursor,
		...(received && { receivedUntil: received.upTo }),
		// The newest earlier reading may fail the filter.
		previousReadingAt:
			isEmpty && !isOfReadings ? await ctx.readingStore.newestBefore(toRefs(channels), span.from) : null,
	};
}

type TimeRequest = {
	input: GetLogs;
	requested: RequestedFleet;
	paging: Pick<LogPageRequest, "from" | "to" | "order" | "cursor" | "limit">;
	channels: readonly LogChannel[];
	eventDeviceIds: string[] | "all";
	isOther?: (event: LogEvent) => boolean;
	isWithoutGroups?: boolean;
};

function readByTime(ctx: MemberContext, request: TimeRequest): Promise<ReadLogPage> {
	const { input, requested, paging, channels, eventDeviceIds, isOther, isWithoutGroups = false } = request;
	if (hasReadingFilter(input)) {
		const isPassing = readingTest(input, requested, channels);
		return (input.isAfterGap ? readGapPage : readFilteredPage)(ctx, { ...paging, channels, isPassing });
	}
	const isKept = eventFilter(ctx, input, eventDeviceIds);
	return readLogPage(ctx, {
		...paging,
		channels: toRefs(channels),
		eventDeviceIds,
		isWithoutGroups,
		kinds: input.kinds,
		isEventKept: isOther ? (event) => isOther(event) && isKept?.(event) !== false : isKept,
	});
}

/** Archived devices are included for their events. */
function readByDevice(ctx: MemberContext, request: TimeRequest): Promise<ReadLogPage> {
	const { input, requested, paging, channels, eventDeviceIds } = request;
	const isWhole = eventDeviceIds === "all";
	const devices = isWhole ? [...requested.devices, ...listArchivedDevices(ctx.db)] : [...requested.devices];
	const known = new Set(devices.map(({ id }) => id));
	return readDeviceOrder(ctx, {
		...paging,
		devices,
		channels,
		isFiltering: hasReadingFilter(input),
		hasOthers:
			isWhole || hasGroupNotes(ctx.db, { ...paging, deviceIds: eventDeviceIds, visibleGroupIds: groupsInScope(ctx) }),
		readPart: async (part, cursor) => {
			const isOfOthers = part === "others";
			const ids = new Set(isOfOthers ? [] : part.deviceIds);
			const positions = [...channels.keys()].filter((position) => ids.has(channels[position]?.deviceId ?? ""));
			const page = await readByTime(ctx, {
				input,
				requested,
				paging: { ...paging, cursor },
				channels: positions.flatMap((position) => channels[position] ?? []),
				eventDeviceIds: isOfOthers ? eventDeviceIds : part.deviceIds,
				isWithoutGroups: !isOfOthers,
				...(isOfOthers && { isOther: ({ deviceId }) => deviceId === null || !known.has(deviceId) }),
			});
			const channel = page.readings.channel.map((index) => positions[index] ?? -1);
			const readings = { ...page.readings, channel };
			return isOfOthers ? page : { ...page, readings: groupedByDevice(readings, { channels, ...part }) };
		},
	});
}

type Order = { channels: readonly LogChannel[]; deviceIds: string[] };

function groupedByDevice(readings: ReadingColumns, { channels, deviceIds }: Order): ReadingColumns {
	if (deviceIds.length === 1) return readings;
	const rankOfDevice = new Map(deviceIds.map((id, rank) => [id, rank]));
	const ranks = readings.channel.map((index) => rankOfDevice.get(channels[index]?.deviceId ?? "") ?? 0);
	const order = [...ranks.keys()].sort((one, other) => (ranks[one] ?? 0) - (ranks[other] ?? 0));
	const inOrder = (column: number[]) => order.map((index) => column[index] ?? 0);
	return {
		readingAt: inOrder(readings.readingAt),
		receivedAt: inOrder(readings.receivedAt),
		channel: inOrder(readings.channel),
		value: inOrder(readings.value),
		...(readings.gapMs && { gapMs: inOrder(readings.gapMs) }),
		...(readings.silentMs && { silentMs: inOrder(readings.silentMs) }),
	};
}

/** Null for an order by time. Throws InputError for an impossible order. */
function extremesRequest({ order, quantity, isAfterGap }: GetLogs): Pick<ExtremesRequest, "order" | "quantity"> | null {
	if (order !== "highest-first" && order !== "lowest-first") return null;
	if (quantity === undefined) throw new InputError({ quantity: errorKey("choose.sort") });
	if (isAfterGap) throw new InputError({ order: errorKey("log.orderOfGaps") });
	return { order, quantity };
}

function readingTest(input: GetLogs, { devices }: RequestedFleet, channels: readonly LogChannel[]): ReadingTest {
	const late = input.isLate ? new Map(devices.map(({ id, lateAfterMs }) => [id, lateAfterMs])) : null;
	return ({ channel: index, ...reading }) => {
		const channel = channels[index];
		return (
			channel !== undefined && passesFilter({ ...reading, channel, lateAfterMs: late?.get(channel.deviceId) }, input)
		);
	};
}

function eventDevices(ctx: MemberContext, { devices, isFiltered }: RequestedFleet): string[] | "all" {
	if (!isFiltered && groupsInScope(ctx) === "all") return "all";
	return devices.map(({ id }) => id);
}

function unrequestedOf(
	{ db }: MemberContext,
	{ devices }: RequestedFleet,
	events: LogPage["events"],
): Required<LogDevice>[] {
	const others = new Set(events.flatMap(({ deviceId }) => deviceId ?? []));
	if (others.size > 0) for (const { id } of devices) others.delete(id);
	return others.size === 0 ? [] : findDevices(db, [...others]).map(withLateAfter);
}

type Contents = Pick<LogPage, "events" | "readings"> & {
	devices: readonly Required<LogDevice>[];
	others: readonly Required<LogDevice>[];
	channels: readonly LoggedChannel[];
};

/** Colors of occurring channels only, because each needs a look-up. */
function occurring(readingStore: ReadingStore, { devices, others, channels, readings, events }: Contents) {
	const numbers = new Map<number, number>();
	const channel = readings.channel.map((index) => {
		const known = numbers.get(index) ?? numbers.size;
		numbers.set(index, known);
		return known;
	});
	const kept = [...numbers.keys()].flatMap((index) => channels[index] ?? []);
	const deviceIds = new Set([...kept, ...events].map(({ deviceId }) => deviceId));
	return {
		devices: [...devices.filter(({ id }) => deviceIds.has(id)), ...others],
		channels: withColours(readingStore, kept),
		readings: { ...readings, channel },
	};
}

type FactColumns = Pick<ReadingColumns, "raw" | "mark">;
type ReadColumns = Pick<ReadingColumns, "channel" | "readingAt" | "value">;
type Fact = { value: number; sent: number | null; mark: ReadingMark | null };
type Remembering = {
	readingStore: ReadingStore;
	columnsOf: (readings: ReadColumns, channels: readonly { id: string }[]) => FactColumns;
};

function rememberFacts(readingStore: ReadingStore, isMarked: boolean): Remembering {
	const byChannel = new Map<string, Map<number, Fact[]>>();

	async function readSpan(request: SpanRequest) {
		const { sent, mark, ...page } = await readingStore.readSpan({ ...request, isMarked });
		for (const [position, value] of page.value.entries()) {
			const own = sent?.[position] ?? value;
			const fact = { value, sent: own === value ? null : own, mark: mark?.[position] ?? null };
			if (fact.sent === null && fact.mark === null) continue;
			const channelId = request.channels[page.channel[position] ?? -1]?.channelId ?? "";
			const known = byChannel.get(channelId) ?? new Map<number, Fact[]>();
			byChannel.set(channelId, known);
			addTo(known, page.readingAt[position] ?? 0, fact);
		}
		return page;
	}

	function columnsOf({ channel, readingAt, value }: ReadColumns, channels: readonly { id: string }[]): FactColumns {
		if (byChannel.size === 0) return {};
		const columns = channels.map(({ id }) => byChannel.get(id));
		const facts = channel.map((index, position) => {
			const atTime = columns[index]?.get(readingAt[position] ?? 0);
			return atTime?.find((fact) => fact.value === value[position]);
		});
		return {
			...(facts.some((fact) => fact && fact.sent !== null) && { raw: facts.map((fact) => fact?.sent ?? null) }),
			...(facts.some((fact) => fact && fact.mark !== null) && { mark: facts.map((fact) => fact?.mark ?? null) }),
		};
	}

	return { readingStore: { ...readingStore, readSpan }, columnsOf };
}
