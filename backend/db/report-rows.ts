import { asc, eq } from "drizzle-orm";
import type { Report, ReportListRow } from "../../shared/report";
import type { AccountDb } from "../base/context";
import { reports } from "./schema";

export function listReports(db: AccountDb): ReportListRow[] {
	const { id, name, isEnabled, format, schedule, nextRunAt, lastRunAt } = reports;
	return db
		.select({ id, name, isEnabled, format, schedule, nextRunAt, lastRunAt })
		.from(reports)
		.orderBy(asc(reports.name), asc(reports.id))
		.all();
}

export function findReport(db: AccountDb, id: string): Report | null {
	return db.select().from(reports).where(eq(reports.id, id)).get() ?? null;
}

/** With what no list shows. */
export function listWholeReports(db: AccountDb): Report[] {
	return db.select().from(reports).orderBy(asc(reports.name), asc(reports.id)).all();
}

export function setReportContacts(db: AccountDb, id: string, contactIds: string[]): void {
	db.update(reports).set({ contactIds }).where(eq(reports.id, id)).run();
}

export function findReportByName(db: AccountDb, name: string): Report | null {
	return db.select().from(reports).where(eq(reports.name, name)).get() ?? null;
}

export function insertReport(db: AccountDb, report: Report): void {
	db.insert(reports).values(report).run();
}

export function setReportRuns(db: AccountDb, id: string, runs: Pick<Report, "lastRunAt" | "nextRunAt">): void {
	db.update(reports).set(runs).where(eq(reports.id, id)).run();
}
