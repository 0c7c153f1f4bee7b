import { and, asc, desc, eq, isNotNull, lte, sql } from "drizzle-orm";
import { specifiedFormats } from "../../shared/formats/display-formats";
import type { ReportDefinition } from "../../shared/report/report";
import { scheduleSentence } from "../../shared/report/schedule-sentence";
import type { AccountDb, ReadDb } from "../base/context";
import { cached } from "./cached-rows";
import { deleteBy, findBy, insertInto, prepared, updateIn } from "./queries";
import { reports, reportVersions } from "./report-schema";

export type ReportRow = typeof reports.$inferSelect;

export type DefinedReport = ReportRow & { definition: ReportDefinition };

export const listReports = cached([reports, reportVersions], (db: ReadDb): DefinedReport[] => {
	return selectDefined(db).orderBy(asc(reports.name), asc(reports.id)).all().map(toDefined);
});

export function findReport(db: ReadDb, id: string): DefinedReport | null {
	const found = oneReport(db).get({ id });
	return found ? toDefined(found) : null;
}

const oneReport = prepared((db: ReadDb) => {
	return selectDefined(db)
		.where(eq(reports.id, sql.placeholder("id")))
		.prepare();
});

function selectDefined(db: ReadDb) {
	const isPresent = and(eq(reportVersions.reportId, reports.id), eq(reportVersions.version, reports.version));
	return db
		.select({ report: reports, definition: reportVersions.definition })
		.from(reports)
		.innerJoin(reportVersions, isPresent);
}

type Joined = { report: ReportRow; definition: ReportDefinition };

function toDefined({ report, definition }: Joined): DefinedReport {
	const { name, isEnabled } = report;
	return { ...report, definition: { ...definition, name, isEnabled } };
}

export function findVersion(db: ReadDb, reportId: string, version: number): ReportDefinition | null {
	return oneVersion(db).get({ reportId, version })?.definition ?? null;
}

/** Null: the version is deleted, or the previous release wrote it. */
export function findVersionAuthor(db: ReadDb, reportId: string, version: number): string | null {
	return oneVersion(db).get({ reportId, version })?.savedBy ?? null;
}

const oneVersion = prepared((db: ReadDb) => {
	const { reportId, version } = reportVersions;
	const isOne = and(eq(reportId, sql.placeholder("reportId")), eq(version, sql.placeholder("version")));
	return db.select().from(reportVersions).where(isOne).prepare();
});

type SavedReport = { id: string; definition: ReportDefinition; savedBy: string | null; nextRunAt: number | null };

export function insertReport(db: AccountDb, report: SavedReport, now: number): void {
	const version = 1;
	db.insert(reports)
		.values({ id: report.id, createdAt: new Date(now), version, ...columnsOf(report) })
		.run();
	insertVersion(db, versionOf(report, version, now));
}

export function saveReport(db: AccountDb, report: SavedReport, now: number): void {
	const version = (findRow(db, report.id)?.version ?? 0) + 1;
	changeRow(db, report.id, { version, ...columnsOf(report) });
	insertVersion(db, versionOf(report, version, now));
}

function versionOf({ id: reportId, definition, savedBy }: SavedReport, version: number, now: number) {
	return { reportId, version, definition, savedBy, savedAt: new Date(now) };
}

/** Removes references to deleted entities from a report. Keeps the author. */
export function changeReport(db: AccountDb, id: string, definition: ReportDefinition, now: number): void {
	const row = findRow(db, id);
	if (!row) return;
	saveReport(db, { id, definition, savedBy: row.savedBy, nextRunAt: row.nextRunAt?.getTime() ?? null }, now);
}

const findRow = findBy(reports, reports.id);
const changeRow = updateIn(reports);
const insertVersion = insertInto(reportVersions);

function columnsOf({ definition, savedBy, nextRunAt }: SavedReport) {
	const { name, isEnabled, format, description, schedule, zone, delivery } = definition;
	return {
		name,
		isEnabled,
		format,
		description,
		contactIds: delivery.contactIds,
		savedBy,
		schedule: schedule ? scheduleSentence(schedule, zone, specifiedFormats) : "",
		nextRunAt: nextRunAt === null ? null : new Date(nextRunAt),
	};
}

export function setNextRun(db: AccountDb, id: string, change: { isEnabled?: boolean; nextRunAt: number | null }): void {
	const { nextRunAt, ...rest } = change;
	changeRow(db, id, { ...rest, nextRunAt: nextRunAt === null ? null : new Date(nextRunAt) });
}

export function setLastRun(db: AccountDb, id: string, at: number): void {
	changeRow(db, id, { lastRunAt: new Date(at) });
}

const deleteRow = deleteBy(reports, reports.id);
const deleteVersions = deleteBy(reportVersions, reportVersions.reportId);

export function deleteReportRow(db: AccountDb, id: string): void {
	deleteRow(db, id);
	deleteVersions(db, id);
}

export const nextReportDueAt = cached(
	[reports],
	(db: AccountDb): number | null => firstDue(db).get()?.nextRunAt?.getTime() ?? null,
);

const firstDue = prepared((db) => {
	const { nextRunAt } = reports;
	return db.select({ nextRunAt }).from(reports).where(isNotNull(nextRunAt)).orderBy(asc(nextRunAt)).limit(1).prepare();
});

export function listDueReports(db: AccountDb, now: number, limit: number): string[] {
	const { id, nextRunAt } = reports;
	const isDue = and(isNotNull(nextRunAt), lte(nextRunAt, new Date(now)));
	const rows = db.select({ id }).from(reports).where(isDue).orderBy(asc(nextRunAt)).limit(limit).all();
	return rows.map((row) => row.id);
}

export function findReportByName(db: AccountDb, name: string): DefinedReport | null {
	const found = selectDefined(db).where(eq(reports.name, name)).orderBy(desc(reports.id)).get();
	return found ? toDefined(found) : null;
}
