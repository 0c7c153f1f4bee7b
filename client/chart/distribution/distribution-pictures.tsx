import { useResizeObserver } from "@mantine/hooks";
import { type PointerEvent, type ReactNode, useState } from "react";
import { largestOf, smallestOf } from "../../../shared/base/lists";
import { capitalized } from "../../ui/format";
import { labeled } from "../../ui/labeled";
import { LongTable } from "../../ui/table/long-table";
import { formatSpan } from "../../ui/time/relative-time";
import { digitsText, valueText } from "../../ui/value-display";
import { t } from "../../words/made/charts";
import chartStyles from "../chart.module.css";
import { dashes } from "../chart-lines";
import classes from "./distribution.module.css";
import { binText, type KnownLine, shareText as shareOf } from "./distribution-lines";
import { rangeWithLimits, roundTicks, type Tick } from "./plot-axes";

const height = 220;
const edges = { left: 52, right: 18, top: 14, bottom: 34 };
const plotHeight = height - edges.top - edges.bottom;
const pixelsPerTick = 64;

const shareText = (share: number) => shareOf(share, digitsText);

type Axis = { range: [number, number]; ticks: Tick[] };

type PlotProps = {
	label: string;
	across: (width: number) => Axis;
	up: Axis;
	acrossName: string;
	upName: string;
	textAt: (x: number, y: number) => string;
	caption: string;
	children: (plot: { x: (value: number) => number; y: (value: number) => number; width: number }) => ReactNode;
};

function Plot({ label, across, up, acrossName, upName, textAt, caption, children }: PlotProps) {
	const [frame, { width: frameWidth }] = useResizeObserver<HTMLDivElement>();
	const [pointed, setPointed] = useState<string | null>(null);
	const width = Math.max(frameWidth - edges.left - edges.right, 0);
	const { range, ticks } = across(width);
	const x = (value: number) => edges.left + ((value - range[0]) / (range[1] - range[0])) * width;
	const y = (value: number) =>
		edges.top + plotHeight - ((value - up.range[0]) / (up.range[1] - up.range[0])) * plotHeight;
	const point = (event: PointerEvent<SVGSVGElement>) => {
		const { left, top } = event.currentTarget.getBoundingClientRect();
		const share = (offset: number, length: number) => Math.min(Math.max(offset / length, 0), 1);
		setPointed(
			textAt(share(event.clientX - left - edges.left, width), 1 - share(event.clientY - top - edges.top, plotHeight)),
		);
	};
	return (
		<div ref={frame}>
			<svg
				className={classes.plot}
				role="img"
				aria-label={label}
				height={height}
				onPointerMove={point}
				onPointerLeave={() => setPointed(null)}
			>
				{width > 0 && (
					<>
						{up.ticks.map(({ value, text }) => (
							<g key={value}>
								<line className={classes.grid} x1={edges.left} x2={edges.left + width} y1={y(value)} y2={y(value)} />
								<text className={classes.tick} x={edges.left - 8} y={y(value)} dy="0.32em" textAnchor="end">
									{text}
								</text>
							</g>
						))}
						{ticks.map(({ value, text }) => (
							<text
								key={value}
								className={classes.tick}
								x={x(value)}
								y={edges.top + plotHeight + 15}
								textAnchor="middle"
							>
								{text}
							</text>
						))}
						<text className={classes.axis} x={edges.left + width} y={height - 4} textAnchor="end">
							{acrossName}
						</text>
						<text className={classes.axis} x={0} y={9}>
							{upName}
						</text>
						{children({ x, y, width })}
						<line
							className={classes.base}
							x1={edges.left}
							x2={edges.left + width}
							y1={edges.top + plotHeight}
							y2={edges.top + plotHeight}
						/>
					</>
				)}
			</svg>
			<p className={classes.pointed} aria-hidden="true">
				{pointed ?? caption}
			</p>
		</div>
	);
}

const limitsOf = ({ channel: { min = null, max = null } }: Pick<KnownLine, "channel">) =>
	(["min", "max"] as const).flatMap((kind) => {
		const value = kind === "min" ? min : max;
		return value === null ? [] : [{ kind, value }];
	});

type HistogramProps = { line: KnownLine };

export function Histogram({ line }: HistogramProps) {
	const { channel, figures, knownMs, label } = line;
	const { low, width, ms } = figures.histogram;
	const isState = channel.quantity === "door";
	const limits = isState ? [] : limitsOf(line);
	const barWidth = width === 0 ? 1 : width;
	const first = width === 0 ? low - barWidth / 2 : low;
	const end = first + ms.length * barWidth;
	const range =
		isState || limits.length === 0
			? ([first, end] as [number, number])
			: rangeWithLimits(
					[first, end],
					limits.map(({ value }) => value),
				);
	const shares = ms.map((own) => own / knownMs);
	const most = largestOf(shares);
	const fullest = shares.indexOf(most);
	const percentTicks = roundTicks([0, most * 100], 4).map(({ value, text }) => ({ value: value / 100, text }));
	const binAt = (share: number) => Math.floor((range[0] + share * (range[1] - range[0]) - first) / barWidth);
	return (
		<figure className={classes.figure} aria-label={t("atEach.name", { channel: label })}>
			<h3 className={classes.title}>{t("atEach")}</h3>
			<Plot
				label={t("atEach.histogram", { channel: label, share: shareText(most), value: binText(line, fullest) })}
				across={(pixels) => ({
					range,
					ticks: isState
						? ms.map((_, index) => ({ value: first + (index + 0.5) * barWidth, text: binText(line, index) }))
						: width === 0
							? [{ value: low, text: valueText(low, { ...channel, unit: "" }) }]
							: roundTicks(range, Math.floor(pixels / pixelsPerTick)),
				})}
				up={{ range: [0, most * 1.08], ticks: percentTicks }}
				acrossName={channel.unit}
				upName={t("share")}
				caption={t("atEach.caption", { share: shareText(most), value: binText(line, fullest) })}
				textAt={(x) => {
					const bin = binAt(x);
					const own = ms[bin];
					return own === undefined
						? t("atEach.nothing")
						: labeled(binText(line, bin), `${shareText(own / knownMs)}, ${formatSpan(own)}`);
				}}
			>
				{({ x, y }) => (
					<>
						{shares.map((share, index) => {
							const [left, right] = [x(first + index * barWidth), x(first + (index + 1) * barWidth)];
							const gap = right - left > 5 ? 1 : 0;
							return (
								share > 0 && (
									<rect
										// biome-ignore lint/suspicious/noArrayIndexKey: a bar is its place
										key={index}
										x={left + gap / 2}
										width={Math.max(right - left - gap, 0.5)}
										y={Math.min(y(share), y(0) - 1)}
										height={Math.max(y(0) - y(share), 1)}
										fill={`var(--series-${line.look.colour})`}
									/>
								)
							);
						})}
						{limits.map(({ kind, value }) =>
							value < range[0] || value > range[1] ? null : (
								<g key={kind}>
									<line
										className={classes.limit}
										x1={x(value)}
										x2={x(value)}
										y1={edges.top}
										y2={edges.top + plotHeight}
									/>
									<text
										className={classes.limitText}
										x={x(value) + (sideOf(kind, (value - range[0]) / (range[1] - range[0])) === "start" ? 4 : -4)}
										y={edges.top + 8}
										textAnchor={sideOf(kind, (value - range[0]) / (range[1] - range[0]))}
									>
										{t(`summary.${kind}`, { value: valueText(value, channel) })}
									</text>
								</g>
							),
						)}
					</>
				)}
			</Plot>
			<AsTable
				caption={t("atEach.of", { channel: label })}
				columns={[t("value"), t("timeSpent"), t("shareOfTime")]}
				rows={ms.map((own, index) => [binText(line, index), formatSpan(own), shareText(own / knownMs)])}
			/>
		</figure>
	);
}

function sideOf(kind: "min" | "max", share: number): "start" | "end" {
	if (kind === "min") return share < 0.25 ? "start" : "end";
	return share > 0.75 ? "end" : "start";
}

export function DurationCurves({ lines, chosen }: { lines: KnownLine[]; chosen: KnownLine }) {
	const limits = limitsOf(chosen);
	const range = rangeWithLimits(
		[smallestOf(lines.map(({ figures }) => figures.lowest)), largestOf(lines.map(({ figures }) => figures.highest))],
		limits.map(({ value }) => value),
	);
	const { channel, label, figures, knownMs } = chosen;
	const beyond = limits.map(({ kind, value }) => {
		const share = (kind === "max" ? figures.aboveMs : figures.belowMs) / knownMs;
		const limit = valueText(value, channel);
		const text = share === 0 ? t(`never.${kind}`, { limit }) : t(`beyond.${kind}`, { limit, share: shareText(share) });
		return { kind, value, share, text };
	});
	const caption =
		beyond.length > 0
			? capitalized(beyond.map(({ text }) => text).join("; "))
			: t("atOrAbove.half", { value: valueText(valueAt(chosen, 0.5), channel) });
	return (
		<figure className={classes.figure} aria-label={t("atOrAbove.name", { channel: label })}>
			<h3 className={classes.title}>{t("atOrAbove")}</h3>
			<Plot
				label={
					lines.length === 1
						? t("atOrAbove.curve", { channel: label, caption })
						: t("atOrAbove.curves", { count: lines.length, caption })
				}
				across={(pixels) => ({
					range: [0, 1],
					ticks: roundTicks([0, 100], Math.floor(pixels / pixelsPerTick)).map(({ value, text }) => ({
						value: value / 100,
						text,
					})),
				})}
				up={{ range, ticks: roundTicks(range, 5) }}
				acrossName={t("share")}
				upName={channel.unit}
				caption={caption}
				textAt={(x) =>
					lines
						.map((line) => {
							const value = valueText(valueAt(line, x), line.channel);
							return lines.length === 1
								? t("atOrAbove.share", { share: shareText(x), value })
								: labeled(line.label, value);
						})
						.join(" · ")
				}
			>
				{({ x, y, width }) => (
					<>
						{lines.map((line) => (
							<path
								key={line.channel.id}
								className={classes.curve}
								d={stepsOf(line, x, y)}
								stroke={`var(--series-${line.look.colour})`}
								strokeDasharray={dashes[line.look.dash]?.join(" ") || undefined}
							/>
						))}
						{beyond.map(({ kind, value, share, text }) =>
							value < range[0] || value > range[1] ? null : (
								<g key={kind}>
									<line className={classes.limit} x1={edges.left} x2={edges.left + width} y1={y(value)} y2={y(value)} />
									<circle
										className={classes.crossing}
										cx={x(kind === "max" ? share : 1 - share)}
										cy={y(value)}
										r={3.5}
									/>
									<text
										className={classes.limitText}
										x={edges.left + width - 2}
										y={y(value) + (kind === "max" ? -5 : 12)}
										textAnchor="end"
									>
										{text}
									</text>
								</g>
							),
						)}
					</>
				)}
			</Plot>
			<AsTable
				caption={t("atOrAbove.of", { channel: label })}
				columns={[t("value"), t("shareAtOrAbove")]}
				rows={figures.curve.value.map((value, index) => [
					valueText(value, channel),
					shareText(figures.curve.share[index] ?? 0),
				])}
			/>
		</figure>
	);
}

function valueAt({ figures: { curve, lowest } }: KnownLine, share: number): number {
	const index = curve.share.findIndex((one) => one >= share);
	return curve.value[index] ?? lowest;
}

type Scale = (value: number) => number;

function stepsOf({ figures: { curve } }: KnownLine, x: Scale, y: Scale): string {
	let path = "";
	let before = 0;
	for (const [index, value] of curve.value.entries()) {
		const share = curve.share[index] ?? 1;
		path += `${index === 0 ? "M" : "L"}${x(before)} ${y(value)}L${x(share)} ${y(value)}`;
		before = share;
	}
	return path;
}

type AsTableProps = { caption: string; columns: string[]; rows: string[][] };

export function AsTable({ caption, columns, rows }: AsTableProps) {
	const [isOpen, setIsOpen] = useState(false);
	return (
		<details className={chartStyles.asTable} onToggle={({ currentTarget: { open } }) => setIsOpen(open)}>
			<summary>{t("table")}</summary>
			{isOpen && (
				<LongTable
					caption={caption}
					columns={columns.map((header, index) => ({
						id: header,
						header,
						isNumber: index > 0,
						cell: ({ cells }: { key: number; cells: string[] }) => cells[index],
					}))}
					rows={rows.map((cells, key) => ({ key, cells }))}
					rowKey={({ key }) => String(key)}
				/>
			)}
		</details>
	);
}
