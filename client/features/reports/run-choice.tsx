import { Button } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import { limits } from "../../../shared/base/limits";
import type { Report, ReportRun } from "../../../shared/report/report";
import { zoneOffsetMinutes } from "../../../shared/time/time-zones";
import { GuardedButton } from "../../ui/form/guarded-button";
import { countOf, formatBytes } from "../../ui/format";
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
				<p>Choose runs to download their files together, or take a year.</p>
				{yearsOf(runs, report).map((year) => (
					<Button
						key={year}
						variant="default"
						leftSection={<IconDownload size={16} stroke={1.7} />}
						onClick={() => void downloadRuns({ reportId: report.id, year })}
					>
						{`All of ${year}`}
					</Button>
				))}
			</div>
		);
	}
	const bytes = picked.flatMap(({ files }) => files).reduce((sum, file) => sum + file.bytes, 0);
	return (
		<div className={classes.choice}>
			<p role="status">
				{countOf(picked.length, "run")} chosen, {formatBytes(bytes)}
			</p>
			<GuardedButton
				denial={tooMuch(picked, bytes)}
				icon={<IconDownload size={16} stroke={1.7} />}
				onClick={() => void downloadRuns({ runIds: picked.map(({ id }) => id) })}
			>
				Download as one file
			</GuardedButton>
			<Button variant="subtle" onClick={onClear}>
				Clear
			</Button>
		</div>
	);
}

function yearsOf(runs: ReportRun[], { zone }: Pick<Report, "zone">): number[] {
	const years = runs.map(({ from }) => new Date(from + zoneOffsetMinutes(zone, from) * 60_000).getUTCFullYear());
	return [...new Set(years)].sort((a, b) => b - a);
}

function tooMuch(runs: ReportRun[], bytes: number): string | null {
	const files = runs.reduce((sum, run) => sum + run.files.length, 0);
	if (runs.length > limits.runsPerDownload) return `Choose at most ${limits.runsPerDownload} runs.`;
	if (files > limits.filesPerDownload) return `One download takes ${limits.filesPerDownload} files at most.`;
	return bytes > limits.bytesPerDownload ? `One download takes ${formatBytes(limits.bytesPerDownload)} at most.` : null;
}
