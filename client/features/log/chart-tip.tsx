import { formatAge } from "../../ui/time/relative-time";
import { describeInstant } from "../../ui/time/time-display";
import type { ChartLine } from "./chart-lines";
import { eventsNear, type Pointing } from "./chart-pointing";
import { nearestPoint } from "./chart-points";
import classes from "./log-chart.module.css";
import type { ChartScene } from "./time-chart";

type ChartTipProps = { pointing: Pointing; scene: ChartScene; width: number };

const nearPixels = 7;
const shownEvents = 3;

/** Every clock of the instant under the pointer, and what happened there. The table tells the same to everybody else. */
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

/** The device whose reading is nearest; its clock is the one a person at the device would have read. */
function clockAt(lines: ChartLine[], at: number) {
	const distance = (line: ChartLine) => {
		const point = nearestPoint(line, at);
		return point === null ? Number.POSITIVE_INFINITY : Math.abs((line.at[point] ?? 0) - at);
	};
	const [first] = lines.toSorted((a, b) => distance(a) - distance(b));
	return first?.device ?? null;
}
