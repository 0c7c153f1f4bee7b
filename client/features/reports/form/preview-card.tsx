import { errorSentence } from "../../../../shared/errors/error-sentence";
import type { ReportDefinition, ReportPreview } from "../../../../shared/report/report";
import { commaList } from "../../../base/comma-list";
import { TryAgainNote } from "../../../forms/try-again-note";
import { LoadingNote } from "../../../ui/feedback/loading";
import { Callout } from "../../../ui/feedback/notes";
import { Card } from "../../../ui/layout/card";
import layout from "../../../ui/layout/layouts.module.css";
import { NoRows } from "../../../ui/layout/rows";
import { t } from "../../../words/made/reports";
import { periodText } from "../report-labels";
import classes from "./preview.module.css";
import { usePreview } from "./use-preview";

const shownRows = 8;

type PreviewCardProps = {
	definition: ReportDefinition | null;
	isOfNow: boolean;
};

export function PreviewCard({ definition, isOfNow }: PreviewCardProps) {
	const { preview, isBusy, error, retry } = usePreview(definition);
	return (
		<Card title={t("preview")}>
			<div className={classes.body} aria-busy={isBusy}>
				<LoadingNote isLoading={isBusy} />
				<TryAgainNote error={error} className={classes.failure} onRetry={retry} />
				{definition === null ? (
					<NoRows>{t("completeTheReportToSeeA")}</NoRows>
				) : preview === null ? (
					error === null && <NoRows>{t("loading")}</NoRows>
				) : (
					<div className={classes.content}>
						{preview.isOlder && error !== null && <p className={classes.hint}>{t("asBeforeYourLastChange")}</p>}
						<Figures preview={preview} zone={definition.zone} isOfNow={isOfNow} />
						{preview.tables.map((table) => (
							<FirstRows key={table.title} table={table} />
						))}
					</div>
				)}
			</div>
		</Card>
	);
}

type FiguresProps = { preview: ReportPreview; zone: string; isOfNow: boolean };

function Figures({ preview, zone, isOfNow }: FiguresProps) {
	const { devices, channels, readings, tooLarge, tooLargeKey = tooLarge, pages = 0, notes } = preview;
	return (
		<>
			<p className={classes.summary} role="status">
				{!isOfNow && <span className={classes.period}>{periodText(preview, zone)}</span>}
				<span>
					{commaList([
						t("preview.devices", { devices }),
						...(channels > 0 ? [t("preview.channels", { channels })] : []),
						...(readings > 0 ? [t("preview.readings", { readings })] : []),
						...(pages > 1 ? [t("preview.pages", { pages })] : []),
					])}
				</span>
			</p>
			{tooLargeKey !== null && <Callout tone="bad">{errorSentence(tooLargeKey)}</Callout>}
			{notes.length > 0 && (
				<ul className={`${layout.note} ${classes.notes}`}>
					{notes.map((note) => (
						<li key={note}>{note}</li>
					))}
				</ul>
			)}
		</>
	);
}

function FirstRows({ table: { title, columns, rows, isWhole } }: { table: ReportPreview["tables"][number] }) {
	return (
		<div>
			<h3 className={classes.title}>{title}</h3>
			{rows.length === 0 ? (
				<p className={classes.hint}>{t("nothingInThisPeriod")}</p>
			) : (
				// biome-ignore lint/a11y/noNoninteractiveTabindex: an area that scrolls must be reachable by keyboard
				<section className={classes.scroller} tabIndex={0} aria-label={t("firstRowsOfTitle", { title })}>
					<table className={classes.table}>
						<thead>
							<tr>
								{columns.map((column, index) => (
									// biome-ignore lint/suspicious/noArrayIndexKey: columns may be called alike, and stand still
									<th key={index} scope="col">
										{column}
									</th>
								))}
							</tr>
						</thead>
						<tbody>
							{rows.slice(0, shownRows).map((cells, row) => (
								// biome-ignore lint/suspicious/noArrayIndexKey: rows may be alike, and stand still
								<tr key={row}>
									{cells.map((cell, index) => (
										// biome-ignore lint/suspicious/noArrayIndexKey: as its column
										<td key={index}>{cell}</td>
									))}
								</tr>
							))}
						</tbody>
					</table>
				</section>
			)}
			{(!isWhole || rows.length > shownRows) && <p className={classes.hint}>{t("moreRowsInTheFile")}</p>}
		</div>
	);
}
