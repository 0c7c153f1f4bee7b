import { Button } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import { useState } from "react";
import { limits } from "../../../shared/base/limits";
import type { LogDevice } from "../../../shared/log/log";
import type { ImportPreview, ImportRejectReason, RejectedCell } from "../../../shared/log/reading-import";
import { sentenceFor } from "../../api/api-error";
import { FormFailure } from "../../ui/form/buttons";
import { countOf, countText } from "../../ui/format";
import { csvText, downloadText } from "../../ui/table/export-csv";
import { describeInstant } from "../../ui/time/time-display";
import { TimeStamp } from "../../ui/time/time-stamp";
import { differenceText } from "./header-questions";
import classes from "./import.module.css";

const shownRejections = 10;

const reasonLabels: Record<ImportRejectReason, string> = {
	"not-an-object": "is not a reading",
	"channel-missing": "has no channel",
	"unknown-channel": "is of an unknown channel",
	"derived-channel": "is of a channel computed from others",
	"time-missing": "has no time",
	"bad-time": "is not a time of this clock",
	"zone-missing": "has no zone",
	future: "is in the future",
	"too-old": "is before the year 2000",
	"bad-value": "is not a number within ±1e100",
	"same-time": "is one of two values at one time",
	"past-retention": "is older than this device's data retention",
	"unknown-device": "is of an unknown device",
	"cell-count": "has more or fewer cells than the other lines",
	"other-header": "has other names than the first header, so this line is not read: import it as a file of its own",
	"other-unit": "has another unit than its column",
};

type PreviewRowsProps = { preview: ImportPreview; device: LogDevice };

export function PreviewRows({ preview: { format, columns, rows }, device }: PreviewRowsProps) {
	const textOf = (value: number | null | undefined) =>
		value === null || value === undefined || format.noValues.includes(value) ? "—" : value;
	const shown = columns.filter(({ channelId }) => channelId !== null);
	return (
		<section className={classes.group} aria-label="First rows">
			<h3>First rows</h3>
			{/* A region, so that the keyboard can scroll it. */}
			{/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region takes the focus for the arrow keys */}
			<section className={classes.scroller} tabIndex={0} aria-label="Table of the first rows">
				<table className={classes.table}>
					<thead>
						<tr>
							<th scope="col">Line</th>
							<th scope="col">Time</th>
							{shown.map(({ column, name }) => (
								<th key={column} scope="col" data-number>
									{name}
								</th>
							))}
						</tr>
					</thead>
					<tbody>
						{rows.map(({ line, at, values }) => (
							<tr key={line}>
								<td data-name="Line">{line}</td>
								<td>{at === null ? "No time" : <TimeStamp to="seconds" at={at} clock={device} />}</td>
								{shown.map(({ column, name }, index) => (
									<td key={column} data-number data-name={name}>
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
		<section className={classes.group} aria-label="What importing does">
			<h3>What importing does</h3>
			<ul className={classes.counts} aria-live="polite">
				<li>{countOf(readings - replaced, "new reading")}</li>
				{replaced > 0 && <li>{countOf(replaced, "reading")} with a value that replaces another one</li>}
				{duplicates > 0 && <li>{countOf(duplicates, "reading")} that you already have</li>}
				{rejectedCount > 0 && <li data-bad>{countOf(rejectedCount, "cell")} skipped</li>}
				{rowsWithoutValue > 0 && <li>{countOf(rowsWithoutValue, "row")} without any value</li>}
				{from !== null && to !== null && (
					<li>
						From {yearlyTime(from, device)} to {yearlyTime(to, device)}
					</li>
				)}
			</ul>
			{difference !== null && <p className={classes.note}>{difference}</p>}
			{noValues.length > 0 && <NoValueCells noValues={noValues} />}
			{rejected.length > 0 && (
				<details className={classes.refusals}>
					<summary>What is rejected and why</summary>
					<RejectionsDownload preview={preview} readEveryRejection={readEveryRejection} />
					<ul>
						{rejected.slice(0, shownRejections).map(({ line, column, reason, text }) => (
							<li key={`${line} ${column}`}>
								Line {line}
								{column !== null && `, ${columnName(preview, column)}`}: {text === "" ? "it" : `“${text}”`}{" "}
								{reasonLabels[reason]}
							</li>
						))}
						{rejectedCount > shownRejections && <li>and {countText(rejectedCount - shownRejections)} more</li>}
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
			<summary>{countOf(total, "cell")} without a value</summary>
			<ul>
				{noValues.map(({ text, count, lines }) => (
					<li key={text}>
						{text === "" ? "Empty" : `“${text}”`}: {countOf(count, "time")}, first in line {lines[0]}
					</li>
				))}
			</ul>
		</details>
	);
}

function columnName({ columns }: Pick<ImportPreview, "columns">, column: number): string {
	return columns.find((each) => each.column === column)?.name ?? `column ${column + 1}`;
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
			<Button
				variant="default"
				size="compact-md"
				leftSection={<IconDownload size={17} stroke={1.7} />}
				loading={isReading}
				onClick={download}
			>
				Download {listedCount < rejectedCount && "the first "}
				{countOf(listedCount, "refusal")}
			</Button>
			<FormFailure failure={failure} />
		</div>
	);
}

export function rejectionsCsv(preview: Pick<ImportPreview, "columns">, rejections: readonly RejectedCell[]): string {
	const names = new Map(preview.columns.map(({ column, name }) => [column, name]));
	const body = rejections.map(({ line, column, reason, text }) => [
		line,
		column === null ? "" : (names.get(column) ?? `column ${column + 1}`),
		text,
		reasonLabels[reason],
	]);
	return csvText([["Line", "Column", "Text", "Reason"], ...body]);
}

/** Uses the device's clock, with the year: a file may be years old. */
function yearlyTime(at: number, device: LogDevice): string {
	return describeInstant(at, device)[0]?.text ?? "";
}
