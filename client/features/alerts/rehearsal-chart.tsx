import { limitLines } from "../../../shared/alert/alert-sentence";
import type { AlertCondition } from "../../../shared/alert/conditions/registry";
import type { Excursion, RehearsedChannel } from "../../../shared/alert/rehearsal";
import { largestOf, smallestOf } from "../../../shared/base/lists";
import classes from "./rehearsal.module.css";

const width = 480;
const height = 64;
const narrowestMark = 2;

type RehearsalChartProps = {
	channel: RehearsedChannel;
	excursions: Excursion[];
	condition: AlertCondition;
	span: { from: number; until: number };
	label: string;
};

export function RehearsalChart({ channel, excursions, condition, span, label }: RehearsalChartProps) {
	const limits = limitLines(condition).map(({ value }) => value);
	const scale = scaleOf(channel, limits);
	const x = (at: number) => rounded(((at - span.from) / (span.until - span.from)) * width);
	return (
		<svg
			className={classes.chart}
			role="img"
			aria-label={label}
			viewBox={`0 0 ${width} ${height}`}
			preserveAspectRatio="none"
		>
			{excursions
				.filter(({ channelId }) => channelId === null || channelId === channel.id)
				.map(({ from, to, severity }) => {
					const left = Math.max(x(from), 0);
					const right = Math.min(x(to ?? span.until), width);
					return (
						<rect
							key={from}
							data-severity={severity}
							x={left}
							y={0}
							width={Math.max(right - left, narrowestMark)}
							height={height}
						/>
					);
				})}
			{trendPaths(channel, scale).map((path) => (
				<path key={path} d={path} />
			))}
			{limits.map((limit) => (
				<line key={limit} x1={0} x2={width} y1={scale(limit)} y2={scale(limit)} />
			))}
		</svg>
	);
}

function scaleOf({ low, high }: RehearsedChannel, limits: number[]): (value: number) => number {
	const values = [...low, ...high].flatMap((value) => value ?? []);
	const least = smallestOf([...values, ...limits]);
	const most = largestOf([...values, ...limits]);
	const room = (most - least || 1) * 0.08;
	return (value) => rounded(height - ((value - least + room) / (most - least + 2 * room)) * height);
}

/** One closed path per stretch of parts with readings. */
export function trendPaths({ low, high }: RehearsedChannel, scale: (value: number) => number): string[] {
	const partWidth = width / low.length;
	const paths: string[] = [];
	let upper: string[] = [];
	let lower: string[] = [];
	const close = () => {
		if (upper.length > 0) paths.push(`M${[...upper, ...lower.reverse()].join("L")}Z`);
		[upper, lower] = [[], []];
	};
	for (const [part, least] of low.entries()) {
		const most = high[part];
		if (least === null || most === null || most === undefined) {
			close();
			continue;
		}
		const [left, right] = [rounded(part * partWidth), rounded((part + 1) * partWidth)];
		upper.push(`${left},${scale(most)}`, `${right},${scale(most)}`);
		lower.push(`${left},${scale(least)}`, `${right},${scale(least)}`);
	}
	close();
	return paths;
}

function rounded(value: number): number {
	return Math.round(value * 10) / 10;
}
