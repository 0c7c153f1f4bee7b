import {
	and,
	asc,
	count,
	desc,
	eq,
	gt,
	gte,
	inArray,
	isNotNull,
	isNull,
	lt,
	lte,
	max,
	not,
	or,
	sql,
} from "drizzle-orm";
import { hourMs, minuteMs } from "../../shared/base/durations";
import { smallestOf } from "../../shared/base/lists";
import type { ReportRunState } from "../../shared/report/report";
import { unnamedKeptMs } from "../base/archive-places";
import type { AccountDb, ReadDb } from "../base/context";
import { cached } from "./cached-rows";
import { deleteAllBy, deleteBy, findBy, insertInto, isOneOf, prepared, saveInto, updateIn } from "./queries";
import { reportFiles, reportGarbage, reportLinks, reportRuns, reportSignatures } from "./report-schema";

export type RunRow = typeof reportRuns.$inferSelect;
export type FileRow = typeof reportFiles.$inferSelect;

const openStates: ReportRunState[] = ["queued", "running"];
const isOpen = inArray(reportRuns.state, openStates);

/** False if the schedule has already requested this period. */
export function insertRun(db: AccountDb, run: RunRow): boolean {
	const { id } = reportRuns;
	return db.insert(reportRuns).values(run).onConflictDoNothing().returning({ id }).all().length > 0;
}

export const findRun = findBy(reportRuns, reportRuns.id);
export function findRuns(db: ReadDb, ids: string[]): RunRow[] {
	return ids.length === 0 ? [] : db.select().from(reportRuns).where(isOneOf(reportRuns.id, ids)).all();
}

export const updateRun = updateIn(reportRuns);

type RunPage = { reportId: string; versions: number[]; before: string | null; limit: number };

export function listRuns(db: ReadDb, { reportId, versions, before, limit }: RunPage): RunRow[] {
	const isOfReport = and(eq(reportRuns.reportId, reportId), isOneOf(reportRuns.definitionVersion, versions));
	const isWanted = before === null ? isOfReport : and(isOfReport, lt(reportRuns.id, before));
	return db.select().from(reportRuns).where(isWanted).orderBy(desc(reportRuns.id)).limit(limit).all();
}

export function countRunsByVersion(db: ReadDb, reportId: string): { definitionVersion: number; runs: number }[] {
	const { definitionVersion } = reportRuns;
	const counts = db.select({ definitionVersion, runs: count() }).from(reportRuns);
	return counts.where(eq(reportRuns.reportId, reportId)).groupBy(definitionVersion).all();
}

export function listRunsOfPeriod(db: ReadDb, { reportId, from, to }: { reportId: string; from: number; to: number }) {
	const isWithin = and(gte(reportRuns.from, from), lt(reportRuns.from, to));
	const isWanted = and(eq(reportRuns.reportId, reportId), isWithin);
	return db.select().from(reportRuns).where(isWanted).orderBy(asc(reportRuns.id)).all();
}

export function lastRuns(db: ReadDb, reportIds: readonly string[]): Map<string, RunRow> {
	// One query for each report: a year of runs is too much to group.
	const found = reportIds.flatMap((reportId) => lastOver(db).get({ reportId }) ?? []);
	return new Map(found.map((run) => [run.reportId, run]));
}

const lastOver = prepared((db: ReadDb) => {
	const isOfReport = eq(reportRuns.reportId, sql.placeholder("reportId"));
	const rows = db
		.select()
		.from(reportRuns)
		.where(and(isOfReport, not(isOpen)));
	return rows.orderBy(desc(reportRuns.id)).limit(1).prepare();
});

export function previousEndOf(db: ReadDb, reportId: string): number | null {
	return lastScheduled(db).get({ reportId })?.to ?? null;
}

const lastScheduled = prepared((db: ReadDb) => {
	const isScheduled = and(eq(reportRuns.reportId, sql.placeholder("reportId")), isNotNull(reportRuns.periodKey));
	const rows = db.select({ to: reportRuns.to }).from(reportRuns).where(isScheduled);
	return rows.orderBy(desc(reportRuns.id)).limit(1).prepare();
});

export const nextRunLookAt = cached([reportRuns], (db: AccountDb): number | null => firstDueOf(db, openStates));

/** One query for each state: an index serves it in one step. */
function firstDueOf(db: AccountDb, states: readonly ReportRunState[]): number | null {
	const times = states.flatMap((state) => firstOfState(db).get({ state })?.dueAt ?? []);
	return times.length === 0 ? null : smallestOf(times);
}

const firstOfState = prepared((db) => {
	const { dueAt, state } = reportRuns;
	const isOfState = and(eq(state, sql.placeholder("state")), isNotNull(dueAt));
	return db.select({ dueAt }).from(reportRuns).where(isOfState).orderBy(asc(dueAt)).limit(1).prepare();
});

export function listDueRuns(db: AccountDb, now: number): RunRow[] {
	const isDue = and(isNotNull(reportRuns.dueAt), lte(reportRuns.dueAt, now), isOpen);
	return db.select().from(reportRuns).where(isDue).orderBy(asc(reportRuns.id)).all();
}

export function countTaken(db: AccountDb, now: number): number {
	const isTaken = and(isOpen, gt(reportRuns.leaseUntil, now));
	return db.select({ runs: count() }).from(reportRuns).where(isTaken).get()?.runs ?? 0;
}

export function postponeRuns(db: AccountDb, ids: string[], dueAt: number): void {
	db.update(reportRuns).set({ dueAt }).where(isOneOf(reportRuns.id, ids)).run();
}

export function wakeNextRun(db: AccountDb, now: number): void {
	const isWaiting = and(eq(reportRuns.state, "queued"), isNull(reportRuns.leaseUntil));
	const next = db.select({ id: reportRuns.id }).from(reportRuns).where(isWaiting).orderBy(asc(reportRuns.id)).get();
	if (next) updateRun(db, next.id, { dueAt: now });
}

export function listOpenRuns(db: ReadDb, requested: { reportId?: string; since?: number } = {}): RunRow[] {
	const { reportId, since } = requested;
	const ofReport = reportId === undefined ? undefined : eq(reportRuns.reportId, reportId);
	const isRecent = since === undefined ? undefined : gt(reportRuns.queuedAt, since);
	return openRuns(db, and(isOpen, ofReport, isRecent));
}

function openRuns(db: ReadDb, isWanted: ReturnType<typeof and>): RunRow[] {
	return db.select().from(reportRuns).where(isWanted).orderBy(asc(reportRuns.id)).all();
}

export function countOpenRuns(db: ReadDb): number {
	return db.select({ runs: count() }).from(reportRuns).where(isOpen).get()?.runs ?? 0;
}

export function highestRunSeq(db: AccountDb): number {
	return (
		db
			.select({ seq: max(reportRuns.seq) })
			.from(reportRuns)
			.get()?.seq ?? 0
	);
}

export const insertFile = insertInto(reportFiles);
export const findFile = findBy(reportFiles, reportFiles.id);
export const deleteFile = deleteBy(reportFiles, reportFiles.id);

export function listFiles(db: ReadDb, runIds: string[]): FileRow[] {
	return db.select().from(reportFiles).where(isOneOf(reportFiles.runId, runIds)).orderBy(asc(reportFiles.id)).all();
}

export function listFilesAfter(db: ReadDb, id: string, limit: number): FileRow[] {
	return db.select().from(reportFiles).where(gt(reportFiles.id, id)).orderBy(asc(reportFiles.id)).limit(limit).all();
}

export function listSignatures(db: ReadDb, runIds: string[]) {
	const isOfRuns = isOneOf(reportSignatures.runId, runIds);
	return db.select().from(reportSignatures).where(isOfRuns).orderBy(asc(reportSignatures.id)).all();
}

export function isAnySigned(db: ReadDb, reportId: string): boolean {
	const isOfReport = eq(reportRuns.reportId, reportId);
	const signed = db
		.select({ id: reportSignatures.id })
		.from(reportSignatures)
		.innerJoin(reportRuns, eq(reportRuns.id, reportSignatures.runId));
	return signed.where(isOfReport).get() !== undefined;
}

export function isRunSigned(db: ReadDb, runId: string): boolean {
	const { id, runId: ofRun } = reportSignatures;
	return db.select({ id }).from(reportSignatures).where(eq(ofRun, runId)).get() !== undefined;
}

export function listExpiredRuns(db: AccountDb, now: number, limit: number): RunRow[] {
	const isExpired = and(isNotNull(reportRuns.keptUntil), lte(reportRuns.keptUntil, now), not(isOpen));
	return db.select().from(reportRuns).where(isExpired).orderBy(asc(reportRuns.keptUntil)).limit(limit).all();
}

/** Unsigned runs expire `keptMs` after their end, at the earliest at `notBefore`, epoch ms. */
export function keepRunsFor(db: AccountDb, { keptMs, notBefore }: { keptMs: number; notBefore: number }): void {
	const { keptUntil, finishedAt } = reportRuns;
	const until = sql`max(${finishedAt} + ${keptMs}, ${notBefore})`;
	const goes = and(isNotNull(keptUntil), isNotNull(finishedAt));
	db.update(reportRuns).set({ keptUntil: until }).where(goes).run();
}

export const nextExpiryAt = cached(
	[reportRuns],
	(db: AccountDb): number | null => firstExpiry(db).get()?.keptUntil ?? null,
);

const firstExpiry = prepared((db) => {
	const { keptUntil } = reportRuns;
	const rows = db.select({ keptUntil }).from(reportRuns).where(isNotNull(keptUntil));
	return rows.orderBy(asc(keptUntil)).limit(1).prepare();
});

const deleteFilesOf = deleteAllBy(reportFiles, reportFiles.runId);
const deleteLinksOf = deleteAllBy(reportLinks, reportLinks.runId);
const deleteRunRows = deleteAllBy(reportRuns, reportRuns.id);

/** Leaves the files to the sweep. */
export function deleteRuns(db: AccountDb, runIds: string[], now: number): void {
	for (const { objectKey } of listFiles(db, runIds))
		putGarbage(db, { objectKey, uploadId: null, dueAt: now + unnamedKeptMs });
	deleteFilesOf(db, runIds);
	deleteLinksOf(db, runIds);
	deleteRunRows(db, runIds);
}

export function listRunIds(db: AccountDb, reportId: string): string[] {
	const rows = db.select({ id: reportRuns.id }).from(reportRuns).where(eq(reportRuns.reportId, reportId)).all();
	return rows.map(({ id }) => id);
}

export const putGarbage = saveInto(reportGarbage, reportGarbage.objectKey);
export const findGarbage = findBy(reportGarbage, reportGarbage.objectKey);
export const deleteGarbage = deleteBy(reportGarbage, reportGarbage.objectKey);

/** Multipart uploads that may be unfinished. */
export function listBegunUploads(db: ReadDb): { objectKey: string; uploadId: string }[] {
	const rows = db.select().from(reportGarbage).where(isNotNull(reportGarbage.uploadId)).all();
	return rows.flatMap(({ objectKey, uploadId }) => (uploadId === null ? [] : { objectKey, uploadId }));
}

/** Sweeps a run's unfinished files at `dueAt`, after a writer has ended. */
export function dropBegun(db: AccountDb, runId: string, dueAt: number): void {
	const isOfRun = sql`instr(${reportGarbage.objectKey}, ${`/${runId}/`}) > 0`;
	db.update(reportGarbage).set({ dueAt }).where(isOfRun).run();
}

export const nextGarbageAt = cached(
	[reportGarbage],
	(db: AccountDb): number | null => firstGarbage(db).get()?.dueAt ?? null,
);

const firstGarbage = prepared((db) => {
	const { dueAt } = reportGarbage;
	return db.select({ dueAt }).from(reportGarbage).orderBy(asc(dueAt)).limit(1).prepare();
});

export function listGarbage(db: AccountDb, now: number, limit: number): string[] {
	const { objectKey, dueAt } = reportGarbage;
	const rows = db.select({ objectKey }).from(reportGarbage).where(lte(dueAt, now)).orderBy(asc(dueAt)).limit(limit);
	return rows.all().map((row) => row.objectKey);
}

const wholeStates: ReportRunState[] = ["ok", "empty", "partial"];

export const nextRevisionAt = cached([reportRuns], (db: AccountDb): number | null => firstDueOf(db, wholeStates));

export function listDueRevisions(db: AccountDb, now: number, limit: number): string[] {
	const { id, dueAt } = reportRuns;
	const isDue = and(isNotNull(dueAt), lte(dueAt, now), inArray(reportRuns.state, wholeStates));
	return db
		.select({ id })
		.from(reportRuns)
		.where(isDue)
		.orderBy(asc(dueAt))
		.limit(limit)
		.all()
		.map((row) => row.id);
}

/** Readings of a device that changed. Half-open, epoch ms; null: without an end. */
export type ChangedReadings = { deviceId: string; from: number | null; to: number | null };

// The sign keeps SQLite from the index by state, which would read every run.
const isWhole = sql`+${reportRuns.state} in (select value from json_each(${JSON.stringify(wholeStates)}))`;

const lastReportedAt = cached([reportRuns], (db) => {
	const { to } = reportRuns;
	const last = db.select({ to }).from(reportRuns).where(isWhole).orderBy(desc(to)).limit(1);
	return { at: last.get()?.to ?? Number.NEGATIVE_INFINITY };
});

/** Whether a reading at this time may be in a finished run. Reads memory alone, because each upload calls it. */
export function mayBeReported(db: AccountDb, at: number): boolean {
	return at < lastReportedAt(db).at;
}

/** The first look catches changes during the run, and a first upload after midnight revises no report within its hour. */
export const firstLookMs = hourMs;

/** Makes finished runs that hold the device and overlap the span due for a look. */
export function lookAtRunsAgain(db: AccountDb, { deviceId, from, to }: ChangedReadings, now: number): void {
	if (from !== null && !mayBeReported(db, from)) return;
	const { dueAt, finishedAt, keptFrom } = reportRuns;
	const soon = sql`max(${now + minuteMs}, ${finishedAt} + ${firstLookMs})`;
	const overlaps = and(
		from === null ? undefined : gt(reportRuns.to, from),
		to === null ? undefined : lt(reportRuns.from, to),
	);
	const isHeld = sql`instr(${keptFrom}, ${JSON.stringify(deviceId)}) > 0`;
	const isLater = or(isNull(dueAt), gt(dueAt, soon));
	db.update(reportRuns)
		.set({ dueAt: soon })
		.where(and(overlaps, isWhole, isLater, isHeld))
		.run();
}

/** Finished runs that overlap the span and hold the device, without their long columns. */
export function listRunsOfDevice(
	db: AccountDb,
	{ deviceId, from, to }: { deviceId: string; from: number; to: number },
) {
	const { id, reportId, definitionVersion } = reportRuns;
	const isHeld = sql`instr(${reportRuns.keptFrom}, ${JSON.stringify(deviceId)}) > 0`;
	const isWanted = and(gt(reportRuns.to, from), lt(reportRuns.from, to), isWhole, isHeld);
	const columns = { id, reportId, definitionVersion, from: reportRuns.from, to: reportRuns.to };
	return db.select(columns).from(reportRuns).where(isWanted).orderBy(asc(id)).all();
}
