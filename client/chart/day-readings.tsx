import { keepPreviousData, queryOptions, useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useMemo, useState } from "react";
import type { AlertEvent } from "../../shared/alert/alert";
import { limitLines } from "../../shared/alert/alert-sentence";
import type { GetSeries, SeriesPage } from "../../shared/log/log";
import { useRefreshInterval } from "../api/live";
import { justLoadedMs } from "../api/query-client";
import { trpc } from "../api/trpc";
import { Card } from "../ui/layout/card";
import { TextLink } from "../ui/layout/link";
import { NoRows } from "../ui/layout/rows";
import { useTimeDisplayMode, viewerZone } from "../ui/time/time-display";
import { lastDay } from "../ui/time/wall-time";
import { useValueStyle } from "../ui/value-display";
import { t } from "../words/made/charts";
import classes from "./chart.module.css";
import { ChartCard } from "./chart-card";
import { chartChoice, chosenQuantity, searchOfChoice, shownInput } from "./chart-choice";
import type { Choosable } from "./chart-choice-dialog";
import { axisZone } from "./chart-clock";
import { type ChartContent, contentOfQuantity, contentOfSeries } from "./chart-lines";
import type { ChartSearch } from "./chart-search";
import { CompareLink } from "./compare-link";

const pixels = 640;
const day = { rangeType: "day", offset: 0 } as const;

/** Every quantity: the page's tiles use the same response as its chart. */
export function deviceDayInput(deviceId: string, now: number): GetSeries {
	return { ...day, ...lastDay(now), deviceIds: [deviceId], isEveryQuantity: true, pixels };
}

export const deviceDay = (deviceId: string, now: number) =>
	queryOptions(trpc.log.getSeries.queryOptions(deviceDayInput(deviceId, now)));

export function groupDay(groupId: string, search: ChartSearch, now: number) {
	const quantity = chosenQuantity(search);
	const chosen = { ...(quantity !== null && { quantity }), ...shownInput(chartChoice(search)) };
	const input: GetSeries = { ...day, ...lastDay(now), groupIds: [groupId], ...chosen, pixels };
	return queryOptions(trpc.log.getSeries.queryOptions(input));
}

export const eventSeries = (eventId: string) => queryOptions(trpc.log.getEventSeries.queryOptions({ eventId, pixels }));

export type SeriesResponse = SeriesPage | "pending" | "none";

export function responseOf({ data, isError }: { data: SeriesPage | undefined; isError: boolean }): SeriesResponse {
	return data ?? (isError ? "none" : "pending");
}

export function useSeries(options: ReturnType<typeof deviceDay> | ReturnType<typeof eventSeries>): SeriesResponse {
	return responseOf(
		useQuery({
			...options,
			refetchInterval: useRefreshInterval(),
			staleTime: justLoadedMs,
			placeholderData: keepPreviousData,
		}),
	);
}

type ReadingsProps = { series: SeriesResponse; search: ChartSearch; onSearch: (change: ChartSearch) => void };

export function GroupReadings({ groupId, ...props }: ReadingsProps & { groupId: string }) {
	const { series } = props;
	const content = useMemo(() => (typeof series === "object" ? contentOfSeries(series) : null), [series]);
	const quantity = content?.quantity ?? null;
	return (
		<DayReadings
			{...props}
			content={content}
			choosable={quantity && { requested: { ...day, ...content?.span, groupIds: [groupId], quantity } }}
			nothing={t("day.noneOfGroup")}
			log={{ group: groupId }}
		/>
	);
}

export function DeviceReadings({ deviceId, ...props }: ReadingsProps & { deviceId: string }) {
	const { series, search } = props;
	const quantity = chosenQuantity(search);
	const content = useMemo(
		() => (typeof series === "object" ? contentOfQuantity(series, quantity) : null),
		[series, quantity],
	);
	return <DayReadings {...props} content={content} nothing={t("day.noneOfDevice")} log={{ device: deviceId }} />;
}

type EventReadingsProps = {
	event: Pick<AlertEvent, "id" | "deviceId" | "channelId" | "condition">;
	around: { from: string; to: string };
	series: SeriesResponse;
};

/** The event's channel before, during and after it, with the rule's limits at that time. */
export function EventReadings({ event, around, series }: EventReadingsProps) {
	const [search, setSearch] = useState<ChartSearch>({});
	const quantity = chosenQuantity(search);
	const style = useValueStyle();
	const content = useMemo((): ChartContent | null => {
		if (typeof series === "string") return null;
		const { id, channelId, condition } = event;
		const { spans, ...shown } = contentOfQuantity(series, quantity);
		return {
			...shown,
			spans: spans?.filter(({ kind, alertEventId }) => kind === "offline" || alertEventId === id),
			...(channelId !== null && condition && { ruleLimits: limitLines(condition, style) }),
		};
	}, [series, event, quantity, style]);
	return (
		<DayReadings
			title={t("readings")}
			series={series}
			search={search}
			onSearch={(change) => setSearch((before) => ({ ...before, ...change }))}
			content={content}
			nothing={t("day.noneOfEvent")}
			log={event.deviceId === null ? {} : { device: event.deviceId }}
			span={around}
		/>
	);
}

type DayReadingsProps = ReadingsProps & {
	title?: string;
	content: ChartContent | null;
	choosable?: Choosable | null;
	nothing: string;
	log: { device: string } | { group: string } | Record<never, never>;
	span?: { from: string; to: string };
};

function DayReadings({ title = t("day.title"), series, content, search, onSearch, log, ...rest }: DayReadingsProps) {
	const { choosable = null, nothing, span } = rest;
	const mode = useTimeDisplayMode();
	const navigate = useNavigate();
	const { lines, hide } = search;
	const choice = useMemo(() => chartChoice({ lines, hide }), [lines, hide]);
	const zone = useMemo(
		() => (typeof series === "object" ? axisZone({ page: series, devices: series.devices, mode, viewerZone }) : null),
		[series, mode],
	);
	const action = (
		<div className={classes.actions}>
			<CompareLink content={content} hiddenIds={choice.hiddenIds} />
			<TextLink to="/log/" search={{ ...log, ...(span ?? { range: "24h" }) }}>
				{t("day.log")}
			</TextLink>
		</div>
	);
	if (series === "none" || content?.quantity === null) {
		return (
			<Card title={title} action={action}>
				<NoRows>{series === "none" ? t("day.failed") : nothing}</NoRows>
			</Card>
		);
	}
	return (
		<ChartCard
			title={title}
			action={action}
			hasTable
			content={content}
			zone={zone}
			chosen={chosenQuantity(search)}
			choice={choice}
			choosable={choosable}
			onChoice={(next) => onSearch(searchOfChoice(next))}
			onChoose={(quantity) => onSearch({ quantity })}
			onSpan={({ from, to }) => void navigate({ to: "/log/", search: { ...log, from: String(from), to: String(to) } })}
		/>
	);
}
