import { minuteMs } from "../../shared/base/durations";
import { smallestOf } from "../../shared/base/lists";
import type { FailedWork } from "../../shared/errors/failed-work";
import type { WorkOutcome } from "../../shared/errors/work-line";
import { said } from "../../shared/log/said";
import { addSystemEvent } from "../activity/log-events";
import type { AccountDb, FailedWorkStore, Invalidations } from "../base/context";
import { logFault } from "../base/event-log";
import type { Job } from "../base/job";
import { errorText, faultText, type ReportFault } from "../base/report-error";
import { recordJob } from "../base/work-lines";
import { findAccount } from "../db/account-rows";
import {
	attemptsBeforeSetAside,
	createFailedJobs,
	jobLabels,
	jobName,
	nextReadyAt,
	readySubjects,
} from "./failed-jobs";
import { createRunningWork } from "./running-work";

const sliceMs = 50;
/** A separate limit: the clock of a Worker advances only during I/O. */
const sliceTurns = 100;
const subjectsTogether = 25;
const brokenWaitMs = minuteMs;
const lostAfterMs = minuteMs;

const wholeWork = "";

export type AlarmParts = {
	storage: Pick<DurableObjectStorage, "getAlarm" | "setAlarm" | "sync">;
	db: AccountDb;
	invalidations: Invalidations;
	works: Job[];
	clock(): number;
	/** `dueAt` is epoch ms; null: never. Must not throw. */
	recordDue(dueAt: number | null): void;
	/** Must not throw. */
	report: ReportFault;
};

export type Alarm = {
	/** Sets the alarm if work is due earlier. Never throws. */
	arm(): Promise<void>;
	/** Runs due work for one slice and sets the alarm for the rest. `now` is epoch ms. Never throws. */
	run(now: number): Promise<void>;
	failedWork: FailedWorkStore;
};

/** A failed subject waits longer each time and is finally set aside. Other subjects continue. */
export function createAlarm({ storage, db, invalidations, works, clock, recordDue, report }: AlarmParts): Alarm {
	const failedJobs = createFailedJobs(db);
	const running = createRunningWork(db, storage);
	/** Undefined: unknown. Compared first, because setting the alarm writes a row. */
	let armedFor: number | null | undefined;
	let run: Promise<void> | null = null;
	let triedBefore = new Map<Job, Set<string>>();

	function fail(work: Job, { subject, error }: { subject: string; error: unknown }, now: number): void {
		const text = errorText(error);
		const failure = { work: work.name, subject, error: text, isUrgent: work.isUrgent === true };
		const { isNewlySetAside } = failedJobs.add(failure, now);
		logFault({ event: "job-failed", work: work.name, subject, ...faultText(error) });
		report(error, { place: "account", event: "job-failed", name: work.name });
		if (isNewlySetAside) recordSetAside({ work: work.name, subject }, now);
	}

	type Done = { outcome: WorkOutcome; startedAt: number; reason?: string; jobs?: number };

	function record(work: Job, done: Done): void {
		recordJob({ place: "account", name: work.name, accountId: findAccount(db)?.id ?? null, ...done });
	}

	function failWhole(error: unknown): void {
		logFault({ event: "alarm-failed", ...faultText(error) });
		report(error, { place: "account", event: "alarm-failed" });
	}

	function recordSetAside(job: { work: string; subject: string }, now: number): void {
		const labels = jobLabels(works, job);
		const text = said("work.setAside", { work: jobName(labels), times: attemptsBeforeSetAside });
		addSystemEvent({ db, invalidations, now }, { deviceId: labels.deviceId, text });
	}

	function nextOf(work: Job, now: number): number | null {
		const failed = failedJobs.of(work.name);
		const whole = failed.get(wholeWork);
		if (whole && whole.nextAttemptAt > now) return whole.nextAttemptAt;
		try {
			return nextReadyAt(work, failed, now);
		} catch (error) {
			fail(work, { subject: wholeWork, error }, now);
			return failedJobs.of(work.name).get(wholeWork)?.nextAttemptAt ?? null;
		}
	}

	function nextOfAll(now: number): number | null {
		const times = works.map((work) => nextOf(work, now)).filter((at) => at !== null);
		return times.length === 0 ? null : smallestOf(times);
	}

	function nextAtRest(): number | null {
		try {
			return nextOfAll(clock());
		} catch (error) {
			failWhole(error);
			return clock() + brokenWaitMs;
		}
	}

	async function setFor(at: number): Promise<void> {
		if (armedFor === undefined) armedFor = await storage.getAlarm();
		if (armedFor !== null && armedFor <= at) return;
		armedFor = at;
		await storage.setAlarm(at);
	}

	async function loadAll(now: number): Promise<void> {
		for (const work of works) {
			if ((failedJobs.of(work.name).get(wholeWork)?.nextAttemptAt ?? 0) > now) continue;
			try {
				await work.load?.();
			} catch (error) {
				fail(work, { subject: wholeWork, error }, now);
			}
		}
	}

	function subjectsOf(work: Job, now: number): string[] {
		const failed = failedJobs.of(work.name);
		if ((failed.get(wholeWork)?.nextAttemptAt ?? 0) > now) return [];
		try {
			work.nextDueAt();
			const subjects = readySubjects(work, { failed, now, limit: sliceTurns });
			failedJobs.remove(work.name, wholeWork);
			return subjects;
		} catch (error) {
			fail(work, { subject: wholeWork, error }, now);
			return [];
		}
	}

	function turnsOf(work: Job, subjects: string[]): string[][] {
		const failed = failedJobs.of(work.name);
		if (!work.runTogether || running.isNaming()) return subjects.map((subject) => [subject]);
		const [again, fresh] = [subjects.filter((one) => failed.has(one)), subjects.filter((one) => !failed.has(one))];
		const turns = Math.ceil(fresh.length / subjectsTogether);
		return [
			...Array.from({ length: turns }, (_, turn) =>
				fresh.slice(turn * subjectsTogether, (turn + 1) * subjectsTogether),
			),
			...again.map((subject) => [subject]),
		];
	}

	async function workTogether(work: Job, subjects: string[], now: number): Promise<void> {
		const [first] = subjects;
		if (first !== undefined && subjects.length > 1 && work.runTogether) {
			await running.begin({ work: work.name, subject: first }, false);
			const startedAt = clock();
			try {
				await work.runTogether(subjects, now);
				record(work, { outcome: "ok", startedAt, jobs: subjects.length });
				return;
			} catch (error) {
				logFault({ event: "jobs-failed-together", work: work.name, ...faultText(error) });
			}
		}
		for (const subject of subjects) await workOn(work, subject, now);
	}

	async function workOn(work: Job, subject: string, now: number): Promise<void> {
		await running.begin({ work: work.name, subject }, failedJobs.of(work.name).has(subject));
		const startedAt = clock();
		try {
			await work.run(subject, now);
			failedJobs.remove(work.name, subject);
			record(work, { outcome: "ok", startedAt });
		} catch (error) {
			record(work, { outcome: "failed", startedAt, reason: error instanceof Error ? error.name : "unknown" });
			fail(work, { subject, error }, now);
		}
	}

	async function runSlice(now: number): Promise<boolean> {
		const endsAt = clock() + sliceMs;
		const earlier = triedBefore;
		triedBefore = new Map();
		let turnsLeft = sliceTurns;
		for (const work of works) {
			const tried = new Set<string>();
			for (let subjects = subjectsOf(work, now); subjects.length > 0; subjects = subjectsOf(work, now)) {
				for (const turn of turnsOf(work, subjects)) {
					if (turnsLeft === 0 || (turnsLeft < sliceTurns && clock() >= endsAt)) {
						triedBefore.set(work, tried);
						return false;
					}
					turnsLeft -= 1;
					// A subject that is due again at once would keep the alarm busy for ever, so it waits like a failed one.
					const failed = failedJobs.of(work.name);
					const isDueAgain = (subject: string) =>
						tried.has(subject) || (earlier.get(work)?.has(subject) === true && !failed.has(subject));
					const [again, ready] = [turn.filter(isDueAgain), turn.filter((subject) => !isDueAgain(subject))];
					for (const subject of again) fail(work, { subject, error: new Error("Still due after its work") }, now);
					await workTogether(work, ready, now);
					for (const subject of turn) tried.add(subject);
					await scheduler.wait(0);
				}
			}
		}
		return true;
	}

	function failEnded(now: number): void {
		const ended = running.takeEnded();
		const work = works.find(({ name }) => name === ended?.work);
		const error = new Error("The account's object ended during this work, as where it takes too much memory or time");
		if (ended && work) fail(work, { subject: ended.subject, error }, now);
	}

	async function runAndArm(now: number): Promise<void> {
		let restAt: () => number | null = () => clock() + brokenWaitMs;
		try {
			failEnded(now);
			await loadAll(now);
			restAt = (await runSlice(now)) ? nextAtRest : clock;
			running.end();
		} catch (error) {
			failWhole(error);
		} finally {
			await armForRest(restAt);
		}
	}

	async function armForRest(restAt: () => number | null): Promise<void> {
		try {
			armedFor = await storage.getAlarm();
			// Computed last: `arm` calls during the run took the firing alarm for a future one.
			const at = restAt();
			if (at !== null) await setFor(at);
			recordDue(at);
		} catch (error) {
			failWhole(error);
		}
	}

	function listFailed(): FailedWork[] {
		const since = ({ failingSince }: FailedWork) => failingSince?.getTime() ?? 0;
		return failedJobs
			.all()
			.map(({ work, subject, attempts, lastError, nextAttemptAt, setAsideAt, failingSince }) => ({
				work,
				subject,
				attempts,
				failingSince,
				error: lastError,
				...jobLabels(works, { work, subject }),
				nextAttemptAt: new Date(nextAttemptAt),
				isSetAside: setAsideAt !== null,
			}))
			.sort((one, other) => since(one) - since(other));
	}

	return {
		failedWork: { list: listFailed, retry: failedJobs.retry },

		async arm() {
			try {
				const now = clock();
				const isUncertain = armedFor === undefined || (armedFor !== null && armedFor < now - lostAfterMs);
				if (isUncertain) armedFor = await storage.getAlarm();
				const isFromNothing = armedFor === null;
				if (isFromNothing) await loadAll(now);
				const next = nextOfAll(now);
				if (next === null) return;
				await setFor(next);
				if (isFromNothing) recordDue(next);
			} catch (error) {
				failWhole(error);
			}
		},

		run(now) {
			// May be called while the alarm runs: one run is enough.
			run ??= runAndArm(now).finally(() => {
				run = null;
			});
			return run;
		},
	};
}
