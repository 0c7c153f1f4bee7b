import type { LogDevice } from "../../../shared/log";
import type { ImportPreview } from "../../../shared/reading-import";
import { TimeStamp } from "../../ui/time/time-stamp";
import classes from "./import.module.css";

type PreviewRowsProps = { preview: ImportPreview; device: LogDevice };

/** The first rows as they were understood. */
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
