import type { ReportListRow } from "../../../shared/report";

/** The report that runs next and the one that ran last; the same one can be both. */
export function nextAndLast(reports: ReportListRow[]): { next: ReportListRow | null; last: ReportListRow | null } {
	const waiting = reports.filter(({ isEnabled, nextRunAt }) => isEnabled && nextRunAt !== null);
	const ran = reports.filter(({ lastRunAt }) => lastRunAt !== null);
	return {
		next: waiting.sort((a, b) => instant(a.nextRunAt) - instant(b.nextRunAt))[0] ?? null,
		last: ran.sort((a, b) => instant(b.lastRunAt) - instant(a.lastRunAt))[0] ?? null,
	};
}

function instant(date: Date | null): number {
	return date?.getTime() ?? 0;
}
