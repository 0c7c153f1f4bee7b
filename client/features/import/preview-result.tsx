import { IconDownload } from "@tabler/icons-react";
import { useState } from "react";
import { limits } from "../../../shared/base/limits";
import type { LogDevice } from "../../../shared/log/log";
import type { ImportPreview, RejectedCell } from "../../../shared/log/reading-import";
import { sentenceFor } from "../../api/api-error";
import { FormFailure, SmallButton } from "../../ui/form/buttons";
import { csvText, downloadText } from "../../ui/table/export-csv";
import { describeInstant } from "../../ui/time/time-display";
import { TimeStamp } from "../../ui/time/time-stamp";
import { digitsText } from "../../ui/value-display";
import { t } from "../../words/made/import";
import { columnTitle, headingOf } from "./column-name";
import { differenceText } from "./header-questions";
import classes from "./import.module.css";

const shownRejections = 10;

type PreviewRowsProps = { preview: ImportPreview; device: LogDevice };

export function PreviewRows({ preview: { format, columns, rows }, device }: PreviewRowsProps) {
	const textOf = (value: number | null | undefined) =>
		value === null || value === undefined || format.noValues.includes(value) ? "—" : digitsText(String(value));
	const shown = columns.filter(({ channelId }) => channelId !== null);
	return (
		<section className={classes.group} aria-label={t("rows.title")}>
			<h3>{t("rows.title")}</h3>
			{/* A region, so that the keyboard can scroll it. */}
			{/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region takes the focus for the arrow keys */}
			<section className={classes.scroller} tabIndex={0} aria-label={t("rows.table")}>
				<table className={classes.table}>
					<thead>
						<tr>
							<th scope="col">{t("line")}</th>
							<th scope="col">{t("time")}</th>
							{shown.map(({ column }) => (
								<th key={column} scope="col" data-number>
									{columnTitle(columns, column)}
								</th>
							))}
						</tr>
					</thead>
					<tbody>
						{rows.map(({ line, at, values }) => (
							<tr key={line}>
								<td data-name={t("line")}>{line}</td>
								<td>{at === null ? t("time.none") : <TimeStamp to="seconds" at={at} clock={device} />}</td>
								{shown.map(({ column }, index) => (
									<td key={column} data-number data-name={columnTitle(columns, column)}>
										{textOf(values[index])}
									</td>
								))}
							</tr>
						))}
					</tbody>
				</table>
			</section>
		</section>
	);
}

type PreviewCountsProps = {
	preview: ImportPreview;
	device: LogDevice;
	readEveryRejection: () => Promise<RejectedCell[]>;
};

export function PreviewCounts({ preview, device, readEveryRejection }: PreviewCountsProps) {
	const { readings, duplicates, replaced, rejectedCount, rejected, from, to } = preview;
	const { noValues, rowsWithoutValue, clockDifferenceMinutes } = preview;
	const difference = differenceText(clockDifferenceMinutes, device);
	return (
		<section className={classes.group} aria-label={t("counts.title")}>
			<h3>{t("counts.title")}</h3>
			<ul className={classes.counts} aria-live="polite">
				<li>{t("count.new", { count: readings - replaced })}</li>
				{replaced > 0 && <li>{t("count.willReplace", { count: replaced })}</li>}
				{duplicates > 0 && <li>{t("count.have", { count: duplicates })}</li>}
				{rejectedCount > 0 && <li data-bad>{t("count.skipped", { count: rejectedCount })}</li>}
				{rowsWithoutValue > 0 && <li>{t("count.rowsWithoutValue", { count: rowsWithoutValue })}</li>}
				{from !== null && to !== null && (
					<li>{t("counts.span", { from: yearlyTime(from, device), to: yearlyTime(to, device) })}</li>
				)}
			</ul>
			{difference !== null && <p className={classes.note}>{difference}</p>}
			{noValues.length > 0 && <NoValueCells noValues={noValues} />}
			{rejected.length > 0 && (
				<details className={classes.refusals}>
					<summary>{t("rejected.title")}</summary>
					<RejectionsDownload preview={preview} readEveryRejection={readEveryRejection} />
					<ul>
						{rejected.slice(0, shownRejections).map((cell) => (
							<li key={`${cell.line} ${cell.column}`}>{rejectionText(preview, cell)}</li>
						))}
						{rejectedCount > shownRejections && (
							<li>{t("rejected.more", { count: rejectedCount - shownRejections })}</li>
						)}
					</ul>
				</details>
			)}
		</section>
	);
}

function NoValueCells({ noValues }: Pick<ImportPreview, "noValues">) {
	const total = noValues.reduce((sum, { count }) => sum + count, 0);
	return (
		<details className={classes.refusals}>
			<summary>{t("noValue.cells", { count: total })}</summary>
			<ul>
				{noValues.map(({ text, count, lines }) => (
					<li key={text}>
						{text === ""
							? t("noValue.empty", { count, line: lines[0] ?? 0 })
							: t("noValue.text", { count, text, line: lines[0] ?? 0 })}
					</li>
				))}
			</ul>
		</details>
	);
}

function rejectionText({ columns }: ImportPreview, { line, column, reason: why, text }: RejectedCell): string {
	const reason = t(`reason.${why}`);
	if (column === null) {
		return text === "" ? t("rejected.emptyLine", { line, reason }) : t("rejected.line", { line, text, reason });
	}
	const found = headingOf(columns, column);
	const values = { line, column: found ?? t("column.numberedInSentence", { number: column + 1 }), reason };
	return text === "" ? t("rejected.emptyCell", values) : t("rejected.cell", { ...values, text });
}

type RejectionsDownloadProps = Pick<PreviewCountsProps, "preview" | "readEveryRejection">;

function RejectionsDownload({ preview, readEveryRejection }: RejectionsDownloadProps) {
	const { rejected, rejectedCount } = preview;
	const [isReading, setIsReading] = useState(false);
	const [failure, setFailure] = useState<string | null>(null);
	const listedCount = Math.min(rejectedCount, limits.importListedRefusals);
	const download = async () => {
		setFailure(null);
		setIsReading(true);
		try {
			const every = rejected.length < rejectedCount ? await readEveryRejection() : rejected;
			downloadText("readings-rejected.csv", rejectionsCsv(preview, every));
		} catch (error) {
			setFailure(sentenceFor(error));
		} finally {
			setIsReading(false);
		}
	};
	return (
		<div className={classes.refusalsDownload}>
			<SmallButton leftSection={<IconDownload size={17} stroke={1.7} />} loading={isReading} onClick={download}>
				{listedCount < rejectedCount
					? t("rejected.downloadFirst", { count: listedCount })
					: t("rejected.download", { count: listedCount })}
			</SmallButton>
			<FormFailure failure={failure} />
		</div>
	);
}

export function rejectionsCsv(preview: Pick<ImportPreview, "columns">, rejections: readonly RejectedCell[]): string {
	const body = rejections.map(({ line, column, reason, text }) => [
		line,
		column === null
			? ""
			: (headingOf(preview.columns, column) ?? t("column.numberedInSentence", { number: column + 1 })),
		text,
		t(`reason.${reason}`),
	]);
	return csvText([[t("line"), t("rejected.column"), t("rejected.text"), t("rejected.reason")], ...body]);
}

/** Uses the device's clock, with the year: a file may be years old. */
function yearlyTime(at: number, device: LogDevice): string {
	return describeInstant(at, device)[0]?.text ?? "";
}
