import { useResizeObserver } from "@mantine/hooks";
import { type PointerEvent, useId, useState } from "react";
import { dayMs, hourMs } from "../../../shared/base/durations";
import { largestOf, smallestOf } from "../../../shared/base/lists";
import type { DistributionPage } from "../../../shared/log/distribution";
import { hoursPerDay } from "../../../shared/log/hour-map";
import { isOutOf } from "../../../shared/log/limit-spans";
import { instantTexts } from "../../../shared/time/time-zones";
import { comma } from "../../base/comma-list";
import { formatClock } from "../../entities/clock-labels";
import { displayFormats } from "../../ui/display-formats";
import layout from "../../ui/layout/layouts.module.css";
import { digitsText, valueText } from "../../ui/value-display";
import { t } from "../../words/made/charts";
import classes from "./distribution.module.css";
import { type DistributionLine, shareText } from "./distribution-lines";
import { AsTable } from "./distribution-pictures";

const cellHeight = 9;
const leastWidth = 3;
const mostWidth = 44;
const left = 68;
const top = 6;
const levels = 7;
const namedHours = [0, 6, 12, 18];
const pixelsPerDate = 76;

type HourMapProps = { line: DistributionLine; map: NonNullable<DistributionPage["map"]> };

/** Hours of the clock upwards down, days across. Lightness shows the mean, a dot values out of limits. */
export function HourMapPicture({ line: { channel, device, label }, map }: HourMapProps) {
	const [frame, { width: frameWidth }] = useResizeObserver<HTMLDivElement>();
	const [pointed, setPointed] = useState<{ day: number; hour: number } | null>(null);
	const hatch = useId();
	const days = map.hours.length;
	const known = map.mean.filter((mean) => mean !== null);
	const [low, high] = [smallestOf(known), largestOf(known)];
	const width = Math.min(Math.max((frameWidth - left - 1) / days, leastWidth), mostWidth);
	const [right, bottom] = [left + days * width, top + hoursPerDay * cellHeight];
	const isState = channel.quantity === "door";
	const meanText = (mean: number) =>
		isState ? t("map.openFor", { share: shareText(mean, digitsText) }) : valueText(mean, channel);
	const levelOf = (mean: number) =>
		high === low ? Math.floor(levels / 2) : Math.min(Math.floor(((mean - low) / (high - low)) * levels), levels - 1);
	const style = displayFormats();
	const dateText = (day: number) => instantTexts(map.firstDay + day * dayMs, 0, style).dateWithYear;
	const hourText = (hour: number) => instantTexts(hour * hourMs, 0, style).minutes;
	const cellText = ({ day, hour }: { day: number; hour: number }) => {
		const mean = map.mean[day * hoursPerDay + hour] ?? null;
		return t("map.cell", {
			day: dateText(day),
			hour: hourText(hour),
			value: mean === null ? t("map.noValue") : meanText(mean),
		});
	};
	const cell = (index: number) => {
		const [day, hour] = [Math.floor(index / hoursPerDay), index % hoursPerDay];
		const gap = width > 6 ? 1 : 0;
		return `M${left + day * width} ${top + hour * cellHeight}h${width - gap}v${cellHeight - 1}h${gap - width}z`;
	};
	const paths = Array.from({ length: levels }, () => "");
	let marks = "";
	for (const [index, mean] of map.mean.entries()) {
		if (mean === null) continue;
		paths[levelOf(mean)] += cell(index);
		if (isState || !isOutOf(channel, mean)) continue;
		const [day, hour] = [Math.floor(index / hoursPerDay), index % hoursPerDay];
		marks += `M${left + (day + 0.5) * width} ${top + (hour + 0.45) * cellHeight}h0.01`;
	}
	const point = (event: PointerEvent<SVGSVGElement>) => {
		const box = event.currentTarget.getBoundingClientRect();
		const day = Math.floor((event.clientX - box.left - left) / width);
		const hour = Math.floor((event.clientY - box.top - top) / cellHeight);
		setPointed(day >= 0 && day < days && hour >= 0 && hour < hoursPerDay ? { day, hour } : null);
	};
	const everyDays = Math.max(Math.ceil(pixelsPerDate / width), 1);
	const hottest = map.mean.indexOf(high);
	const highest = cellText({ day: Math.floor(hottest / hoursPerDay), hour: hottest % hoursPerDay });
	const changed = map.hours.flatMap((count, day) => (count === hoursPerDay ? [] : [{ day, count }]));
	return (
		<figure className={classes.figure} aria-label={t("map.name", { channel: label })}>
			<h3 className={classes.title}>{t("map")}</h3>
			{/* biome-ignore lint/a11y/noNoninteractiveTabindex: an area that scrolls must be reachable by keyboard */}
			<section ref={frame} className={classes.mapFrame} tabIndex={0} aria-label={t("map.of", { channel: label })}>
				{frameWidth > 0 && (
					<svg
						className={classes.map}
						role="img"
						aria-label={t("map.summary", { lowest: meanText(low), highest: meanText(high), cell: highest })}
						width={right + 1}
						height={bottom + 20}
						onPointerMove={point}
						onPointerLeave={() => setPointed(null)}
					>
						<pattern id={hatch} width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
							<line className={classes.hatch} x1="0" y1="0" x2="0" y2="6" />
						</pattern>
						<rect x={left} y={top} width={days * width} height={hoursPerDay * cellHeight} fill={`url(#${hatch})`} />
						{paths.map((path, level) => (
							// biome-ignore lint/suspicious/noArrayIndexKey: a level is its place
							<path key={level} d={path} fill={shadeOf(level)} />
						))}
						<path className={classes.outMark} d={marks} strokeWidth={Math.min(width, cellHeight) * 0.45} />
						{namedHours.map((hour) => (
							<text
								key={hour}
								className={classes.tick}
								x={left - 8}
								y={top + hour * cellHeight}
								dy="0.75em"
								textAnchor="end"
							>
								{hourText(hour)}
							</text>
						))}
						{Array.from({ length: Math.ceil((days - 1) / everyDays) || 1 }, (_, index) => index * everyDays).map(
							(day) => (
								<text key={day} className={classes.tick} x={left + day * width} y={bottom + 14}>
									{instantTexts(map.firstDay + day * dayMs, 0, style).date}
								</text>
							),
						)}
					</svg>
				)}
			</section>
			<ul className={classes.scale} aria-label={t("map.shades")}>
				{(high === low ? [Math.floor(levels / 2)] : paths.map((_, level) => level)).map((level) => (
					<li key={level}>
						<svg viewBox="0 0 14 10" width="14" height="10" aria-hidden="true">
							<rect width="14" height="10" fill={shadeOf(level)} />
						</svg>
						{meanText(high === low ? low : low + ((high - low) * level) / levels)}
					</li>
				))}
				{marks !== "" && (
					<li>
						<svg viewBox="0 0 14 10" width="14" height="10" aria-hidden="true">
							<path className={classes.outMark} d="M7 5h0.01" strokeWidth="5" />
						</svg>
						{t("map.out")}
					</li>
				)}
			</ul>
			<p className={classes.pointed} aria-hidden="true">
				{pointed === null ? t("map.clock", { clock: formatClock(device) }) : cellText(pointed)}
			</p>
			{changed.length > 0 && (
				<p className={layout.wrappedNote}>
					{t(changed.some(({ count }) => count > hoursPerDay) ? "map.changedTwice" : "map.changed", {
						days: changed.map(({ day, count }) => t("map.hoursOfDay", { day: dateText(day), count })).join(comma),
					})}
				</p>
			)}
			<AsTable
				caption={t("map.means", { channel: label })}
				columns={[t("map.day"), ...Array.from({ length: hoursPerDay }, (_, hour) => hourText(hour))]}
				rows={map.hours.map((_, day) => [
					dateText(day),
					...Array.from({ length: hoursPerDay }, (_, hour) => {
						const mean = map.mean[day * hoursPerDay + hour] ?? null;
						return mean === null ? "—" : isState ? shareText(mean, digitsText) : valueText(mean, channel);
					}),
				])}
			/>
		</figure>
	);
}

function shadeOf(level: number): string {
	const percent = Math.round(10 + (level / (levels - 1)) * 90);
	return `color-mix(in srgb, var(--series-0) ${percent}%, var(--panel))`;
}
