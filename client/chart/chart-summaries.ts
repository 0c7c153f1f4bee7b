import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { positionFrom } from "../../shared/base/sorted";
import type { ValueStyle } from "../../shared/formats/display-formats";
import { readIn } from "../../shared/formats/units";
import { summaryOfQuantity } from "../../shared/log/directions";
import { holdingOf } from "../../shared/log/holding";
import { limitsAlways } from "../../shared/log/limit-spans";
import { type ReadingSummary, summaryOfReadings } from "../../shared/log/reading-summary";
import { justLoadedMs } from "../api/query-client";
import { trpc } from "../api/trpc";
import type { ChartContent } from "./chart-lines";

export type ChartSummaries = ReadonlyMap<string, ReadingSummary> | "pending" | "failed";

/** Computed from the readings if the chart has all of them, else requested. */
export function useSummaries(content: ChartContent): ChartSummaries {
	const { span, lines, bucketMs } = content;
	const channelIds = lines.map(({ channel }) => channel.id);
	const isRequested = bucketMs > 0 && channelIds.length > 0;
	const result = useQuery({
		...trpc.log.getSeriesSummary.queryOptions({ from: span.from, to: span.to, channelIds }),
		enabled: isRequested,
		staleTime: justLoadedMs,
		placeholderData: keepPreviousData,
	});
	const own = useMemo(() => (bucketMs > 0 ? null : summariesOf(content, Date.now())), [content, bucketMs]);
	if (own) return own;
	if (result.data) return new Map(result.data.map(({ channelId, ...summary }) => [channelId, summary]));
	return result.isError ? "failed" : "pending";
}

export function summariesAsRead(summaries: ChartSummaries, { lines }: ChartContent, style: ValueStyle): ChartSummaries {
	if (typeof summaries === "string") return summaries;
	const readers = new Map(lines.map(({ channel }) => [channel.id, readIn(channel, style).read]));
	return new Map(
		[...summaries].map(([channelId, summary]) => {
			const convert = readers.get(channelId);
			const read = (value: number | null) => (value === null || !convert ? value : convert(value));
			return [channelId, { ...summary, min: read(summary.min), mean: read(summary.mean), max: read(summary.max) }];
		}),
	);
}

export function summariesOf({ span, lines }: ChartContent, now: number): ReadonlyMap<string, ReadingSummary> {
	const until = Math.min(span.to, now);
	return new Map(
		lines.map(({ channel, at, value, holding = holdingOf(at) }) => {
			const [start, end] = [positionFrom(at, span.from), positionFrom(at, span.to)];
			const within = { at: at.slice(start, end), value: value.slice(start, end) };
			const request = { from: span.from, until, limits: limitsAlways(channel), holding };
			const summary = summaryOfReadings({ ...within, ...request });
			return [channel.id, summaryOfQuantity(channel.quantity, summary, within.value)];
		}),
	);
}
