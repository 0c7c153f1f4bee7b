import type { RejectReason } from "../../../shared/ingest";
import type { LogDevice } from "../../../shared/log";
import type { ImportPreview } from "../../../shared/reading-import";
import { countOf } from "../../ui/format";
import { describeInstant } from "../../ui/time/time-display";
import { TimeStamp } from "../../ui/time/time-stamp";
import classes from "./import.module.css";

const shownRefusals = 10;

const reasonLabels: Record<RejectReason, string> = {
	"not-an-object": "is not a reading",
	"channel-missing": "has no channel",
	"unknown-channel": "is of an unknown channel",
	"time-missing": "has no time",
	"bad-time": "is not a time of this clock",
	"zone-missing": "has no zone",
	future: "is in the future",
	"too-old": "is before the year 2000",
	"bad-value": "is not a number",
	"past-retention": "is older than this device keeps",
	"unknown-device": "is of an unknown device",
};

type PreviewRowsProps = { preview: ImportPreview; device: LogDevice };

export function PreviewRows({ preview: { columns, rows }, device }: PreviewRowsProps) {
	const shown = columns.filter(({ channelId }) => channelId !== null);
	return (
		<section className={classes.group} aria-label="First rows">
			<h3>First rows</h3>
			{/* A region of its own, so that the keyboard can scroll what is wider than the screen. */}
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
								<td>{line}</td>
								<td>{at === null ? "No time" : <TimeStamp at={at} clock={device} />}</td>
								{shown.map(({ column }, index) => (
									<td key={column} data-number>
										{values[index] ?? "—"}
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

type PreviewCountsProps = { preview: ImportPreview; device: LogDevice };

export function PreviewCounts({ preview, device }: PreviewCountsProps) {
	const { readings, duplicates, replaced, rejectedCount, rejected, from, to } = preview;
	const names = new Map(preview.columns.map(({ column, name }) => [column, name]));
	return (
		<section className={classes.group} aria-label="What importing does">
			<h3>What importing does</h3>
			<ul className={classes.counts} aria-live="polite">
				<li>{countOf(readings - replaced, "new reading")}</li>
				{replaced > 0 && <li>{countOf(replaced, "reading")} with a value that replaces another one</li>}
				{duplicates > 0 && <li>{countOf(duplicates, "reading")} that you already have</li>}
				{rejectedCount > 0 && <li data-bad>{countOf(rejectedCount, "place")} refused</li>}
				{from !== null && to !== null && (
					<li>
						From {yearlyTime(from, device)} to {yearlyTime(to, device)}
					</li>
				)}
			</ul>
			{rejected.length > 0 && (
				<details className={classes.refusals}>
					<summary>What is refused and why</summary>
					<ul>
						{rejected.slice(0, shownRefusals).map(({ line, column, reason, text }) => (
							<li key={`${line} ${column}`}>
								Line {line}
								{column !== null && `, ${names.get(column) ?? `column ${column + 1}`}`}:{" "}
								{text === "" ? "it" : `“${text}”`} {reasonLabels[reason]}
							</li>
						))}
						{rejectedCount > shownRefusals && (
							<li>and {(rejectedCount - shownRefusals).toLocaleString("en-US")} more</li>
						)}
					</ul>
				</details>
			)}
		</section>
	);
}

/** By the device's clock, with the year: a file may be years old. */
function yearlyTime(at: number, device: LogDevice): string {
	return describeInstant(at, device)[0]?.text ?? "";
}
