import { type PointerEvent, useState } from "react";
import { largestOf, smallestOf } from "../../../shared/base/lists";
import type { FleetTrend } from "../../../shared/device/device-inputs";
import { comma } from "../../base/comma-list";
import { deviceStatusLabels } from "../../entities/device-labels";
import { TimeStamp } from "../../ui/time/time-stamp";
import { t } from "../../words/made/dashboard";
import classes from "./fleet-trend.module.css";

const width = 480;

const height = 84;

export const trendStatuses = ["online", "late", "offline", "never"] as const;

type TrendStatus = (typeof trendStatuses)[number];

type FleetTrendChartProps = { trend: FleetTrend; periodLabel: string };

export function FleetTrendChart({ trend, periodLabel }: FleetTrendChartProps) {
	const [pointed, setPointed] = useState<number | null>(null);
	const shown = pointed ?? trend.at.length - 1;
	const at = trend.at[shown];
	const point = (event: PointerEvent<SVGSVGElement>) => {
		const { left, width: rendered } = event.currentTarget.getBoundingClientRect();
		const share = Math.min(Math.max((event.clientX - left) / rendered, 0), 1);
		setPointed(Math.round(share * (trend.at.length - 1)));
	};
	return (
		<>
			<svg
				className={classes.chart}
				role="img"
				aria-label={trendSentence(trend, periodLabel)}
				viewBox={`0 0 ${width} ${height}`}
				preserveAspectRatio="none"
				onPointerMove={point}
				onPointerLeave={() => setPointed(null)}
			>
				{trendAreas(trend, width, height).map(({ status, path }) => (
					<path key={status} data-status={status} d={path} />
				))}
				{pointed !== null && <line className={classes.pointer} {...lineAt(pointed, trend.at.length)} />}
			</svg>
			<p className={classes.under}>
				<span>{t("trend.start", { period: periodLabel })}</span>
				{at !== undefined && (
					<span>
						{pointed !== null && (
							<>
								<TimeStamp at={at} />:{" "}
							</>
						)}
						{countText(trend, shown)}
					</span>
				)}
				<span>{t("trend.end")}</span>
			</p>
			<TrendTable trend={trend} />
		</>
	);
}

function TrendTable({ trend }: { trend: FleetTrend }) {
	const totals = totalsOf(trend);
	return (
		<details className={classes.details}>
			<summary>{t("trend.table")}</summary>
			{/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard */}
			<section className={classes.scroll} aria-label={t("trend.byStatus")} tabIndex={0}>
				<table>
					<thead>
						<tr>
							<th scope="col">{t("trend.time")}</th>
							{trendStatuses.map((status) => (
								<th key={status} scope="col">
									{deviceStatusLabels[status].label}
								</th>
							))}
							<th scope="col">{t("trend.all")}</th>
						</tr>
					</thead>
					<tbody>
						{trend.at.map((at, index) => (
							<tr key={at}>
								<th scope="row">
									<TimeStamp at={at} />
								</th>
								{trendStatuses.map((status) => (
									<td key={status}>{trend[status][index]}</td>
								))}
								<td>{totals[index]}</td>
							</tr>
						))}
					</tbody>
				</table>
			</section>
		</details>
	);
}

function lineAt(index: number, count: number) {
	const x = (index / Math.max(count - 1, 1)) * width;
	return { x1: x, x2: x, y1: 0, y2: height };
}

function countText(trend: FleetTrend, index: number): string {
	return trendStatuses
		.filter((status) => (trend[status][index] ?? 0) > 0)
		.map((status) => t(`status.${status}`, { count: trend[status][index] ?? 0 }))
		.join(comma);
}

type TrendArea = { status: TrendStatus; path: string };

/** One closed path per status that occurs, scaled to the period and to the most devices at any time. */
export function trendAreas(trend: FleetTrend, width: number, height: number): TrendArea[] {
	const most = Math.max(1, largestOf(totalsOf(trend)));
	const x = (index: number) => rounded((index / Math.max(trend.at.length - 1, 1)) * width);
	const y = (count: number) => rounded(height - (count / most) * height);
	const ground = trend.at.map(() => 0);
	return trendStatuses.flatMap((status): TrendArea[] => {
		const bottom = [...ground];
		for (const index of ground.keys()) ground[index] = (bottom[index] ?? 0) + (trend[status][index] ?? 0);
		if (!trend[status].some((count) => count > 0)) return [];
		const upper = ground.map((count, index) => `${x(index)},${y(count)}`);
		const lower = bottom.map((count, index) => `${x(index)},${y(count)}`).reverse();
		return [{ status, path: `M${[...upper, ...lower].join("L")}Z` }];
	});
}

export function totalsOf(trend: FleetTrend): number[] {
	return trend.at.map((_, index) => trendStatuses.reduce((sum, status) => sum + (trend[status][index] ?? 0), 0));
}

export function trendSentence(trend: FleetTrend, periodLabel: string): string {
	const online = trend.online;
	if (online.length === 0) return t("trend.none");
	const [lowest, highest] = [smallestOf(online), largestOf(online)];
	const end = { period: periodLabel, last: online.at(-1) ?? 0, all: totalsOf(trend).at(-1) ?? 0 };
	return lowest === highest
		? t("trend.steady", { count: `${lowest}`, ...end })
		: t("trend.between", { lowest, highest, ...end });
}

function rounded(value: number): number {
	return Math.round(value * 10) / 10;
}
