import type { SeedReport } from "../../shared/local-seed";
import type { RowStore } from "../account/new-user";
import { contactIdsByName } from "../contact/ensure-seed-contacts";
import { findReportByName, insertReport, setReportRuns } from "./report-rows";

/** Adds the reports of a local run that are not there yet, by name; of the others it tells when they run. */
export function ensureSeedReports(store: RowStore, reports: SeedReport[]): void {
	const { db, newId } = store;
	for (const { contactNames, ...report } of reports) {
		const known = findReportByName(db, report.name);
		const { lastRunAt, nextRunAt } = report;
		if (known) setReportRuns(db, known.id, { lastRunAt, nextRunAt });
		else insertReport(db, { id: newId("report"), ...report, contactIds: contactIdsByName(store, contactNames) });
	}
}
