import { minuteMs } from "../../shared/base/durations";
import { quantityTitles } from "../../shared/formats/quantity-titles";
import { isDirection } from "../../shared/formats/units";
import type { LogChannel } from "../../shared/log/log";
import { type Zone, zoneOffsetMinutes } from "../../shared/time/time-zones";
import { ComputedMark } from "../entities/computed-mark";
import { countText } from "../ui/format";
import { formatSpan } from "../ui/time/relative-time";
import { instantText } from "../ui/time/time-display";
import { valueText } from "../ui/value-display";
import classes from "./chart.module.css";
import { isAlone, isolated, switched } from "./chart-choice";
import { type ChartLine, dashes, nearestPoint, pointOf } from "./chart-lines";
import type { ChartSummaries } from "./chart-summaries";

type ChartLegendProps = {
	lines: ChartLine[];
	hiddenIds: string[];
	summaries: ChartSummaries;
	pointedAt: number | null;
	zone: Zone;
	onHide: (hiddenIds: string[]) => void;
};

export function ChartLegend({ lines, hiddenIds, summaries, pointedAt, zone, onHide }: ChartLegendProps) {
	const lineIds = lines.map(({ channel }) => channel.id);
	const labels = lineLabels(lines);
	return (
		<div className={classes.legend}>
			<span className={classes.when}>
				{pointedAt === null ? "Latest" : instantText(pointedAt, zoneOffsetMinutes(zone, pointedAt), "seconds")}
			</span>
			<ul
				className={classes.entries}
				aria-label="Channels of the chart"
				data-limits={
					(summaries instanceof Map && [...summaries.values()].some(({ outMs }) => outMs !== null)) || undefined
				}
			>
				{lines.map((line, index) => {
					const { id } = line.channel;
					const isHidden = hiddenIds.includes(id);
					const label = labels[index] ?? "";
					const isOnly = isAlone(hiddenIds, id, lineIds);
					return (
						<li key={id} className={classes.entry} data-hidden={isHidden || undefined}>
							<div className={classes.entryLine}>
								<span className={classes.named}>
									<button
										type="button"
										className={classes.switch}
										aria-pressed={!isHidden}
										title={isHidden ? `Show ${label}` : `Hide ${label}`}
										onClick={() => onHide(switched(hiddenIds, id))}
									>
										<Swatch line={line} />
										<span>{label}</span>
									</button>
									{line.channel.formula !== undefined && <ComputedMark formula={line.channel.formula} />}
								</span>
								<LineValue line={line} pointedAt={pointedAt} />
								{lines.length > 1 && (
									<button
										type="button"
										className={classes.only}
										aria-label={isOnly ? "Show all channels" : `Show only ${label}`}
										onClick={() => onHide(isolated(hiddenIds, id, lineIds))}
									>
										{isOnly ? "All" : "Only"}
									</button>
								)}
							</div>
							<LineSummary line={line} summaries={summaries} />
							{line.marked && <span className={classes.summary}>{markedText(line.marked)}</span>}
						</li>
					);
				})}
			</ul>
		</div>
	);
}

export function markedText({ mark }: NonNullable<ChartLine["marked"]>): string {
	const doubtful = mark.filter((one) => one === "doubtful").length;
	const excluded = mark.filter((one) => one === "excluded").length;
	const parts = [
		doubtful > 0 && `○ ${countText(doubtful)} doubtful`,
		excluded > 0 && `× ${countText(excluded)} excluded`,
	].filter((part) => part !== false);
	return parts.length === 0 ? "" : `${parts.join(", ")}: in no figure`;
}

/** Omits a name that all channels share: it is the chart's title. */
export function lineLabels(lines: ChartLine[]): string[] {
	const [first] = lines;
	const isTitle = first?.channel.name === (first && quantityTitles[first.channel.quantity]);
	const isOneName = (lines.length > 1 || isTitle) && new Set(lines.map(({ channel }) => channel.name)).size === 1;
	return lines.map(({ channel, device }) => (isOneName ? device.name : `${device.name} · ${channel.name}`));
}

/** Fixed height, so that nothing moves when the summary loads. */
function LineSummary({ line: { channel, at }, summaries }: { line: ChartLine; summaries: ChartSummaries }) {
	if (at.length === 0) return null;
	return <span className={classes.summary}>{formatSummary(channel, summaries)}</span>;
}

export function formatSummary(channel: LogChannel, summaries: ChartSummaries): string {
	if (summaries === "pending") return "\u00a0";
	if (summaries === "failed") return "Lowest, mean and highest could not be loaded";
	const summary = summaries.get(channel.id);
	if (!summary || summary.readings === 0) return "\u00a0";
	const { min, mean, max, outMs, unknownMs } = summary;
	const plain = { ...channel, unit: "" };
	const isState = channel.quantity === "door";
	const values = isState
		? []
		: isDirection(channel.quantity)
			? [mean === null ? "no mean of directions over so long" : `mean of vectors ${valueText(mean, channel)}`]
			: [`min ${valueText(min, plain)}`, `mean ${valueText(mean, plain)}`, `max ${valueText(max, channel)}`];
	const out = outMs === null ? [] : [outMs === 0 ? "never out of limits" : `out of limits ${formatSpan(outMs)}`];
	const unknown = outMs !== null && unknownMs >= minuteMs ? [`unknown ${formatSpan(unknownMs)}`] : [];
	return [...values, ...out, ...unknown].join(" · ") || "\u00a0";
}

export function Swatch({ line: { look } }: { line: Pick<ChartLine, "look"> }) {
	return (
		<svg className={classes.swatch} viewBox="0 0 28 8" aria-hidden="true">
			<line
				x1="0"
				x2="28"
				y1="4"
				y2="4"
				stroke={`var(--series-${look.colour})`}
				strokeWidth="2.5"
				strokeDasharray={dashes[look.dash]?.join(" ") || undefined}
			/>
		</svg>
	);
}

function LineValue({ line, pointedAt }: { line: ChartLine; pointedAt: number | null }) {
	const { channel, at } = line;
	if (at.length === 0) return <small>no readings here</small>;
	const point = pointedAt === null ? pointOf(line, at.length - 1) : nearestPoint(line, pointedAt);
	const { value, low, high } = point ?? { value: null, low: null, high: null };
	const plain = { ...channel, unit: "" };
	return (
		<span>
			<b>{valueText(value, channel)}</b>
			{low !== null && high !== null && <small>{` ${valueText(low, plain)} to ${valueText(high, plain)}`}</small>}
		</span>
	);
}
