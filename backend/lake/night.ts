import { type BucketOutcome, type LakeNight, lakeLimits, lakePath, readLakePath } from "../../shared/account/lake";
import { dayMs, minuteMs, secondMs } from "../../shared/base/durations";
import { hexOf } from "../../shared/base/hex";
import { said } from "../../shared/log/said";
import { unnamedKeptMs } from "../base/archive-places";
import type { AccountDb, Invalidations } from "../base/context";
import { recordFault } from "../base/event-log";
import type { Job } from "../base/job";
import type { ReadingStore } from "../base/reading-store";
import type { TurnQueue } from "../base/turn-queue";
import { storedBytes } from "../billing/stored-bytes";
import { accountOrThrow } from "../db/account-rows";
import {
	changeDay,
	changeFiles,
	changeLake,
	countLakeFiles,
	countWaitingDays,
	deleteAllDays,
	deleteFiles,
	findFileAt,
	findLake,
	findMakingDay,
	findUncopied,
	type LakeFileRow,
	type LakeRow,
	listFilesDue,
	listLakeFiles,
	markDays,
	postponeFiles,
	putFile,
	restartDays,
} from "../db/lake-rows";
import type { LakePosition, LakeStage } from "../db/lake-schema";
import { readingsPosition } from "../log/get-changes";
import { changedLakeDays } from "./changed-days";
import type { LakeClaim, LakeHandOver, LakeNews, LakeTask, OwnBucket } from "./lake-calls";

/** A queue may be busy with reports for this long. */
const unclaimedMs = 10 * minuteMs;
/** Longer than a file may take on its way to the account's own bucket. */
export const leaseMs = 5 * minuteMs;
const mostFailures = 3;
const failureWaitMs = 30 * secondMs;
const removedAtOnce = 20;
const lostFileMs = dayMs;
const firstNightMinute = 30;
const nightMinutes = 180;
const beginning: LakePosition = { deviceId: "", cursor: null };
const finalOutcomes = new Set<BucketOutcome["kind"]>(["denied", "notFound", "wrongRegion", "foreign", "blocked"]);

export type LakeQueue = { send(body: LakeHandOver): Promise<unknown> };
type Rows = { db: AccountDb; readingStore: Pick<ReadingStore, "stored"> };
type NightParts = {
	db: AccountDb;
	invalidations: Invalidations;
	readingStore: ReadingStore;
	turnQueue: Pick<TurnQueue, "next">;
	queue: LakeQueue;
	prefix: string;
};

/** Each run hands over one task. A subject is a step's number: a step that is over is run no more. */
export function lakeWork(parts: NightParts): Job {
	const { db } = parts;
	return {
		name: "lake",
		title: said("work.is.lake"),
		describe: () => ({ name: "the account", deviceId: null }),
		nextDueAt: () => findLake(db)?.dueAt ?? null,
		due: (now) => {
			const lake = findLake(db);
			return lake?.dueAt != null && lake.dueAt <= now ? [String(lake.step)] : [];
		},
		run: async (subject, now) => {
			const lake = findLake(db);
			if (lake === null || String(lake.step) !== subject) return;
			if (lake.stage === "rest") begin(parts, lake, now);
			else if (lake.stage === "look") await look(parts, lake, now);
			else await handOver(parts, lake, now);
		},
	};
}

/** The first night after `now`, epoch ms: from 00:30 to 03:30 UTC, by account. */
export function nextNight(accountId: string, now: number): number {
	const spread = Array.from(accountId).reduce((sum, character) => (sum * 31 + character.charCodeAt(0)) % 9_973, 7);
	const minute = firstNightMinute + (spread % nightMinutes);
	const tonight = Math.floor(now / dayMs) * dayMs + minute * minuteMs;
	return tonight > now ? tonight : tonight + dayMs;
}

function nextStep(lake: LakeRow, change: Partial<LakeRow>): Partial<LakeRow> {
	return { step: lake.step + 1, hand: "none", failures: 0, ...change };
}

function begin({ db, invalidations }: NightParts, lake: LakeRow, now: number): void {
	const night: LakeNight = {
		startedAt: now,
		endedAt: now,
		days: 0,
		rows: 0,
		bytes: 0,
		waitingDays: 0,
		failedDays: 0,
		problem: null,
		copied: 0,
		bucket: null,
	};
	db.transaction(() => {
		for (const state of ["begun", "made"] as const)
			changeFiles(db, { state }, { state: "gone", dueAt: now + lostFileMs });
		restartDays(db);
		const stage = lake.isOn ? "look" : "removal";
		changeLake(db, lake.id, nextStep(lake, { stage, night, oldDays: 0, dueAt: now }));
	});
	invalidations.changed("account", "all");
}

async function look(parts: NightParts, lake: LakeRow, now: number): Promise<void> {
	const { db } = parts;
	const { since: firstDay, position: since, isWidened } = lake;
	const until = readingsPosition({ ...parts, now });
	const days = await changedLakeDays({ ...parts, now }, { since, until, firstDay: firstDay ?? 0, isWidened });
	db.transaction(() => {
		if (findLake(db)?.step !== lake.step) return;
		markDays(db, days);
		changeLake(db, lake.id, nextStep(lake, { stage: "files", position: until, isWidened: false, dueAt: now }));
	});
}

async function handOver(parts: NightParts, lake: LakeRow, now: number): Promise<void> {
	const { db, queue } = parts;
	const handed = db.transaction((): number | null => {
		// The lease is over: its consumer was lost.
		const next = lake.hand === "claimed" ? afterFailure(parts, lake, { bucket: null, now }) : lake;
		if (next.dueAt === null || next.dueAt > now) return null;
		if (taskOf(parts, next, now) === null) {
			endStage(parts, next, now);
			return null;
		}
		const step = next.step + 1;
		changeLake(db, lake.id, { step, hand: "handed", dueAt: now + unclaimedMs });
		return step;
	});
	if (handed === null) return;
	try {
		await queue.send({ accountId: accountOrThrow(db).id, lakeStep: handed });
	} catch (error) {
		recordFault(error, "account", { event: "hand-over-failed", queue: "lake" });
	}
}

type Ending = Rows & { invalidations: Invalidations };

/** Call in a transaction. */
function endStage({ db, invalidations, readingStore }: Ending, lake: LakeRow, now: number): void {
	const nextOf: Partial<Record<LakeStage, LakeStage>> = {
		files: "manifest",
		copies: lake.night?.bucket === null ? "ownManifest" : "removal",
		ownManifest: "removal",
	};
	const stage = nextOf[lake.stage];
	if (stage !== undefined) {
		const isCut = lake.stage === "files" && isFull({ db, readingStore });
		const night = lake.night && { ...lake.night, problem: isCut ? ("full" as const) : lake.night.problem };
		changeLake(db, lake.id, nextStep(lake, { stage, night, dueAt: now }));
		return;
	}
	const isOver = !lake.isOn && countLakeFiles(db) === 0;
	if (isOver) deleteAllDays(db);
	const waitingDays = countWaitingDays(db, Math.floor(now / dayMs));
	const lastNight = lake.night && { ...lake.night, endedAt: now, waitingDays };
	changeLake(
		db,
		lake.id,
		nextStep(lake, {
			stage: "rest",
			night: null,
			...(lake.isOn && { lastNight }),
			...(lastNight?.bucket && { outcome: lastNight.bucket }),
			dueAt: isOver ? null : nextNight(lake.id, now),
		}),
	);
	invalidations.changed("account", "all");
}

type Draft = LakeTask | { kind: "newFile"; day: number; position: LakePosition };

function taskOf({ db, readingStore, prefix }: Rows & { prefix: string }, lake: LakeRow, now: number): Draft | null {
	const keyOf = ({ path }: Pick<LakeFileRow, "path">) => `${prefix}/${path}`;
	const bucket = ownBucketOf(lake);
	switch (lake.stage) {
		case "files": {
			if (isFull({ db, readingStore })) return null;
			const newest = Math.floor(now / dayMs) - 1;
			const isOldToo = lake.oldDays < lakeLimits.oldDaysPerNight;
			const day = findMakingDay(db, { newest, isOldToo });
			const begun = findMakingDay(db, { newest, isOldToo: true });
			const next = begun?.making ? begun : day;
			return next && { kind: "newFile", day: next.day, position: next.making ?? beginning };
		}
		case "manifest":
			return { kind: "manifest", key: `${prefix}/manifest.json`, text: manifestText(db, lake, now) };
		case "copies": {
			const file = bucket && findUncopied(db);
			if (!file || !bucket) return null;
			const { path, bytes, sha256 } = file;
			return { kind: "copy", path, key: keyOf(file), bytes, sha256, bucket };
		}
		case "ownManifest":
			return bucket && { kind: "ownManifest", text: manifestText(db, lake, now), bucket };
		case "removal": {
			const due = listFilesDue(db, now, removedAtOnce);
			if (due.length === 0) return null;
			const files = due.map((file) => ({ path: file.path, key: keyOf(file) }));
			const copies = due.filter(({ copy }) => copy !== "none").map(({ path }) => path);
			return { kind: "removal", files, copies: bucket ? copies : [], bucket };
		}
		case "rest":
		case "look":
			return null;
	}
}

export function isFull({ db, readingStore }: Rows): boolean {
	const { isQuotaBinding, quotaBytes } = accountOrThrow(db);
	return isQuotaBinding && storedBytes(db, readingStore) >= (quotaBytes * lakeLimits.fullPercent) / 100;
}

export function ownBucketOf({ endpoint, bucket, prefix, region, keyId, secret }: LakeRow): OwnBucket | null {
	if (endpoint === null || bucket === null || region === null || keyId === null || secret === null) return null;
	return { endpoint, bucket, prefix: prefix ?? "", region, keyId, secret };
}

function manifestText(db: AccountDb, { id }: LakeRow, now: number): string {
	const files = listLakeFiles(db, { state: "living" }).map(({ path, day, rows, bytes, sha256 }) => {
		return { path, date: new Date(day * dayMs).toISOString().slice(0, 10), rows, bytes, sha256 };
	});
	return JSON.stringify({ format: 1, account: id, writtenAt: new Date(now).toISOString(), files });
}

type Store = Rows & { now: number; invalidations: Invalidations; lakePrefix: string };

export function claimLake(store: Store, step: number): LakeClaim {
	const { db, now, lakePrefix: prefix } = store;
	return db.transaction((): LakeClaim => {
		const lake = findLake(db);
		if (lake === null || lake.step !== step || lake.hand !== "handed") return { status: "ignored" };
		const draft = taskOf({ ...store, prefix }, lake, now);
		if (draft === null) {
			endStage(store, lake, now);
			return { status: "ignored" };
		}
		changeLake(db, lake.id, { hand: "claimed", dueAt: now + leaseMs });
		if (draft.kind === "copy") putFile(db, { ...fileOf(db, draft.path), copy: "begun" });
		return { status: "make", task: draft.kind === "newFile" ? newFile(store, lake, draft) : draft };
	});
}

function fileOf(db: AccountDb, path: string): LakeFileRow {
	const file = findFileAt(db, path);
	if (!file) throw new Error(`The lake has no file ${path}`);
	return file;
}

function newFile({ db, now, lakePrefix }: Store, lake: LakeRow, draft: Extract<Draft, { kind: "newFile" }>): LakeTask {
	const { day, position } = draft;
	const isOld = day < Math.floor(now / dayMs) - 1;
	if (position === beginning && isOld) changeLake(db, lake.id, { oldDays: lake.oldDays + 1 });
	const path = lakePath(day, hexOf(crypto.getRandomValues(new Uint8Array(8))));
	putFile(db, { path, day, state: "begun", dueAt: now + lostFileMs });
	changeDay(db, day, { making: position });
	return { kind: "file", day, path, key: `${lakePrefix}/${path}`, position };
}

/** Null: the step is over, or another consumer's. Renews the lease. */
export function heldLake({ db, now }: Pick<Store, "db" | "now">, step: number): LakeRow | null {
	const lake = findLake(db);
	if (lake === null || lake.step !== step || lake.hand !== "claimed" || (lake.dueAt ?? 0) <= now) return null;
	if ((lake.dueAt ?? 0) < now + leaseMs - minuteMs) changeLake(db, lake.id, { dueAt: now + leaseMs });
	return lake;
}

export function reportLake(store: Store, step: number, news: LakeNews): void {
	const { db, now } = store;
	db.transaction(() => {
		const lake = heldLake(store, step);
		if (lake === null) return;
		const isDone = { dueAt: now } as const;
		switch (news.kind) {
			case "file":
				changeLake(db, lake.id, nextStep(lake, { ...isDone, night: afterFile(store, lake, news) }));
				return;
			case "manifest": {
				for (const path of news.named) forgetUnnamed(store, lake, path);
				const isOwn = lake.stage === "ownManifest";
				const stage = isOwn ? "removal" : ownBucketOf(lake) ? "copies" : "removal";
				const bucket = isOwn ? ({ kind: "ok", detail: "" } as const) : null;
				const night = lake.night && { ...lake.night, bucket };
				changeLake(db, lake.id, nextStep(lake, { ...isDone, stage, night }));
				return;
			}
			case "copied": {
				putFile(db, { ...fileOf(db, news.path), copy: "done" });
				const night = lake.night && { ...lake.night, copied: lake.night.copied + 1 };
				changeLake(db, lake.id, nextStep(lake, { ...isDone, night }));
				return;
			}
			case "removed":
				removed(store, lake, news);
				return;
			case "failed":
				afterFailure(store, lake, { bucket: news.bucket, now });
				return;
		}
	});
}

type FileNews = Extract<LakeNews, { kind: "file" }>;

function afterFile({ db, now }: Store, { night }: LakeRow, { path, made, next }: FileNews): LakeNight | null {
	const { day } = fileOf(db, path);
	if (made) putFile(db, { path, day, ...made, state: "made", dueAt: null });
	else deleteFiles(db, [path]);
	const sums = night && {
		...night,
		rows: night.rows + (made?.rows ?? 0),
		bytes: night.bytes + (made?.bytes ?? 0),
	};
	if (next !== null) {
		changeDay(db, day, { making: next });
		return sums;
	}
	changeFiles(db, { state: "living", day }, { state: "gone", dueAt: now + unnamedKeptMs });
	const rows = listLakeFiles(db, { state: "made", day }).reduce((sum, file) => sum + file.rows, 0);
	changeFiles(db, { state: "made", day }, { state: "living" });
	changeDay(db, day, { isDue: false, making: null, rows, storedAt: now });
	return sums && { ...sums, days: sums.days + 1 };
}

/** The bucket has it from a time that this account was restored from. */
function forgetUnnamed({ db, now }: Store, lake: LakeRow, path: string): void {
	const named = readLakePath(path);
	if (named === null || findFileAt(db, path) !== null) return;
	const copy = lake.stage === "ownManifest" ? "done" : "none";
	putFile(db, { path, day: named.day, state: "gone", dueAt: now + unnamedKeptMs, copy });
}

function removed({ db, now }: Store, lake: LakeRow, { paths, bucket }: Extract<LakeNews, { kind: "removed" }>): void {
	deleteFiles(db, paths);
	const left = listFilesDue(db, now, removedAtOnce).map(({ path }) => path);
	if (bucket !== null) postponeFiles(db, left, now + dayMs);
	const night = bucket === null || !lake.night ? lake.night : { ...lake.night, bucket };
	changeLake(db, lake.id, nextStep(lake, { dueAt: now, night }));
}

type Failed = { bucket: BucketOutcome | null; now: number };

/** Tries the task again, or goes on without it. Call in a transaction. Returns the row as it is then. */
function afterFailure(
	{ db, invalidations }: Pick<Store, "db" | "invalidations">,
	lake: LakeRow,
	failed: Failed,
): LakeRow {
	const { bucket, now } = failed;
	const isFinal = lake.failures + 1 >= mostFailures || (bucket !== null && finalOutcomes.has(bucket.kind));
	const failures = lake.failures + 1;
	const change = isFinal ? without(db, lake, failed) : { failures, dueAt: now + failures * failureWaitMs };
	changeLake(db, lake.id, nextStep(lake, change));
	invalidations.changed("account", "all");
	return findLake(db) ?? lake;
}

function without(db: AccountDb, lake: LakeRow, { bucket, now }: Failed): Partial<LakeRow> {
	const { night } = lake;
	const failing = findMakingDay(db, { newest: Number.MAX_SAFE_INTEGER, isOldToo: true });
	switch (lake.stage) {
		case "files":
			if (failing?.making) {
				changeFiles(db, { state: "made", day: failing.day }, { state: "gone", dueAt: now + lostFileMs });
				changeDay(db, failing.day, { isFailed: true, making: null });
			}
			return { dueAt: now, night: night && { ...night, failedDays: night.failedDays + 1 } };
		case "manifest":
			// Whatever the old manifest names must stay.
			return {
				stage: "rest",
				dueAt: nextNight(lake.id, now),
				lastNight: night && { ...night, endedAt: now, problem: "manifest" },
			};
		default: {
			const outcome = bucket ?? { kind: "unexpected", detail: "" };
			if (lake.stage === "removal") {
				postponeFiles(
					db,
					listFilesDue(db, now, removedAtOnce).map(({ path }) => path),
					now + dayMs,
				);
			}
			return { stage: "removal", dueAt: now, night: night && { ...night, bucket: outcome } };
		}
	}
}
