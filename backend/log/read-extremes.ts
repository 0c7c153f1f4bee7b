import { dayMs, minuteMs } from "../../shared/base/durations";
import { limits } from "../../shared/base/limits";
import type { Quantity } from "../../shared/formats/units";
import type { GetLogs, LogChannel } from "../../shared/log/log";
import type { TimeRange } from "../../shared/time/time-zones";
import type { MemberContext } from "../base/context";
import { domainError } from "../base/errors";
import type { ReadingTest } from "./read-filtered-page";
import type { ReadLogPage } from "./read-log-page";

const quarterMs = 15 * minuteMs;

/** Per channel. Shorter buckets prune more, and cost more to sort. */
const mostBuckets = 2_000;
const mostReadings = 1_000_000;

export type ExtremesRequest = TimeRange & {
	order: Extract<GetLogs["order"], "highest-first" | "lowest-first">;
	quantity: Quantity;
	channels: readonly LogChannel[];
	isPassing: ReadingTest;
};

type Found = { value: number; at: number; receivedAt: number; channel: number };

/** One page; of equal values the newer come first. Roll-ups exclude most buckets. Throws TOO_MANY_READINGS. */
export async function readExtremes(
	{ readingStore, now }: MemberContext,
	request: ExtremesRequest,
): Promise<ReadLogPage> {
	const { order, quantity, channels, isPassing } = request;
	const span = {
		from: Math.max(request.from, limits.ingestEarliestMs),
		to: Math.min(request.to, now + limits.ingestFutureMs + 1),
	};
	const sign = order === "highest-first" ? 1 : -1;
	const isBefore = (one: Found, other: Found) => sign * (other.value - one.value) || other.at - one.at;
	const positions = [...channels.keys()].filter((position) => channels[position]?.quantity === quantity);
	let kept: Found[] = [];
	let readCount = 0;
	for (const { place: position, from, to, extreme } of await candidates()) {
		const last = kept[limits.logExtremes - 1];
		if (last && sign * (extreme - last.value) <= 0) break;
		const { id: channelId, deviceId } = channels[position] ?? { id: "", deviceId: "" };
		let cursor: string | undefined;
		do {
			const page = await readingStore.readSpan({
				channels: [{ channelId, deviceId }],
				from,
				to,
				order: "newest-first",
				limit: limits.logEntriesPerPage,
				...(cursor !== undefined && { cursor }),
			});
			for (const [index, value] of page.value.entries()) {
				const at = page.readingAt[index] ?? 0;
				const found = { value, at, receivedAt: page.receivedAt[index] ?? at, channel: position };
				if (isPassing(found)) kept.push(found);
			}
			readCount += page.value.length;
			cursor = page.nextCursor ?? undefined;
		} while (cursor !== undefined);
		if (readCount > mostReadings) throw domainError("TOO_MANY_READINGS");
		if (kept.length > limits.logExtremes) kept = kept.sort(isBefore).slice(0, limits.logExtremes);
	}
	return { readings: columnsOf(kept.sort(isBefore)), events: [], nextCursor: null };

	async function candidates() {
		if (span.from >= span.to || positions.length === 0) return [];
		const edges = evenEdges(span);
		const refs = positions.flatMap((position) => channels[position] ?? []);
		const read = await readingStore.readBuckets({
			channels: refs.map(({ id, deviceId }) => ({ channelId: id, deviceId })),
			edges,
		});
		const buckets = read.flatMap(({ bucket, min, max }, index) =>
			bucket.map((edge, row) => ({
				place: positions[index] ?? -1,
				from: Math.max(edges[edge] ?? 0, span.from),
				to: Math.min(edges[edge + 1] ?? 0, span.to),
				extreme: (sign > 0 ? max : min)[row] ?? 0,
			})),
		);
		return buckets.sort((one, other) => sign * (other.extreme - one.extreme) || other.from - one.from);
	}
}

/** Edges on UTC quarters of an hour, as roll-ups have. */
function evenEdges({ from, to }: TimeRange): number[] {
	const fitting = [1, 4, 24, 96].map((quarters) => quarters * quarterMs);
	const stepMs = fitting.find((ms) => (to - from) / ms <= mostBuckets) ?? dayMs;
	const first = Math.floor(from / stepMs) * stepMs;
	return Array.from({ length: Math.ceil((to - first) / stepMs) + 1 }, (_, index) => first + index * stepMs);
}

function columnsOf(found: Found[]): ReadLogPage["readings"] {
	return {
		readingAt: found.map(({ at }) => at),
		receivedAt: found.map(({ receivedAt }) => receivedAt),
		channel: found.map(({ channel }) => channel),
		value: found.map(({ value }) => value),
	};
}
