import { hourMs } from "../../../../shared/base/durations";
import { ChannelId, DeviceId, GroupId } from "../../../../shared/base/ids";
import { latestInstant } from "../../../../shared/base/instant";
import type { WeekStart } from "../../../../shared/formats/display-formats";
import { Quantity } from "../../../../shared/formats/units";
import { type GetLogs, type GetSeries, LogEntryKind } from "../../../../shared/log/log";
import { RangeType, type TimeDisplayMode, type TimeRange, Zone } from "../../../../shared/time/time-zones";
import { chosenQuantity } from "../../../chart/chart-choice";
import { type DistributionView, distributionView } from "../../../chart/distribution/distribution-search";
import { t } from "../../../words/made/log";
import {
	type EntryFilters,
	entryFilters,
	isFilteringEntries,
	isOfReadings,
	noReadingFilters,
	requestedFilters,
} from "./entry-filters";
import { isCalendarRange, offsetText, ranges } from "./log-ranges";
import type { LogSearch } from "./log-search";

export type LogForm = "wide" | "long";

export type LogState = {
	rangeType: RangeType;
	offset: number;
	exact: TimeRange | null;
	spanComplaint: string | null;
	/** The zone of a link's days; null: the time switch decides. */
	zone: Zone | null;
	deviceIds: string[];
	groupIds: string[];
	channelIds: string[];
	kinds: LogEntryKind[];
	filters: EntryFilters;
	quantity: Quantity | null;
	form: LogForm | null;
	isRaw: boolean;
	sort: LogSort;
	distribution: DistributionView | null;
};

export type LogSort =
	| { order: "newest-first" | "oldest-first" | "by-device" }
	| { order: "highest-first" | "lowest-first"; quantity: Quantity };

const eventKinds = LogEntryKind.options.filter((kind) => kind !== "reading");

export function stateFromSearch(search: LogSearch): LogState {
	const rangeType = RangeType.safeParse(search.range).data ?? "hour";
	return {
		rangeType,
		offset: Math.min(wholeNumber(search.offset) ?? 0, ranges[rangeType].maxOffset),
		...spanOf(search),
		zone: Zone.safeParse(search.zone).data ?? null,
		deviceIds: idsOf(search.device, DeviceId),
		groupIds: idsOf(search.group, GroupId),
		channelIds: idsOf(search.channel, ChannelId),
		kinds: partsOf(search.kind).flatMap((kind) => LogEntryKind.safeParse(kind).data ?? []),
		filters: entryFilters(search),
		quantity: chosenQuantity(search),
		form: search.form === "wide" || search.form === "long" ? search.form : null,
		isRaw: search.raw === "on",
		sort: parseSort(search.sort),
		distribution: distributionView(search.view),
	};
}

function spanOf(search: Pick<LogSearch, "from" | "to">): Pick<LogState, "exact" | "spanComplaint"> {
	const leftOut = (spanComplaint: string) => ({ exact: null, spanComplaint });
	if (search.from === undefined && search.to === undefined) return { exact: null, spanComplaint: null };
	const [from, to] = [wholeNumber(search.from), wholeNumber(search.to)];
	if (from === null) return leftOut(t("span.noBegin"));
	if (to === null) return leftOut(t("span.noEnd"));
	if (from >= to) return leftOut(t("span.endBeforeBegin"));
	if (to > latestInstant) return leftOut(t("span.afterYear"));
	return { exact: { from, to }, spanComplaint: null };
}

function parseSort(text: string | undefined): LogSort {
	if (text === "oldest") return { order: "oldest-first" };
	if (text === "device") return { order: "by-device" };
	const [direction, name] = text?.split(".") ?? [];
	const quantity = Quantity.safeParse(name);
	if ((direction !== "highest" && direction !== "lowest") || !quantity.success) return { order: "newest-first" };
	return { order: `${direction}-first`, quantity: quantity.data };
}

export function sortText(sort: LogSort): string | undefined {
	if (sort.order === "newest-first") return undefined;
	if ("quantity" in sort) return `${sort.order.replace("-first", "")}.${sort.quantity}`;
	return sort.order === "by-device" ? "device" : "oldest";
}

/** False for other orders, whose first page may lack devices and events of the range. */
export function isByTime({ order }: LogSort): boolean {
	return order === "newest-first" || order === "oldest-first";
}

function wholeNumber(text: string | undefined): number | null {
	return text !== undefined && /^\d{1,15}$/.test(text) ? Number(text) : null;
}

function partsOf(text: string | undefined): string[] {
	return [...new Set(text?.split(",") ?? [])];
}

function idsOf(text: string | undefined, schema: typeof DeviceId): string[] {
	return partsOf(text).filter((id) => schema.safeParse(id).success);
}

export function isRunning({ exact, offset }: LogState): boolean {
	return exact === null && offset === 0;
}

export function isFiltered({ deviceIds, groupIds, channelIds, kinds, filters }: LogState): boolean {
	const chosen = deviceIds.length + groupIds.length + channelIds.length + kinds.length;
	return chosen > 0 || isFilteringEntries(filters);
}

function requestedThings({ deviceIds, groupIds, channelIds }: LogState) {
	return {
		...(deviceIds.length > 0 && { deviceIds }),
		...(groupIds.length > 0 && { groupIds }),
		...(channelIds.length > 0 && { channelIds }),
	};
}

/** `weekStart` is set only if the user has chosen one: the backend knows the company's. */
export type Viewer = { mode: TimeDisplayMode; zone: Zone; weekStart?: WeekStart | null };

/** Only calendar ranges depend on a zone; without one, the devices' clocks apply. */
function requestedSpan(state: LogState, viewer: Viewer) {
	const { rangeType, offset, exact } = state;
	const isCalendar = isCalendarRange(rangeType) && !exact;
	const viewersCut = isCalendar && viewer.mode === "current" ? viewer.zone : null;
	const zone = isCalendar || exact ? (state.zone ?? viewersCut) : null;
	return {
		rangeType,
		offset,
		...exact,
		...requestedThings(state),
		...(zone !== null && { zone }),
		...(rangeType === "week" && !exact && viewer.weekStart && { weekStart: viewer.weekStart }),
	};
}

export function logsInput(state: LogState, viewer: Viewer): GetLogs {
	const { kinds, filters, sort } = state;
	return {
		...requestedSpan(state, viewer),
		...(kinds.length > 0 && { kinds }),
		...requestedFilters(filters),
		...(sort.order !== "newest-first" && sort),
	};
}

/** Filters by text only: a line of some readings would hide those between. A long span needs a zone for its days. */
export function seriesInput(state: LogState, viewer: Viewer, pixels: number): GetSeries {
	const input = requestedSpan(state, viewer);
	const isLong = state.exact !== null || state.rangeType !== "hour";
	const isByViewer = isLong && viewer.mode === "current";
	const { text } = state.filters;
	return {
		...input,
		...(text !== "" && { text }),
		...(input.zone === undefined && isByViewer && { zone: viewer.zone }),
		...(state.quantity !== null && { quantity: state.quantity }),
		pixels,
	};
}

/** Requests events of the whole range for the chart. Null if the log's pages hold them or no such kind is chosen. */
export function eventsInput(state: LogState, viewer: Viewer): GetLogs | null {
	const kinds = state.kinds.length === 0 ? eventKinds : state.kinds.filter((kind) => kind !== "reading");
	const isShort = state.rangeType === "hour" && !state.exact;
	const isInPages = isShort && !isOfReadings(state.filters) && isByTime(state.sort);
	if (isInPages || kinds.length === 0) return null;
	return { ...requestedSpan(state, viewer), kinds, ...requestedFilters({ ...state.filters, ...noReadingFilters }) };
}

/** Begins an hour or a whole range before `since`, to include readings that arrived late. */
export function newestInput(state: LogState, { since, now }: { since: number; now: number }): GetLogs {
	const { kinds } = state;
	const { isLate, isAfterGap } = state.filters;
	// Late readings may have any shown time, and a gap depends on the readings before it.
	const backMs = isLate || isAfterGap ? ranges[state.rangeType].longestMs : hourMs;
	const span = { from: Math.max(since - backMs, 0), to: now + hourMs };
	return {
		rangeType: "hour",
		offset: 0,
		...span,
		...requestedThings(state),
		...(kinds.length > 0 && { kinds }),
		...requestedFilters(state.filters),
	};
}

/** `steps`: 1 for earlier, −1 for later. An exact span moves by its own length. */
export function moved({ exact, offset }: LogState, steps: 1 | -1): LogSearch {
	if (exact) {
		const lengthMs = exact.to - exact.from;
		const from = Math.max(exact.from - steps * lengthMs, 0);
		return exactSearch({ from, to: from + lengthMs });
	}
	return { offset: offsetText(offset + steps) };
}

export function exactSearch({ from, to }: TimeRange): LogSearch {
	return { range: undefined, offset: undefined, from: String(from), to: String(to) };
}

export function zoomedOut({ from, to }: TimeRange, now: number): TimeRange {
	const lengthMs = to - from;
	const latest = Math.max(to, now);
	const end = Math.min(Math.ceil(to + lengthMs / 2), latest);
	return { from: Math.max(end - 2 * lengthMs, 0), to: end };
}

type Named = { id: string; name: string };

export function withChosen<Own extends Named>(offered: Own[], known: Own[], chosenIds: string[]): Own[] {
	const isOffered = new Set(offered.map(({ id }) => id));
	return [...offered, ...known.filter(({ id }) => chosenIds.includes(id) && !isOffered.has(id))];
}

export function withGone(offered: Named[], chosenIds: string[], name: string): Named[] {
	if (offered.length === 0) return offered;
	const known = new Set(offered.map(({ id }) => id));
	return [...offered, ...chosenIds.filter((id) => !known.has(id)).map((id) => ({ id, name }))];
}
