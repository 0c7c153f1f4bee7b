import { IconDownload } from "@tabler/icons-react";
import { limits } from "../../../shared/base/limits";
import type { Report, ReportRun } from "../../../shared/report/report";
import { zoneOffsetMinutes } from "../../../shared/time/time-zones";
import { PlainButton, SubtleButton } from "../../ui/form/buttons";
import { GuardedButton } from "../../ui/form/guarded-button";
import { formatBytes } from "../../ui/format";
import { t } from "../../words/made/reports";
import { downloadRuns } from "./report-acts";
import classes from "./runs.module.css";

type RunChoiceProps = {
	report: Pick<Report, "id" | "zone">;
	runs: ReportRun[];
	chosen: ReadonlySet<string>;
	onClear: () => void;
};

export function RunChoice({ report, runs, chosen, onClear }: RunChoiceProps) {
	const picked = runs.filter(({ id }) => chosen.has(id));
	if (picked.length === 0) {
		return (
			<div className={classes.choice}>
				<p>{t("chooseRunsToDownloadTheirFiles")}</p>
				{yearsOf(runs, report).map((year) => (
					<PlainButton
						key={year}
						leftSection={<IconDownload size={16} stroke={1.7} />}
						onClick={() => void downloadRuns({ reportId: report.id, year })}
					>
						{t("allOfYear", { year })}
					</PlainButton>
				))}
			</div>
		);
	}
	const bytes = picked.flatMap(({ files }) => files).reduce((sum, file) => sum + file.bytes, 0);
	return (
		<div className={classes.choice}>
			<p role="status">{t("choice.chosen", { count: picked.length, size: formatBytes(bytes) })}</p>
			<GuardedButton
				denial={tooMuch(picked, bytes)}
				icon={<IconDownload size={16} stroke={1.7} />}
				onClick={() => void downloadRuns({ runIds: picked.map(({ id }) => id) })}
			>
				{t("downloadAsOneFile")}
			</GuardedButton>
			<SubtleButton onClick={onClear}>{t("clear")}</SubtleButton>
		</div>
	);
}

function yearsOf(runs: ReportRun[], { zone }: Pick<Report, "zone">): number[] {
	const years = runs.map(({ from }) => new Date(from + zoneOffsetMinutes(zone, from) * 60_000).getUTCFullYear());
	return [...new Set(years)].sort((a, b) => b - a);
}

function tooMuch(runs: ReportRun[], bytes: number): string | null {
	const files = runs.reduce((sum, run) => sum + run.files.length, 0);
	if (runs.length > limits.runsPerDownload) return t("choice.tooManyRuns", { most: limits.runsPerDownload });
	if (files > limits.filesPerDownload) return t("choice.tooManyFiles", { most: limits.filesPerDownload });
	return bytes > limits.bytesPerDownload ? t("choice.tooLarge", { size: formatBytes(limits.bytesPerDownload) }) : null;
}
