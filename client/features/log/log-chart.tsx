import { useComputedColorScheme } from "@mantine/core";
import { useMergedRef, useResizeObserver } from "@mantine/hooks";
import { useEffect, useLayoutEffect, useMemo, useRef } from "react";
import "uplot/dist/uPlot.min.css";
import type { LogEvent } from "../../../shared/log";
import type { TimeRange, Zone } from "../../../shared/time-zones";
import type { ChartContent } from "./chart-lines";
import type { Pointing } from "./chart-pointing";
import { readChartTheme } from "./chart-theme";
import { ChartTip } from "./chart-tip";
import { eventSpans } from "./event-spans";
import classes from "./log-chart.module.css";
import { offsetChanges } from "./offset-changes";
import { createTimeChart, type TimeChart } from "./time-chart";

type LogChartProps = {
	content: ChartContent;
	pointing: Pointing | null;
	/** What happened meanwhile: shaded, or marked at the foot. */
	events: LogEvent[];
	title: string;
	/** Where the same readings are to be had in words. */
	inWords: string;
	zone: Zone;
	onPoint: (pointing: Pointing | null) => void;
	onSpan: (span: TimeRange) => void;
	onZoomOut: () => void;
};

/** The picture of a range. The table under it holds the same readings as text. */
export function LogChart({ content, pointing, events, title, inWords, zone, ...rest }: LogChartProps) {
	const { onPoint, onSpan, onZoomOut } = rest;
	const scheme = useComputedColorScheme("light");
	const frame = useRef<HTMLDivElement>(null);
	const [sizeRef, size] = useResizeObserver<HTMLDivElement>();
	const place = useMergedRef(frame, sizeRef);
	const width = Math.floor(size.width);
	const scene = useMemo(() => {
		const { span, lines } = content;
		const drawn = new Set(lines.map(({ device }) => device.id));
		const ofDrawn = events.filter(({ deviceId }) => deviceId === null || drawn.has(deviceId));
		return {
			content,
			spans: eventSpans(ofDrawn, span, Date.now()),
			marks: ofDrawn.filter(({ kind }) => kind === "note" || kind === "config"),
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
		const drawn = createTimeChart(frame.current, {
			width,
			zone,
			theme: readChartTheme(),
			scene: latest.current.scene,
			onPoint,
			onSpan: (span) => latest.current.onSpan(span),
			onZoomOut: () => latest.current.onZoomOut(),
		});
		chart.current = drawn;
		return () => {
			chart.current = null;
			drawn.destroy();
			onPoint(null);
		};
	}, [zone, width, scheme, onPoint]);
	// With the rest of the screen: until then a drag would move along the span that was shown before.
	useLayoutEffect(() => chart.current?.show(scene), [scene]);

	const { lines } = content;
	const summary = `${title} of ${lines.length} ${lines.length === 1 ? "channel" : "channels"} over time. ${inWords}`;
	return (
		<div className={classes.space}>
			<div ref={place} className={classes.place} role="img" aria-label={summary} />
			{pointing && <ChartTip pointing={pointing} scene={scene} width={width} />}
		</div>
	);
}
