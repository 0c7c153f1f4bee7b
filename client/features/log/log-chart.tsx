import { useComputedColorScheme } from "@mantine/core";
import { useMergedRef, useResizeObserver } from "@mantine/hooks";
import { useEffect, useLayoutEffect, useMemo, useRef } from "react";
import "uplot/dist/uPlot.min.css";
import type { LogEvent } from "../../../shared/log";
import type { TimeRange, Zone } from "../../../shared/time-zones";
import { formatAge } from "../../ui/time/relative-time";
import { describeInstant } from "../../ui/time/time-display";
import { type ChartContent, type ChartLine, nearestPoint } from "./chart-lines";
import { eventsNear, type Pointing } from "./chart-pointing";
import { eventSpans } from "./event-spans";
import classes from "./log-chart.module.css";
import { offsetChanges } from "./log-clock";
import { type ChartScene, createTimeChart, readChartTheme, type TimeChart } from "./time-chart";

const nearPixels = 7;
const shownEvents = 3;

type LogChartProps = {
	content: ChartContent;
	pointing: Pointing | null;
	events: LogEvent[];
	title: string;
	textNote: string;
	zone: Zone;
	onPoint: (pointing: Pointing | null) => void;
	onSpan: (span: TimeRange) => void;
	onZoomOut: () => void;
};

/** The table under it holds the same readings as text. */
export function LogChart({ content, pointing, events, title, textNote, zone, ...rest }: LogChartProps) {
	const { onPoint, onSpan, onZoomOut } = rest;
	const scheme = useComputedColorScheme("light");
	const frame = useRef<HTMLDivElement>(null);
	const [sizeRef, size] = useResizeObserver<HTMLDivElement>();
	const place = useMergedRef(frame, sizeRef);
	const width = Math.floor(size.width);
	const scene = useMemo(() => {
		const { span, lines } = content;
		const shownIds = new Set(lines.map(({ device }) => device.id));
		const ofShown = events.filter(({ deviceId }) => deviceId === null || shownIds.has(deviceId));
		return {
			content,
			spans: eventSpans(ofShown, span, Date.now()),
			marks: ofShown.filter(({ kind }) => kind === "note" || kind === "config"),
			changes: offsetChanges(zone, span),
		};
	}, [content, events, zone]);
	const chart = useRef<TimeChart | null>(null);
	const latest = useRef({ scene, onSpan, onZoomOut });
	useEffect(() => {
		latest.current = { scene, onSpan, onZoomOut };
	});

	// biome-ignore lint/correctness/useExhaustiveDependencies: the scheme changes what the theme reads from the page
	useEffect(() => {
		if (!frame.current || width === 0) return;
		const created = createTimeChart(frame.current, {
			width,
			zone,
			theme: readChartTheme(),
			scene: latest.current.scene,
			onPoint,
			onSpan: (span) => latest.current.onSpan(span),
			onZoomOut: () => latest.current.onZoomOut(),
		});
		chart.current = created;
		return () => {
			chart.current = null;
			created.destroy();
			onPoint(null);
		};
	}, [zone, width, scheme, onPoint]);
	// A layout effect: a drag right after a change would otherwise move the former span.
	useLayoutEffect(() => chart.current?.show(scene), [scene]);

	const { lines } = content;
	const summary = `${title} of ${lines.length} ${lines.length === 1 ? "channel" : "channels"} over time. ${textNote}`;
	return (
		<div className={classes.space}>
			<div ref={place} className={classes.place} role="img" aria-label={summary} />
			{pointing && <ChartTip pointing={pointing} scene={scene} width={width} />}
		</div>
	);
}

type ChartTipProps = { pointing: Pointing; scene: ChartScene; width: number };

/** The table holds the same as text. */
export function ChartTip({ pointing: { at, left, top }, scene, width }: ChartTipProps) {
	const { content, spans, marks } = scene;
	const { from, to } = content.span;
	const device = clockAt(content.lines, at);
	const happened = [
		...spans.filter((span) => span.from <= at && at <= span.to).map(({ text }) => text),
		...eventsNear(marks, at, ((to - from) / Math.max(width, 1)) * nearPixels).map(({ text }) => text),
	];
	const isLeft = left > width / 2;
	const place = isLeft ? { right: width - left + 12 } : { left: left + 12 };
	return (
		<div className={classes.tip} style={{ ...place, top: Math.max(top - 20, 0) }} aria-hidden="true">
			<dl>
				{describeInstant(Math.round(at), device).map(({ label, text }) => (
					<div key={label}>
						<dt>{label}</dt>
						<dd>{text}</dd>
					</div>
				))}
				<div>
					<dt>Age</dt>
					<dd>{formatAge(at, Date.now())}</dd>
				</div>
			</dl>
			{happened.slice(0, shownEvents).map((text) => (
				<p key={text}>{text}</p>
			))}
			{happened.length > shownEvents && <p>and {happened.length - shownEvents} more</p>}
		</div>
	);
}

/** The clock of the nearest reading is the one a person at the device would have read. */
function clockAt(lines: ChartLine[], at: number) {
	const distance = (line: ChartLine) => {
		const point = nearestPoint(line, at);
		return point === null ? Number.POSITIVE_INFINITY : Math.abs((line.at[point] ?? 0) - at);
	};
	const [first] = lines.toSorted((a, b) => distance(a) - distance(b));
	return first?.device ?? null;
}
