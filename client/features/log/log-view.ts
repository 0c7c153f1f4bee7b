import { ChannelId, DeviceId, GroupId } from "../../../shared/ids";
import type { GetLogs } from "../../../shared/log";
import { RangeType, rangeBounds, type TimeDisplayMode, type Zone } from "../../../shared/time-zones";
import { Quantity } from "../../../shared/units";
import type { LogSearch } from "./log-search";

export type LogForm = "wide" | "long";

export type LogView = {
	rangeType: RangeType;
	offset: number;
	exact: { from: number; to: number } | null;
	deviceIds: string[];
	groupIds: string[];
	channelIds: string[];
	quantity: Quantity | null;
	form: LogForm | null;
};

/** Eight digits of offset or none: as far back as the contract's schema goes. */
const maxOffset = 100_000;

function wholeNumber(text: string | undefined): number | null {
	return text !== undefined && /^\d{1,15}$/.test(text) ? Number(text) : null;
}

function idsOf(text: string | undefined, schema: typeof DeviceId): string[] {
	return [...new Set(text?.split(",") ?? [])].filter((id) => schema.safeParse(id).success);
}

/** What a link asks for; parts that mean nothing fall back to the hour that is running. */
export function viewFromSearch(search: LogSearch): LogView {
	const rangeType = RangeType.safeParse(search.range);
	const quantity = Quantity.safeParse(search.quantity);
	const from = wholeNumber(search.from);
	const to = wholeNumber(search.to);
	return {
		rangeType: rangeType.success ? rangeType.data : "hour",
		offset: Math.min(wholeNumber(search.offset) ?? 0, maxOffset),
		exact: from !== null && to !== null && from < to ? { from, to } : null,
		deviceIds: idsOf(search.device, DeviceId),
		groupIds: idsOf(search.group, GroupId),
		channelIds: idsOf(search.channel, ChannelId),
		quantity: quantity.success ? quantity.data : null,
		form: search.form === "wide" || search.form === "long" ? search.form : null,
	};
}

/**
 * The query of a view. Only calendar ranges depend on where they are cut, and without a zone
 * the backend cuts them by the devices' clock.
 */
export function logsInput(view: LogView, mode: TimeDisplayMode, viewerZone: Zone): GetLogs {
	const { rangeType, offset, exact, deviceIds, groupIds, channelIds } = view;
	const isCutByViewer = mode === "current" && rangeType !== "hour" && !exact;
	return {
		rangeType,
		offset,
		...exact,
		...(deviceIds.length > 0 && { deviceIds }),
		...(groupIds.length > 0 && { groupIds }),
		...(channelIds.length > 0 && { channelIds }),
		...(isCutByViewer && { zone: viewerZone }),
	};
}

/** Search parameters one range earlier (`steps` 1) or later (−1); an exact span moves by its own length. */
export function moved({ exact, offset }: LogView, steps: 1 | -1): LogSearch {
	if (exact) {
		const lengthMs = exact.to - exact.from;
		return {
			from: String(Math.max(exact.from - steps * lengthMs, 0)),
			to: String(Math.max(exact.to - steps * lengthMs, lengthMs)),
		};
	}
	return { offset: offsetText(offset + steps) };
}

export function offsetText(offset: number): string | undefined {
	return offset <= 0 ? undefined : String(Math.min(offset, maxOffset));
}

const hourMs = 3_600_000;
const longestMs: Record<RangeType, number> = {
	hour: hourMs,
	day: 25 * hourMs,
	week: 169 * hourMs,
	month: 745 * hourMs,
};

type OffsetRequest = { rangeType: RangeType; at: number; zone: Zone; now: number };

/** How many whole ranges back the range lies that holds an instant of the past. */
export function offsetHolding({ rangeType, at, zone, now }: OffsetRequest): number {
	// No range is longer than this, so the count is never too high to begin with.
	let offset = Math.max(Math.floor((now - at) / longestMs[rangeType]) - 1, 0);
	while (offset < maxOffset && rangeBounds({ rangeType, offset, zone, now }).from > at) offset += 1;
	return offset;
}
