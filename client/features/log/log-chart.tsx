import { useComputedColorScheme } from "@mantine/core";
import { useMergedRef, useResizeObserver } from "@mantine/hooks";
import { useEffect, useMemo, useRef, useState } from "react";
import uPlot from "uplot";
import "uplot/dist/uPlot.min.css";
import { formatTimestamp, type Zone, zoneOffsetMinutes } from "../../../shared/time-zones";
import { formatValue } from "../../../shared/units";
import { axisTime } from "./axis-time";
import { chartData } from "./chart-data";
import classes from "./log-chart.module.css";
import type { ChannelReadings } from "./log-readings";

type LogChartProps = { lines: ChannelReadings[]; title: string; span: { from: number; to: number }; zone: Zone };

const colourCount = 8;

/** The picture of a range. The table under it holds the same readings as text. */
export function LogChart({ lines, title, span, zone }: LogChartProps) {
	const scheme = useComputedColorScheme("light");
	const frame = useRef<HTMLDivElement>(null);
	const [sizeRef, size] = useResizeObserver<HTMLDivElement>();
	const place = useMergedRef(frame, sizeRef);
	const [pointedAt, setPointedAt] = useState<number | null>(null);
	const { seconds, columns } = useMemo(() => chartData(lines), [lines]);
	const chart = useRef<uPlot | null>(null);
	const width = Math.floor(size.width);

	useEffect(() => {
		if (!frame.current || width === 0) return;
		const options = chartOptions({ lines, span, zone, width, scheme, onPoint: setPointedAt });
		const drawn = new uPlot(options, [seconds, ...columns], frame.current);
		chart.current = drawn;
		return () => {
			drawn.destroy();
			setPointedAt(null);
		};
	}, [lines, span, zone, width, scheme, seconds, columns]);

	const summary = `${title} of ${lines.length} ${lines.length === 1 ? "channel" : "channels"} over time. The table below holds every reading.`;
	return (
		<>
			<div ref={place} className={classes.place} role="img" aria-label={summary} />
			<Legend lines={lines} columns={columns} seconds={seconds} pointedAt={pointedAt} zone={zone} />
		</>
	);
}

type ChartOptionsRequest = {
	lines: ChannelReadings[];
	span: { from: number; to: number };
	zone: Zone;
	width: number;
	scheme: string;
	onPoint: (index: number | null) => void;
};

function chartOptions({ lines, span, zone, width, onPoint }: ChartOptionsRequest): uPlot.Options {
	const tokens = getComputedStyle(document.documentElement);
	const token = (name: string) => tokens.getPropertyValue(name).trim();
	const axis = {
		stroke: token("--ink-soft"),
		font: `11px ${getComputedStyle(document.body).fontFamily}`,
		grid: { stroke: token("--line-soft"), width: 1 },
		ticks: { show: false },
	};
	return {
		width,
		height: width < 520 ? 200 : 260,
		legend: { show: false },
		cursor: { y: false, points: { size: 7 }, drag: { x: false, y: false } },
		scales: { x: { time: true, range: [span.from / 1000, span.to / 1000] }, y: { range: padded } },
		axes: [
			{
				...axis,
				size: 30,
				space: 84,
				values: (_, splits, __, ___, step) => splits.map((second) => axisTime(second, step, zone)),
			},
			{ ...axis, size: 56, values: (_, splits) => splits.map((value) => `${+value.toFixed(3)}`.replace("-", "−")) },
		],
		series: [
			{},
			...lines.map(
				({ channel }, index): uPlot.Series => ({
					label: channel.name,
					stroke: token(seriesToken(index)),
					width: 1.8,
					dash: index < colourCount ? undefined : [6, 4],
					points: { show: lines[index]?.times.length === 1, size: 6 },
				}),
			),
		],
		hooks: { setCursor: [(plot) => onPoint(plot.cursor.idx ?? null)] },
	};
}

/** A little air above and below; a flat line gets a band to lie in. */
function padded(_: uPlot, low: number | null, high: number | null): [number, number] {
	if (low === null || high === null) return [0, 1];
	const air = high === low ? Math.max(Math.abs(high) * 0.05, 0.5) : (high - low) * 0.12;
	return [low - air, high + air];
}

function seriesToken(index: number): string {
	return `--series-${index % colourCount}`;
}

type LegendProps = {
	lines: ChannelReadings[];
	columns: (number | null | undefined)[][];
	seconds: number[];
	pointedAt: number | null;
	zone: Zone;
};

/** The newest value of each line, or the one nearest before the pointer. */
function Legend({ lines, columns, seconds, pointedAt, zone }: LegendProps) {
	const second = pointedAt === null ? null : seconds[pointedAt];
	const at = second === null || second === undefined ? null : second * 1000;
	return (
		<div className={classes.legend}>
			<span className={classes.when}>{at === null ? "Newest" : formatTimestamp(at, zoneOffsetMinutes(zone, at))}</span>
			{lines.map(({ channel, device }, index) => (
				<span key={channel.id} className={classes.entry}>
					<i
						style={{ borderColor: `var(${seriesToken(index)})` }}
						data-dashed={index >= colourCount || undefined}
						aria-hidden="true"
					/>
					{device.name} · {channel.name} <b>{formatValue(valueBefore(columns[index] ?? [], pointedAt), channel)}</b>
				</span>
			))}
		</div>
	);
}

function valueBefore(column: (number | null | undefined)[], index: number | null): number | null {
	const until = index === null ? column.length : index + 1;
	const found = column.slice(0, until).findLast((value) => value !== undefined);
	if (found === null && index === null) return column.findLast((value) => typeof value === "number") ?? null;
	return found ?? null;
}
