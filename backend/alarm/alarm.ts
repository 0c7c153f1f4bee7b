import type { AccountDb, Hints } from "../base/context";
import type { DueWork } from "../base/due-work";
import { reportFault } from "../base/report-error";
import { addSystemEvent } from "../journal/log-events";
import {
	attemptsBeforeSetAside,
	createFailedJobs,
	errorText,
	jobLabels,
	jobName,
	nextReadyAt,
	readySubjects,
} from "./failed-jobs";
import { createRunningWork } from "./running-work";

const sliceMs = 50;
/** A bound of its own: the clock of a Worker moves only where it waits for something. */
const sliceSubjects = 100;
/** How long the alarm rests where it could not even find out what is due. */
const brokenWaitMs = 60_000;
/** An alarm that should have gone off so long ago may be lost. */
const lostAfterMs = 60_000;

/** The job of a work that fails as a whole, before it has named a subject. */
const wholeWork = "";

export type AlarmParts = {
	storage: Pick<DurableObjectStorage, "getAlarm" | "setAlarm" | "sync">;
	db: AccountDb;
	hints: Hints;
	/** In order of priority. */
	works: DueWork[];
	/** Epoch ms. */
	clock(): number;
	/** Called with when the account has something to do next, epoch ms; null: never. Must not throw. */
	recordDue(dueAt: number | null): void;
};

export type Alarm = {
	/** Sets the object's alarm where something is due earlier than what it is set for. Never throws. */
	arm(): Promise<void>;
	/** Works on what is due at `now` (epoch ms) for one slice, and sets the alarm for the rest. Never throws. */
	run(now: number): Promise<void>;
};

/**
 * The one alarm of an account's object. Every subject is worked on in its own try: one that fails waits twice as long
 * each time and is set aside in the end, and the others go on. So does one that ends the object.
 */
export function createAlarm({ storage, db, hints, works, clock, recordDue }: AlarmParts): Alarm {
	const failedJobs = createFailedJobs(db);
	const running = createRunningWork(db, storage);
	/** What the alarm is set for; undefined: not known. To set it is a written row, so it is compared first. */
	let armedFor: number | null | undefined;
	let run: Promise<void> | null = null;
	/** What was worked on in the slice before, where that ended before its work was through. */
	let triedBefore = new Map<DueWork, Set<string>>();

	function fail(work: DueWork, { subject, error }: { subject: string; error: unknown }, now: number): void {
		const text = errorText(error);
		const { isNewlySetAside } = failedJobs.add({ work: work.name, subject, error: text }, now);
		console.error(JSON.stringify({ event: "job-failed", work: work.name, subject, message: text }));
		reportFault(error, { place: "account", event: "job-failed", name: work.name });
		if (isNewlySetAside) recordSetAside({ work: work.name, subject }, now);
	}

	function recordSetAside(job: { work: string; subject: string }, now: number): void {
		const labels = jobLabels(works, job);
		const outcome = `failed ${attemptsBeforeSetAside} times and was set aside: it is tried again every day`;
		addSystemEvent({ db, hints, now }, { deviceId: labels.deviceId, text: `${jobName(labels)} ${outcome}` });
	}

	function nextOf(work: DueWork, now: number): number | null {
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
		return times.length === 0 ? null : Math.min(...times);
	}

	function nextAtRest(): number | null {
		try {
			return nextOfAll(clock());
		} catch (error) {
			logFailure(error);
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

	/** Subjects of a work that can be worked on, or none where the work itself fails. */
	function subjectsOf(work: DueWork, now: number): string[] {
		const failed = failedJobs.of(work.name);
		if ((failed.get(wholeWork)?.nextAttemptAt ?? 0) > now) return [];
		try {
			work.nextDueAt();
			const subjects = readySubjects(work, { failed, now, limit: sliceSubjects });
			failedJobs.remove(work.name, wholeWork);
			return subjects;
		} catch (error) {
			fail(work, { subject: wholeWork, error }, now);
			return [];
		}
	}

	async function workOn(work: DueWork, subject: string, now: number): Promise<void> {
		await running.begin({ work: work.name, subject }, failedJobs.of(work.name).has(subject));
		try {
			await work.run(subject, now);
			failedJobs.remove(work.name, subject);
		} catch (error) {
			fail(work, { subject, error }, now);
		}
	}

	/** Whether all that is due was worked on. */
	async function runSlice(now: number): Promise<boolean> {
		const endsAt = clock() + sliceMs;
		const earlier = triedBefore;
		triedBefore = new Map();
		let subjectsLeft = sliceSubjects;
		for (const work of works) {
			const tried = new Set<string>();
			for (let subjects = subjectsOf(work, now); subjects.length > 0; subjects = subjectsOf(work, now)) {
				for (const subject of subjects) {
					if (subjectsLeft === 0 || (subjectsLeft < sliceSubjects && clock() >= endsAt)) {
						triedBefore.set(work, tried);
						return false;
					}
					subjectsLeft -= 1;
					// Due again at once, it would keep the alarm busy for ever: it waits like one that failed.
					const isDueAgain = tried.has(subject) || earlier.get(work)?.has(subject);
					if (isDueAgain) fail(work, { subject, error: new Error("Still due after its work") }, now);
					else await workOn(work, subject, now);
					tried.add(subject);
					// Moves the clock, and lets requests that came meanwhile go first.
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
			logFailure(error);
		} finally {
			await armForRest(restAt);
		}
	}

	async function armForRest(restAt: () => number | null): Promise<void> {
		try {
			armedFor = await storage.getAlarm();
			// Computed last: what came up meanwhile took the alarm that is going off for one to come.
			const at = restAt();
			if (at !== null) await setFor(at);
			recordDue(at);
		} catch (error) {
			logFailure(error);
		}
	}

	return {
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
				logFailure(error);
			}
		},

		run(now) {
			// It may be called while the alarm runs: one of them is enough.
			run ??= runAndArm(now).finally(() => {
				run = null;
			});
			return run;
		},
	};
}

function logFailure(error: unknown): void {
	console.error(JSON.stringify({ event: "alarm-failed", message: errorText(error) }));
	reportFault(error, { place: "account", event: "alarm-failed" });
}
