import { dayMs, hourMs, minuteMs, secondMs } from "../../../shared/base/durations";
import { serverLimits } from "../../../shared/base/limits";
import { holdingMethod } from "../../../shared/log/holding";
import { said } from "../../../shared/log/said";
import type { EvidenceArchive } from "../../base/context";
import type { PageTurns } from "../../base/page-turns";
import type { ReadingStore } from "../../base/reading-store";
import type { TurnQueue } from "../../base/turn-queue";
import { accountOrThrow } from "../../db/account-rows";
import { listDeviceIds } from "../../db/group-rows";
import { findReport, findVersion } from "../../db/report-rows";
import {
	deleteGarbage,
	findGarbage,
	findRun,
	insertFile,
	putGarbage,
	type RunRow,
	updateRun,
} from "../../db/report-run-rows";
import { savedObservation } from "../report-scope";
import { readReport } from "../source/read-report";
import { hashOfCalibrations } from "../source/report-calibrations";
import { devicesOfReport } from "../source/report-devices";
import type { ReportedRun } from "../source/report-run";
import { endRun, errorColumns } from "./end-run";
import { tryAgain } from "./hand-over-runs";
import type { FileToMake, MadeRun, RunClaim, RunHandOver, RunNews, RunQuestion, RunResponse } from "./run-calls";
import type { RunFile, RunHooks, RunStore } from "./run-hooks";

/** After this time without a request, a consumer's run counts as lost. */
export const leaseMs = minuteMs;
/** Shortest interval between lease renewals while pages are read. */
const renewMs = 5 * secondMs;
/** A run that is open for longer holds no device's readings. */
export const longestRunMs = 2 * hourMs;

type Attempt = Pick<RunHandOver, "runId" | "attempt">;

export type ReportRunStore = RunStore & {
	readingStore: ReadingStore;
	runHooks: RunHooks;
	reportPrefix: string;
	pageTurns: PageTurns;
	turnQueue: Pick<TurnQueue, "next">;
	evidence: EvidenceArchive;
};

/** Leases a run to one consumer and fixes its devices, their first readings and the last upload. */
export async function claimRun(store: ReportRunStore, { runId, attempt }: Attempt): Promise<RunClaim> {
	const waiting = findRun(store.db, runId);
	if (!waiting) return { status: "ignored", why: "gone" };
	if (waiting.state !== "queued") return { status: "ignored", why: waiting.state };
	if (waiting.attempt + 1 !== attempt) return { status: "ignored", why: "another attempt" };
	const run = reportedRun(store, waiting);
	if (!run) {
		store.db.transaction(() => endRun(store, waiting, { state: "canceled", error: said("run.reportDeleted") }));
		return { status: "ignored", why: "gone" };
	}
	const { devices, groups } = devicesOfReport(store, run);
	const keptFrom =
		waiting.keptFrom ?? Object.fromEntries(devices.map((device) => [device.id, shownFrom(device, store)]));
	const files = filesOf(store, { run, runId, attempt, groups, deviceIds: Object.keys(keptFrom) });
	if (files.length > serverLimits.filesPerRun) {
		const error = said("run.tooManyFiles", { groups: files.length, most: serverLimits.filesPerRun });
		store.db.transaction(() => store.runHooks.runFailed(store, endRun(store, waiting, { state: "failed", error })));
		return { status: "ignored", why: "too many files" };
	}
	return store.db.transaction((): RunClaim => {
		updateRun(store.db, runId, {
			state: "running",
			attempt,
			leaseUntil: store.now + leaseMs,
			dueAt: store.now + leaseMs,
			keptFrom,
			seq: waiting.seq ?? store.readingStore.storedUpTo(),
			calibrated: hashOfCalibrations(store.db, {
				definition: run.definition,
				deviceIds: Object.keys(keptFrom),
				startedAt: store.now,
				from: run.from,
				to: run.to,
			}),
			startedAt: store.now,
			method: holdingMethod,
			done: 0,
			of: Object.keys(keptFrom).length,
			...errorColumns(null),
		});
		for (const { objectKey } of files) putGarbage(store.db, { objectKey, uploadId: null, dueAt: store.now + dayMs });
		store.invalidations.changed("reports", "all");
		const { definition, from, to, now } = run;
		const isCheckable = accountOrThrow(store.db).fileCheck === "on";
		return { status: "make", run: { definition, from, to, now, isCheckable, files } };
	});
}

function shownFrom({ keptDays }: { keptDays: number | null }, { now }: { now: number }): number {
	return keptDays === null ? 0 : (Math.floor(now / dayMs) - keptDays) * dayMs;
}

type FilesRequest = {
	run: ReportedRun;
	runId: string;
	attempt: number;
	groups: { id: string; name: string }[];
	deviceIds: string[];
};

function filesOf({ db, reportPrefix }: ReportRunStore, request: FilesRequest): FileToMake[] {
	const { run, runId, attempt, groups, deviceIds } = request;
	const keyOf = (number: number) => `${reportPrefix}/${runId}/${attempt}-${number}`;
	if (!run.definition.delivery.isPerGroup) return [{ objectKey: keyOf(0), group: null }];
	const isRead = new Set(deviceIds);
	const filled = groups.filter(({ id }) => listDeviceIds(db, [id]).some((deviceId) => isRead.has(deviceId)));
	return filled.map(({ id, name }, index) => ({ objectKey: keyOf(index), group: { id, name } }));
}

function reportedRun({ db }: Pick<ReportRunStore, "db">, row: RunRow): ReportedRun | null {
	const report = findReport(db, row.reportId);
	const definition = findVersion(db, row.reportId, row.definitionVersion) ?? report?.definition ?? null;
	if (!report || !definition) return null;
	const { from, to, queuedAt: now, keptFrom } = row;
	return { definition, from, to, now, ...savedObservation(db, report.savedBy), keptFrom };
}

/** Returns `lost` once another consumer has the run. */
export async function requestRun(
	store: ReportRunStore,
	attempt: Attempt,
	{ ask: request, done }: RunQuestion,
): Promise<RunResponse> {
	const row = heldRun(store, attempt);
	const run = row && reportedRun(store, row);
	if (!row || !run) return { status: "lost" };
	const isDue = (row.leaseUntil ?? 0) < store.now + leaseMs - renewMs;
	if (isDue) renew(store, row.id, { done });
	if ("deviceId" in request && row.keptFrom?.[request.deviceId] === undefined) return { status: "lost" };
	return { status: "answered", answer: await store.pageTurns(() => readReport(store, run, request)) };
}

function renew(
	{ db, now, invalidations }: ReportRunStore,
	runId: string,
	change: { done?: number; uploadId?: string },
): void {
	updateRun(db, runId, { leaseUntil: now + leaseMs, dueAt: now + leaseMs, ...change });
	invalidations.changed("reports", "all");
}

function heldRun({ db, now }: ReportRunStore, { runId, attempt }: Attempt): RunRow | null {
	const run = findRun(db, runId);
	const isHeld = run?.state === "running" && run.attempt === attempt && (run.leaseUntil ?? 0) > now;
	return isHeld ? run : null;
}

/** Returns false and writes nothing if the run is no longer this attempt's. */
export function reportRun(store: ReportRunStore, attempt: Attempt, news: RunNews): boolean {
	return store.db.transaction((): boolean => {
		const run = heldRun(store, attempt);
		if (!run) return false;
		switch (news.kind) {
			case "upload":
				return keepUpload(store, run, news);
			case "made":
				return finish(store, run, news.made);
			case "failed":
				fail(store, run, news);
				return true;
		}
	});
}

function keepUpload(
	store: ReportRunStore,
	run: RunRow,
	{ objectKey, uploadId }: { objectKey: string; uploadId: string },
) {
	const begun = findGarbage(store.db, objectKey);
	if (!begun) return false;
	putGarbage(store.db, { ...begun, uploadId });
	renew(store, run.id, { uploadId });
	return true;
}

function finish(store: ReportRunStore, run: RunRow, { rows, excursions, isPartial, notes, files }: MadeRun): boolean {
	const { db, now, newId, runHooks } = store;
	const { onlyIf } = findVersion(db, run.reportId, run.definitionVersion)?.delivery ?? { onlyIf: "always" };
	const counted = { rows, excursions, notes };
	if (onlyIf === "data" && rows === 0) {
		endRun(store, run, { ...counted, state: "skipped", error: said("run.noData") });
		return true;
	}
	// Without limits nothing was judged: silence would read as "no excursion".
	if (onlyIf === "excursions" && excursions === 0) {
		endRun(store, run, { ...counted, state: "skipped", error: said("run.noExcursion") });
		return true;
	}
	const made: RunFile[] = files.map(({ group, ...file }) => ({
		id: newId("reportFile"),
		runId: run.id,
		kind: "report",
		...file,
		groupId: group?.id ?? null,
		groupName: group?.name ?? null,
		createdAt: new Date(now),
	}));
	for (const { printed: _, ...file } of made) {
		insertFile(db, file);
		deleteGarbage(db, file.objectKey);
	}
	const state = rows === 0 ? "empty" : isPartial ? "partial" : "ok";
	runHooks.afterRun(store, endRun(store, run, { ...counted, state, error: null }), made);
	return true;
}

function fail(store: ReportRunStore, run: RunRow, news: Extract<RunNews, { kind: "failed" }>): void {
	const error = news.said ?? news.error;
	if (!news.isFinal) {
		tryAgain(store, run, { error, hooks: store.runHooks });
		return;
	}
	store.runHooks.runFailed(store, endRun(store, run, { state: "failed", error }));
}
