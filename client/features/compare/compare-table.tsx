import { SegmentedControl } from "@mantine/core";
import { dayMs } from "../../../shared/base/durations";
import { type ComparedRow, dayRows } from "../../../shared/log/compared-spans";
import type { LogChannel } from "../../../shared/log/log";
import { Card } from "../../ui/layout/card";
import type { Column } from "../../ui/table/column";
import { csvText, ExportButton } from "../../ui/table/export-csv";
import { LongTable } from "../../ui/table/long-table";
import { formatSpan } from "../../ui/time/relative-time";
import { valueText } from "../../ui/value-display";
import { t } from "../../words/made/devices";
import classes from "./compare.module.css";
import { type ComparedSpan, type Comparison, differenceName, stepValues, wallText } from "./compare-content";

const daysFromMs = 3 * dayMs;

type CompareTableProps = { comparison: Comparison; per: string | undefined; onPer: (per: string) => void };

export function CompareTable({ comparison, per, onPer }: CompareTableProps) {
	const { spans, stepMs, lengthMs } = comparison;
	const [first, ...others] = spans;
	if (!first) return null;
	const canBeDays = stepMs < dayMs;
	const isDays = canBeDays && (per === undefined ? lengthMs >= daysFromMs : per === "day");
	const rows = isDays ? dayRows(comparison.rows, (index) => spans[index]?.isSummed === true) : comparison.rows;
	const rowMs = isDays ? dayMs : stepMs;
	const columns: Column<ComparedRow>[] = [
		{ id: "time", header: t("compare.time"), cell: ({ at }) => wallText(first.wall + at, rowMs) },
		...spans.flatMap((span, index): Column<ComparedRow>[] => {
			const mean: Column<ComparedRow> = {
				id: `mean${span.number}`,
				header: labelOf(span),
				isNumber: true,
				cell: (row) => <Mean row={row} span={span} index={index} rowMs={rowMs} isMoved={span.wall !== first.wall} />,
			};
			if (index === 0 || !span.isAlike) return [mean];
			const difference: Column<ComparedRow> = {
				id: `difference${span.number}`,
				header: differenceName(span, first),
				isNumber: true,
				cell: (row) => <Difference row={row} index={index} channel={span.line.channel} isDays={isDays} />,
			};
			return [mean, difference];
		}),
	];
	return (
		<Card
			title={isDays ? t("compare.days") : t("compare.steps")}
			action={
				<div className={classes.tableControls}>
					{canBeDays && (
						<SegmentedControl
							aria-label={t("compare.rowForEach")}
							data={[
								{ value: "day", label: t("compare.day") },
								{ value: "step", label: formatSpan(stepMs) },
							]}
							value={isDays ? "day" : "step"}
							onChange={onPer}
						/>
					)}
					<ExportButton fileName="comparison.csv" rowCount={rows.length} text={() => comparisonCsv(spans, rows)} />
				</div>
			}
		>
			<p className={classes.tableNote}>
				{isDays && spans.some(({ isSummed }) => !isSummed) ? `${t("compare.note.dayMean")} ` : ""}
				{spans.some(({ isSummed }) => isSummed) ? `${t("compare.note.use")} ` : ""}
				{others.length > 0 && t("compare.note.difference")}
			</p>
			<div className={classes.table}>
				<LongTable
					caption={
						isDays
							? t(`compare.captionOfDays.${stepValues(spans)}`)
							: t(`compare.caption.${stepValues(spans)}`, { step: formatSpan(stepMs) })
					}
					columns={columns}
					rows={rows}
					rowKey={(row) => `${row.at} ${row.means.join()}`}
				/>
			</div>
		</Card>
	);
}

type MeanProps = { row: ComparedRow; span: ComparedSpan; index: number; rowMs: number; isMoved: boolean };

function Mean({ row, span, index, rowMs, isMoved }: MeanProps) {
	const mean = row.means[index] ?? null;
	return (
		<>
			{meanText(mean, span.line.channel)}
			{isMoved && mean !== null && <small className={classes.own}>{wallText(span.wall + row.at, rowMs)}</small>}
		</>
	);
}

/** A door's mean is the share of readings in which it was open. */
function meanText(mean: number | null, channel: LogChannel): string {
	if (channel.quantity !== "door" || mean === null) return valueText(mean, channel);
	return t("compare.doorOpen", { percent: Math.round(mean * 100) });
}

type DifferenceProps = { row: ComparedRow; index: number; channel: LogChannel; isDays: boolean };

function Difference({ row, index, channel, isDays }: DifferenceProps) {
	const difference = row.differences[index] ?? null;
	const [paired = 0, measured = 0] = [row.paired[index], row.measured[index]];
	const text = valueText(difference, channel);
	return (
		<>
			{difference !== null && difference > 0 && !isZero(difference, channel) ? `+${text}` : text}
			{isDays && difference !== null && paired < measured && (
				<small className={classes.own}>{t("compare.pairedSteps", { paired, measured })}</small>
			)}
		</>
	);
}

function labelOf({ number, label }: ComparedSpan): string {
	return `${number} · ${label}`;
}

function isZero(value: number, { decimals }: LogChannel): boolean {
	return Number(value.toFixed(decimals)) === 0;
}

/** Each span's own time beside its mean: the first one's time alone would hide which day a value is of. */
export function comparisonCsv(spans: readonly ComparedSpan[], rows: readonly ComparedRow[]): string {
	const [first] = spans;
	const unitOf = ({ line: { channel } }: ComparedSpan) => (channel.unit === "" ? "" : ` (${channel.unit})`);
	const differing = spans.filter((span) => span !== first && span.isAlike);
	const head = [
		...spans.flatMap((span) => [`Time ${span.number} (device clock)`, `${labelOf(span)}${unitOf(span)}`]),
		...differing.flatMap((span) => [
			`${span.number} minus ${first?.number}${unitOf(span)}`,
			`Steps of ${span.number} and ${first?.number}`,
			`Steps of ${span.number} or ${first?.number}`,
		]),
	];
	const body = rows.map((row) => [
		...spans.flatMap((span, index) => [isoWall(span.wall + row.at), plain(row.means[index], span)]),
		...differing.flatMap((span) => {
			const index = spans.indexOf(span);
			return [plain(row.differences[index], span), row.paired[index] ?? 0, row.measured[index] ?? 0];
		}),
	]);
	return csvText([head, ...body]);
}

function isoWall(wall: number): string {
	return new Date(wall).toISOString().slice(0, 19).replace("T", " ");
}

function plain(value: number | null | undefined, { line: { channel } }: ComparedSpan): number | null {
	return value === null || value === undefined ? null : Number(value.toFixed(Math.min(channel.decimals + 2, 20)));
}
