import { asc } from "drizzle-orm";
import type { Report, ReportListRow } from "../../shared/report";
import type { AccountDb } from "../base/context";
import { findBy, insertInto, updateIn } from "./queries";
import { reports } from "./schema";

export function listReports(db: AccountDb): ReportListRow[] {
	const { id, name, isEnabled, format, schedule, nextRunAt, lastRunAt } = reports;
	return db
		.select({ id, name, isEnabled, format, schedule, nextRunAt, lastRunAt })
		.from(reports)
		.orderBy(asc(reports.name), asc(reports.id))
		.all();
}

export const findReport = findBy(reports, reports.id);

/** With what no list shows. */
export function listWholeReports(db: AccountDb): Report[] {
	return db.select().from(reports).orderBy(asc(reports.name), asc(reports.id)).all();
}

export const updateReport = updateIn(reports);

export const findReportByName = findBy(reports, reports.name);

export const insertReport = insertInto(reports);
