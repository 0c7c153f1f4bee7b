import { type PointerEvent, useState } from "react";
import type { FleetTrend } from "../../../shared/device-inputs";
import { deviceStatusWords } from "../../entities/device-labels";
import { TimeStamp } from "../../ui/time/time-stamp";
import classes from "./fleet-trend.module.css";
import { totalsOf, trendAreas, trendSentence, trendStatuses } from "./trend-shape";

const width = 480;
const height = 84;

type FleetTrendChartProps = { trend: FleetTrend; periodWords: string };

/** How many devices were in each status, drawn, and as a table for whoever wants the numbers. */
export function FleetTrendChart({ trend, periodWords }: FleetTrendChartProps) {
	const [pointed, setPointed] = useState<number | null>(null);
	const shown = pointed ?? trend.at.length - 1;
	const at = trend.at[shown];
	const point = (event: PointerEvent<SVGSVGElement>) => {
		const { left, width: drawn } = event.currentTarget.getBoundingClientRect();
		const share = Math.min(Math.max((event.clientX - left) / drawn, 0), 1);
		setPointed(Math.round(share * (trend.at.length - 1)));
	};
	return (
		<>
			<svg
				className={classes.chart}
				role="img"
				aria-label={trendSentence(trend, periodWords)}
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
				<span>{periodWords} ago</span>
				{at !== undefined && (
					<span>
						{pointed !== null && (
							<>
								<TimeStamp at={at} />:{" "}
							</>
						)}
						{countWords(trend, shown)}
					</span>
				)}
				<span>now</span>
			</p>
			<TrendTable trend={trend} />
		</>
	);
}

function TrendTable({ trend }: { trend: FleetTrend }) {
	const totals = totalsOf(trend);
	return (
		<details className={classes.details}>
			<summary>As a table</summary>
			{/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard */}
			<section className={classes.scroll} aria-label="Devices by status" tabIndex={0}>
				<table>
					<thead>
						<tr>
							<th scope="col">Time</th>
							{trendStatuses.map((status) => (
								<th key={status} scope="col">
									{deviceStatusWords[status].label}
								</th>
							))}
							<th scope="col">All</th>
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

function countWords(trend: FleetTrend, index: number): string {
	return trendStatuses
		.filter((status) => (trend[status][index] ?? 0) > 0)
		.map((status) => `${trend[status][index]} ${deviceStatusWords[status].label.toLowerCase()}`)
		.join(", ");
}
