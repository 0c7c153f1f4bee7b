import { minuteMs } from "../../shared/base/durations";
import { shownFormula } from "../../shared/device/derived/formula";
import { quantityTitles } from "../../shared/formats/quantity-titles";
import { isDirection } from "../../shared/formats/units";
import type { LogChannel } from "../../shared/log/log";
import { type Zone, zoneOffsetMinutes } from "../../shared/time/time-zones";
import { comma } from "../base/comma-list";
import { ComputedMark } from "../entities/computed-mark";
import { formatSpan } from "../ui/time/relative-time";
import { instantText } from "../ui/time/time-display";
import { valueText } from "../ui/value-display";
import { t } from "../words/made/charts";
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
				{pointedAt === null ? t("latest") : instantText(pointedAt, zoneOffsetMinutes(zone, pointedAt), "seconds")}
			</span>
			<ul
				className={classes.entries}
				aria-label={t("choose.title")}
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
										title={isHidden ? t("legend.show", { channel: label }) : t("legend.hide", { channel: label })}
										onClick={() => onHide(switched(hiddenIds, id))}
									>
										<Swatch line={line} />
										<span>{label}</span>
									</button>
									{line.channel.formula !== undefined && <ComputedMark formula={shownFormula(line.channel)} />}
								</span>
								<LineValue line={line} pointedAt={pointedAt} />
								{lines.length > 1 && (
									<button
										type="button"
										className={classes.only}
										aria-label={isOnly ? t("legend.showAll") : t("legend.showOnly", { channel: label })}
										onClick={() => onHide(isolated(hiddenIds, id, lineIds))}
									>
										{isOnly ? t("legend.all") : t("legend.only")}
									</button>
								)}
							</div>
							<LineSummary line={line} summaries={summaries} />
							{line.marked && <span className={classes.summary}>{markedText(line.marked)}</span>}
							{line.mark && <span className={classes.summary}>{saturatedText(line)}</span>}
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
		doubtful > 0 && `○ ${t("marked.doubtful", { count: doubtful })}`,
		excluded > 0 && `× ${t("marked.excluded", { count: excluded })}`,
	].filter((part) => part !== false);
	return parts.length === 0 ? "" : t("marked", { readings: parts.join(comma) });
}

export function saturatedText({ mark = [], at }: Pick<ChartLine, "mark" | "at">): string {
	const count = mark.filter((one) => one === "saturated").length;
	return t("saturated.points", { count, total: at.length });
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
	if (summaries === "failed") return t("summary.failed");
	const summary = summaries.get(channel.id);
	if (!summary || summary.readings === 0) return "\u00a0";
	const { min, mean, max, outMs, unknownMs } = summary;
	const plain = { ...channel, unit: "" };
	const isState = channel.quantity === "door";
	const values = isState
		? []
		: isDirection(channel.quantity)
			? [mean === null ? t("summary.noMean") : t("summary.meanOfVectors", { value: valueText(mean, channel) })]
			: [
					t("summary.min", { value: valueText(min, plain) }),
					t("summary.mean", { value: valueText(mean, plain) }),
					t("summary.max", { value: valueText(max, channel) }),
				];
	const out =
		outMs === null ? [] : [outMs === 0 ? t("summary.neverOut") : t("summary.out", { span: formatSpan(outMs) })];
	const unknown =
		outMs !== null && unknownMs >= minuteMs ? [t("summary.unknown", { span: formatSpan(unknownMs) })] : [];
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
	if (at.length === 0) return <small>{t("summary.none")}</small>;
	const point = pointedAt === null ? pointOf(line, at.length - 1) : nearestPoint(line, pointedAt);
	const { value, low, high, isSaturated } = point ?? { value: null, low: null, high: null };
	const plain = { ...channel, unit: "" };
	return (
		<span>
			<b>{valueText(value, channel)}</b>
			{low !== null && high !== null && (
				<small>{` ${t("span", { start: valueText(low, plain), end: valueText(high, plain) })}`}</small>
			)}
			{isSaturated && <small>{` ${t("saturated")}`}</small>}
		</span>
	);
}
