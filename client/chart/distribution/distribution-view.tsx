import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { dayMs } from "../../../shared/base/durations";
import { shownFormula } from "../../../shared/device/derived/formula";
import { quantityInSentence } from "../../../shared/formats/quantity-titles";
import { type DistributionPage, type GetDistribution, mostMapDays } from "../../../shared/log/distribution";
import { hoursPerDay } from "../../../shared/log/hour-map";
import { isOutage, sentenceFor } from "../../api/api-error";
import { useRefreshInterval } from "../../api/live";
import { justLoadedMs } from "../../api/query-client";
import { trpc } from "../../api/trpc";
import { appConstants } from "../../base/app-constants";
import { ComputedMark } from "../../entities/computed-mark";
import { SmallButton } from "../../ui/form/buttons";
import { Select } from "../../ui/form/select";
import layout from "../../ui/layout/layouts.module.css";
import type { Column } from "../../ui/table/column";
import { LongTable } from "../../ui/table/long-table";
import { formatSpan } from "../../ui/time/relative-time";
import { digitsText, useValueStyle, valueText } from "../../ui/value-display";
import { t } from "../../words/made/charts";
import chartStyles from "../chart.module.css";
import { Swatch } from "../chart-legend";
import { ChartSpace } from "../chart-skeleton";
import classes from "./distribution.module.css";
import { asRead, type DistributionLine, isKnown, type KnownLine, linesOfPage, shareText } from "./distribution-lines";
import { DurationCurves, Histogram } from "./distribution-pictures";
import { HourMapPicture } from "./hour-map";

export type DistributionViewProps = {
	request: GetDistribution;
	hiddenIds?: readonly string[];
	chosenId: string | null;
	isLive: boolean;
	onChoose: (channelId: string) => void;
};

export function DistributionView({ request, hiddenIds = [], chosenId, isLive, onChoose }: DistributionViewProps) {
	const refreshMs = useRefreshInterval();
	const {
		data,
		failureReason: failure,
		isPlaceholderData,
		refetch,
	} = useQuery({
		...trpc.log.getDistribution.queryOptions({ ...request, ...(chosenId !== null && { mapOf: chosenId }) }),
		staleTime: justLoadedMs,
		placeholderData: keepPreviousData,
		refetchInterval: ({ state }) =>
			state.error !== null && isOutage(state.error) ? appConstants.refreshEveryMs : isLive && refreshMs,
	});
	if (data) {
		return (
			<div className={classes.view} aria-busy={isPlaceholderData}>
				<Distributions page={data} hiddenIds={hiddenIds} chosenId={chosenId} onChoose={onChoose} />
			</div>
		);
	}
	if (failure === null) return <ChartSpace />;
	return (
		<div className={classes.failed} role="status">
			<p>
				{t("distribution.failed")} {isOutage(failure) ? t("retrying") : sentenceFor(failure)}
			</p>
			{!isOutage(failure) && <SmallButton onClick={() => void refetch()}>{t("tryAgain")}</SmallButton>}
		</div>
	);
}

type DistributionsProps = Pick<DistributionViewProps, "chosenId" | "onChoose"> & {
	page: DistributionPage;
	hiddenIds: readonly string[];
};

export function Distributions({ page, hiddenIds, chosenId, onChoose }: DistributionsProps) {
	const style = useValueStyle();
	const { lines: all, without } = useMemo(() => linesOfPage(page, style), [page, style]);
	const lines = all.filter(({ channel }) => !hiddenIds.includes(channel.id));
	const known = lines.filter(isKnown);
	const chosen = known.find(({ channel }) => channel.id === chosenId) ?? known[0];
	const map = useMemo(() => {
		const channel = page.map && page.channels[page.map.channel];
		if (!page.map || !channel) return null;
		const { read } = asRead(channel, style);
		return { id: channel.id, ...fromFirstDay(page.map, read) };
	}, [page, style]);
	return (
		<>
			{without.map(({ label, reason }) => (
				<p key={label} className={layout.wrappedNote}>
					{label}: {t(`noDistribution.${reason}`)}
				</p>
			))}
			{chosen ? (
				<>
					<Figures lines={lines} />
					{known.some(({ isOf }) => isOf === "means") && (
						<p className={layout.wrappedNote}>{t("distribution.ofMeans")}</p>
					)}
					{known.length > 1 && (
						<Select
							label={t("distribution.picturesOf")}
							size="xs"
							className={classes.choice}
							data={known.map(({ channel, label }) => ({ value: channel.id, label }))}
							value={chosen.channel.id}
							onChange={onChoose}
						/>
					)}
					<div className={classes.pictures}>
						<Histogram line={chosen} />
						{chosen.channel.quantity !== "door" && (
							<DurationCurves
								chosen={chosen}
								lines={known.filter(({ channel }) => channel.unit === chosen.channel.unit)}
							/>
						)}
					</div>
					{map === null ? (
						<p className={layout.wrappedNote}>{t("map.tooLong", { days: mostMapDays })}</p>
					) : (
						map.id === chosen.channel.id && <HourMapPicture line={chosen} map={map} />
					)}
				</>
			) : (
				without.length === 0 && <p className={chartStyles.noLines}>{t("distribution.none")}</p>
			)}
		</>
	);
}

type HourCells = NonNullable<DistributionPage["map"]>;

function fromFirstDay({ channel, firstDay, mean, hours }: HourCells, read: (value: number) => number): HourCells {
	const first = Math.max(Math.floor(mean.findIndex((one) => one !== null) / hoursPerDay), 0);
	return {
		channel,
		firstDay: firstDay + first * dayMs,
		mean: mean.slice(first * hoursPerDay).map((one) => (one === null ? null : read(one))),
		hours: hours.slice(first),
	};
}

function Figures({ lines }: { lines: DistributionLine[] }) {
	const isState = lines.every(({ channel }) => channel.quantity === "door");
	const hasLimits = lines.some(({ outMs }) => outMs !== null);
	return (
		<LongTable
			caption={t("distribution.caption", { quantity: quantityInSentence(lines[0]?.channel.quantity ?? "other") })}
			columns={[
				{
					id: "channel",
					header: t("channel"),
					value: ({ label }) => label,
					cell: (line) => (
						<span className={classes.name}>
							<Swatch line={line} />
							{line.label}
							{line.channel.formula !== undefined && <ComputedMark formula={shownFormula(line.channel)} />}
						</span>
					),
				},
				...(isState ? stateColumns : valueColumns),
				...(hasLimits && !isState ? [outColumn] : []),
				{ id: "known", header: t("figure.known"), isNumber: true, cell: knownText },
			]}
			rows={lines}
			rowKey={({ channel }) => channel.id}
		/>
	);
}

type LineColumn = Column<DistributionLine>;

function valueColumn(header: string, figureOf: (figures: KnownLine["figures"]) => number | undefined): LineColumn {
	return {
		id: header,
		header,
		isNumber: true,
		cell: ({ figures, channel }) => valueText((figures && figureOf(figures)) ?? null, channel),
	};
}

const valueColumns: LineColumn[] = [
	valueColumn(t("figure.lowest"), ({ lowest }) => lowest),
	valueColumn(t("figure.p5"), ({ percentiles }) => percentiles[0]),
	valueColumn(t("figure.median"), ({ percentiles }) => percentiles[1]),
	valueColumn(t("figure.p95"), ({ percentiles }) => percentiles[2]),
	valueColumn(t("figure.highest"), ({ highest }) => highest),
	valueColumn(t("figure.mean"), ({ mean }) => mean),
];

const stateColumns: LineColumn[] = [
	{
		id: "open",
		header: t("door.open"),
		isNumber: true,
		cell: ({ figures, knownMs }) =>
			figures && `${shareText(figures.mean, digitsText)} (${formatSpan(figures.mean * knownMs)})`,
	},
];

const outColumn: LineColumn = {
	id: "out",
	header: t("figure.out"),
	isNumber: true,
	cell: ({ outMs, knownMs }) =>
		outMs === null
			? t("figure.noLimits")
			: outMs === 0
				? t("figure.never")
				: `${formatSpan(outMs)} (${shareText(outMs / knownMs, digitsText)})`,
};

function knownText({ knownMs, unknownMs }: DistributionLine): string {
	const whole = knownMs + unknownMs;
	return `${formatSpan(knownMs)} (${shareText(whole === 0 ? 0 : knownMs / whole, digitsText)})`;
}
