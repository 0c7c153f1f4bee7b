import { evictDurableObject, runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { describe, expect, it, vi } from "vitest";
import { type Alarm, type AlarmParts, createAlarm } from "../../../backend/alarm/alarm";
import type { Job } from "../../../backend/base/job";
import { errorText } from "../../../backend/base/report-error";
import { openAccountDb } from "../../../backend/db/cached-rows";
import { listFailedJobs } from "../../../backend/db/failed-job-rows";
import { dayMs, hourMs, minuteMs, secondMs } from "../../../shared/base/durations";
import { specifiedStyle } from "../../../shared/formats/display-formats";
import { saidText } from "../../../shared/log/said-text";
import { wordsIn } from "../../../shared/words/made/lines-in";
import { countedStorage } from "../../bench/log/counted-storage";
import { accountStub, addDevice, createOwner, inAccount } from "../fixtures/fleet";
import { takeLogs } from "../fixtures/logs";
import { eventsOf, uploadAt } from "../fixtures/uploads";
import { addWorks, alarmOf, testWork, watchAlone } from "../fixtures/works";

const fail = () => {
	throw new Error("The bucket is gone");
};

function alarmOver(state: DurableObjectState, parts: Pick<AlarmParts, "works" | "clock"> & Partial<AlarmParts>): Alarm {
	const db = openAccountDb(state.storage);
	const silent = { invalidations: { changed: () => {} }, recordDue: () => {}, report: () => {} };
	return createAlarm({ storage: state.storage, db, ...silent, ...parts });
}

const failedJobsOf = (accountId: string) => inAccount(accountId, listFailedJobs);

describe("work that throws every time", () => {
	it("waits twice as long each time, is set aside after eight, and is tried once a day from then on", async () => {
		const { id, owner } = await createOwner();
		const { device } = await addDevice(owner);
		const { work } = testWork("seal", [device.id], fail);
		await addWorks(id, work);
		const stub = accountStub(id);
		let now = Date.now();
		const waits: number[] = [];
		const attempt = async () => {
			await stub.runOverdue(now);
			const [job] = await failedJobsOf(id);
			if (!job) throw new Error("No job failed");
			waits.push((job.nextAttemptAt - now) / secondMs);
			expect(await alarmOf(id)).not.toBeNull();
			await stub.runOverdue(job.nextAttemptAt - 1);
			expect((await failedJobsOf(id))[0]?.attempts).toBe(job.attempts);
			now = job.nextAttemptAt;
			return job;
		};
		for (let attempts = 1; attempts < 8; attempts += 1) {
			expect(await attempt()).toMatchObject({ attempts, setAsideAt: null, lastError: "Error: The bucket is gone" });
		}
		expect(await eventsOf(id, "system")).toEqual([]);
		const setAsideAt = new Date(now);
		expect(await attempt()).toMatchObject({ attempts: 8, setAsideAt });
		const text = "Storing of readings of Freezer 1 failed 8 times and was set aside: it is tried again every day";
		const event = { deviceId: device.id, at: setAsideAt.getTime(), level: "error", text, author: null };
		const [stored] = await eventsOf(id, "system");
		expect(stored).toMatchObject(event);
		expect(stored?.said && saidText(stored.said, { ...specifiedStyle, lines: wordsIn("de") })).toContain(
			"Freezer 1: 8 Mal",
		);
		for (const attempts of [9, 10]) expect(await attempt()).toMatchObject({ attempts, setAsideAt });
		expect(waits).toEqual([30, 60, 120, 240, 480, 960, 1920, 86_400, 86_400, 86_400]);
		expect(await eventsOf(id, "system")).toHaveLength(1);
		expect(takeLogs()).toEqual(Array.from({ length: 10 }, () => expect.stringContaining('"event":"job-failed"')));

		expect(await failedJobsOf(id)).toMatchObject([
			{ work: "seal", attempts: 10, lastError: "Error: The bucket is gone", nextAttemptAt: now, setAsideAt },
		]);
	});

	it("logs each attempt with the name of the work and no more", async () => {
		const { id } = await createOwner();
		await runInDurableObject(accountStub(id), async (_, state) => {
			const now = Date.now() + hourMs;
			const reported: unknown[] = [];
			const report = (...each: unknown[]) => void reported.push(each);
			const { work } = testWork("seal", ["a"], fail);
			const alarm = alarmOver(state, { works: [work], clock: () => now, report });
			const [error, facts] = [new Error("The bucket is gone"), { place: "account", event: "job-failed", name: "seal" }];
			for (const at of [now, now + 30 * secondMs]) await alarm.run(at);
			expect(reported).toEqual([
				[error, facts],
				[error, facts],
			]);
			await state.storage.deleteAlarm();
		});
		expect(takeLogs()).toHaveLength(2);
	});

	it("delays no other work and no other subject, though it comes first", async () => {
		const { id } = await createOwner();
		const broken = testWork("archive", ["a", "b", "c"], (subject) => subject !== "b" && fail());
		const whole = { ...testWork("seal", []).work, nextDueAt: fail };
		const later = testWork("sweep", ["x", "y"]);
		await addWorks(id, broken.work, whole, later.work);
		await accountStub(id).runOverdue(Date.now());
		await vi.waitFor(() => expect([broken.done, later.done]).toEqual([["b"], ["x", "y"]]), { timeout: 10_000 });
		const jobs = (await failedJobsOf(id)).map(({ work, subject }) => `${work}:${subject}`);
		expect(jobs.sort()).toEqual(["archive:a", "archive:c", "seal:"]);
		expect(takeLogs()).toHaveLength(3);
	});

	it("fails alone among several at once: the others are done all the same", async () => {
		const { id } = await createOwner();
		const subjects = Array.from({ length: 60 }, (_, index) => String(index));
		const { work, done } = testWork("watch", subjects, (subject) => subject === "30" && fail());
		const together: string[][] = [];
		const runTogether = async (several: string[], now: number) => {
			together.push(several);
			if (several.includes("30")) fail();
			for (const subject of several) await work.run(subject, now);
		};
		await addWorks(id, { ...work, runTogether });
		await accountStub(id).runOverdue(Date.now());
		await vi.waitFor(() => expect(done).toHaveLength(59), { timeout: 10_000 });
		expect(together.map(({ length }) => length)).toEqual([25, 25, 10]);
		expect((await failedJobsOf(id)).map(({ subject }) => subject)).toEqual(["30"]);
		expect(takeLogs()).toEqual([
			expect.stringContaining('"event":"jobs-failed-together"'),
			expect.stringContaining('"event":"job-failed"'),
		]);
	});

	it("hides none of the others, however many wait", async () => {
		const { id } = await createOwner();
		const subjects = Array.from({ length: 160 }, (_, index) => index);
		const { work, done } = testWork("archive", subjects.map(String), (subject) => Number(subject) < 150 && fail());
		await addWorks(id, work);
		await accountStub(id).runOverdue(Date.now());
		await vi.waitFor(() => expect(done).toEqual(subjects.slice(150).map(String)), { timeout: 10_000 });
		expect(takeLogs()).toHaveLength(150);
	});

	it("stays recorded through an eviction, until it succeeds", async () => {
		const { id } = await createOwner();
		const stub = accountStub(id);
		const now = Date.now();
		await addWorks(id, testWork("archive", ["month"], fail).work);
		await stub.runOverdue(now);
		await stub.runOverdue(now + 30 * secondMs);
		await evictDurableObject(stub);
		const mended = testWork("archive", ["month"]);
		await addWorks(id, mended.work);
		await stub.runOverdue(now + 60 * secondMs);
		expect([mended.done, (await failedJobsOf(id)).map(({ attempts }) => attempts)]).toEqual([[], [2]]);
		await stub.runOverdue(now + 90 * secondMs);
		expect([mended.done, await failedJobsOf(id)]).toEqual([["month"], []]);
		expect(takeLogs()).toHaveLength(2);
	});

	it("waits too if it succeeds and yet is due again at once", async () => {
		const { id } = await createOwner();
		const { work } = testWork("sweep", ["garbage"]);
		await addWorks(id, { ...work, nextDueAt: () => 0, due: () => ["garbage"] });
		await accountStub(id).runOverdue(Date.now());
		// On a slow machine the alarm may continue before the slice finds the work due again.
		const failure = { attempts: 1, lastError: "Error: Still due after its work" };
		await vi.waitFor(async () => expect(await failedJobsOf(id)).toMatchObject([failure]), { timeout: 10_000 });
		await vi.waitFor(async () => expect(await alarmOf(id)).toBeGreaterThan(Date.now()), { timeout: 10_000 });
		expect(takeLogs()).toHaveLength(1);
	});
});

describe("work that ends its object, as when memory runs out", () => {
	/** Starts an object on the former one's storage, and runs until its work is done or ends it. */
	async function live(state: DurableObjectState, works: { work: Job; ended: Promise<void> }, now: number) {
		const alarm = alarmOver(state, { works: [works.work], clock: () => now });
		return Promise.race([alarm.run(now).then(() => "through"), works.ended.then(() => "ended")]);
	}

	function deadlyWork(subjects: string[], isDeadly: (subject: string) => boolean) {
		const { work, done } = testWork("archive", subjects);
		const tries: string[] = [];
		return {
			done,
			tries,
			born() {
				const { promise: ended, resolve: end } = Promise.withResolvers<void>();
				const run = (subject: string, now: number) => {
					tries.push(subject);
					if (!isDeadly(subject)) return work.run(subject, now);
					end();
					return new Promise<void>(() => {});
				};
				return { work: { ...work, run }, ended };
			},
		};
	}

	it("counts as failed and is set aside, and the work due behind it is done", async () => {
		const { id } = await createOwner();
		await watchAlone(id);
		await runInDurableObject(accountStub(id), async (_, state) => {
			const deadly = deadlyWork(["a", "month", "b", "c"], (subject) => subject === "month");
			const db = openAccountDb(state.storage);
			let now = Date.now() + hourMs;
			let deaths = 0;
			for (; deaths < 20 && !listFailedJobs(db)[0]?.setAsideAt; now += hourMs + minuteMs) {
				while (deaths < 20 && (await live(state, deadly.born(), now)) === "ended") deaths += 1;
			}
			expect(deadly.done).toEqual(["a", "b", "c"]);
			expect(listFailedJobs(db)).toMatchObject([
				{ work: "archive", subject: "month", attempts: 8, lastError: expect.stringContaining("ended during") },
			]);
			// The first death has no known cause; each further one counts as an attempt.
			expect(deaths).toBe(9);
			await state.storage.deleteAlarm();
		});
		expect(takeLogs()).toHaveLength(8);
	});

	it("stays uncounted if a deployment ended it once", async () => {
		const { id } = await createOwner();
		await watchAlone(id);
		await runInDurableObject(accountStub(id), async (_, state) => {
			let isFirst = true;
			const deadly = deadlyWork(["a", "b"], () => {
				const is = isFirst;
				isFirst = false;
				return is;
			});
			const now = Date.now() + hourMs;
			expect(await live(state, deadly.born(), now)).toBe("ended");
			expect(await live(state, deadly.born(), now)).toBe("through");
			expect([deadly.done, listFailedJobs(openAccountDb(state.storage))]).toEqual([["a", "b"], []]);
			await state.storage.deleteAlarm();
		});
	});

	it("costs two written rows a slice to detect, however many subjects it has", async () => {
		const { id } = await createOwner();
		await watchAlone(id);
		await runInDurableObject(accountStub(id), async (_, state) => {
			const written = async (subjects: string[]) => {
				const counted = countedStorage(state.storage);
				const parts = { works: [testWork("seal", subjects).work], clock: () => 1 };
				const { getAlarm, setAlarm } = { getAlarm: async () => 1, setAlarm: async () => {} };
				const storage = { getAlarm, setAlarm, sync: () => state.storage.sync() };
				const db = openAccountDb(counted.storage);
				await alarmOver(state, { ...parts, storage, db }).run(1);
				return counted.rowsWritten();
			};
			expect([await written([]), await written(["a"]), await written(["a", "b", "c", "d"])]).toEqual([0, 2, 2]);
		});
	});
});

describe("the alarm", () => {
	it("does a thousand subjects, but not in one run", async () => {
		const { id } = await createOwner();
		const subjects = Array.from({ length: 1000 }, (_, index) => String(index));
		const { work, done } = testWork("seal", subjects);
		await addWorks(id, work);
		const doneAtOnce = await runInDurableObject(accountStub(id), async (object) => {
			await object.runOverdue(Date.now());
			return done.length;
		});
		expect(doneAtOnce).toBeGreaterThan(0);
		expect(doneAtOnce).toBeLessThan(1000);
		await vi.waitFor(() => expect(done).toHaveLength(1000), { timeout: 25_000 });
		expect(new Set(done).size).toBe(1000);
	}, 30_000);

	it("stops after 50 ms of work and goes on at once, deadlines first", async () => {
		const { id } = await createOwner();
		await runInDurableObject(accountStub(id), async (_, state) => {
			let time = Date.now() + hourMs;
			const takesTime = () => {
				time += 20;
			};
			const urgent = testWork("device status", ["a", "b"], takesTime);
			const other = testWork("seal", ["c", "d", "e"], takesTime);
			const due: (number | null)[] = [];
			const works = [urgent.work, other.work];
			const alarm = alarmOver(state, { works, clock: () => time, recordDue: (at) => void due.push(at) });
			await alarm.run(time);
			expect([urgent.done, other.done]).toEqual([["a", "b"], ["c"]]);
			expect([await state.storage.getAlarm(), due]).toEqual([time, [time]]);
			await alarm.run(time);
			expect(other.done).toEqual(["c", "d", "e"]);
			expect(due.at(-1)).toBeNull();
			await state.storage.deleteAlarm();
		});
	});

	it("postpones work that is due again after a whole slice, and does the work behind it", async () => {
		const { id } = await createOwner();
		await runInDurableObject(accountStub(id), async (_, state) => {
			let time = Date.now() + hourMs;
			const { work, done } = testWork("archive", ["a", "b"]);
			const run = async (subject: string, now: number) => {
				time += 60;
				if (subject === "a") done.push("a");
				else await work.run(subject, now);
			};
			const alarm = alarmOver(state, { works: [{ ...work, run }], clock: () => time });
			await alarm.run(time);
			expect(done).toEqual(["a"]);
			await alarm.run(time);
			expect(done).toEqual(["a", "b"]);
			await state.storage.deleteAlarm();
		});
		expect(await failedJobsOf(id)).toMatchObject([{ subject: "a", lastError: "Error: Still due after its work" }]);
		expect(takeLogs()).toHaveLength(1);
	});

	it("retries failed work with its own error, also if the slice in which it failed ended early", async () => {
		const { id } = await createOwner();
		await runInDurableObject(accountStub(id), async (_, state) => {
			let time = Date.now() + hourMs;
			const { work } = testWork("archive", ["a", "b"], () => {
				time += 60;
				throw new Error("The store is full");
			});
			const alarm = alarmOver(state, { works: [work], clock: () => time });
			await alarm.run(time);
			for (const seconds of [30, 60]) await alarm.run(time + seconds * secondMs);
			await state.storage.deleteAlarm();
		});
		expect((await failedJobsOf(id)).map(({ lastError }) => lastError)).toEqual(
			Array(2).fill("Error: The store is full"),
		);
		takeLogs();
	});

	it("fires for work that came up while it was about to be set", async () => {
		const { id } = await createOwner();
		await runInDurableObject(accountStub(id), async (_, state) => {
			const now = Date.now();
			let dueAt = now + hourMs;
			const getAlarm = () => {
				dueAt = now + minuteMs;
				return state.storage.getAlarm();
			};
			await state.storage.deleteAlarm();
			const setAlarm = (at: number) => state.storage.setAlarm(at);
			const storage = { getAlarm, setAlarm, sync: () => state.storage.sync() };
			const works = [{ ...testWork("seal", []).work, nextDueAt: () => dueAt }];
			const alarm = alarmOver(state, { storage, works, clock: () => now });
			await alarm.run(now);
			expect(await state.storage.getAlarm()).toBe(now + minuteMs);
			await state.storage.deleteAlarm();
		});
	});

	it("runs once if it is called while it works", async () => {
		const { id } = await createOwner();
		const { work, done } = testWork("archive", ["a", "b"]);
		const archiving = async (subject: string, now: number) => {
			await env.ARCHIVE.head(subject);
			await work.run(subject, now);
		};
		await addWorks(id, { ...work, run: archiving });
		const stub = accountStub(id);
		await Promise.all([stub.runOverdue(Date.now()), stub.runOverdue(Date.now()), stub.runOverdue(Date.now())]);
		await vi.waitFor(() => expect(done).toContain("b"), { timeout: 10_000 });
		expect(done).toEqual(["a", "b"]);
	});

	it("returns if it was lost: when the object wakes, and when it is run as overdue", async () => {
		const { id, owner } = await createOwner();
		const { key } = await addDevice(owner);
		const lose = () => runInDurableObject(accountStub(id), (_, state) => state.storage.deleteAlarm());
		const now = Date.now();
		const deadline = now + 22.5 * minuteMs;
		await watchAlone(id);
		await uploadAt(key, now);
		expect(await alarmOf(id)).toBe(deadline);
		await lose();
		await evictDurableObject(accountStub(id));
		const armedFor = await alarmOf(id);
		expect(armedFor).not.toBeNull();
		expect(armedFor).toBeLessThanOrEqual(deadline);

		await watchAlone(id);
		await lose();
		await accountStub(id).runOverdue(now);
		expect(await alarmOf(id)).toBe(deadline);
	});

	it("stays set if not even the failed jobs can be read", async () => {
		const { id } = await createOwner();
		await watchAlone(id);
		const rename = (from: string, to: string) =>
			runInDurableObject(accountStub(id), (_, state) => {
				state.storage.sql.exec(`ALTER TABLE ${from} RENAME TO ${to}`);
			});
		await rename("failed_jobs", "failed_jobs_away");
		await evictDurableObject(accountStub(id));
		const before = Date.now();
		await accountStub(id).runOverdue(before);
		expect(await alarmOf(id)).toBeGreaterThanOrEqual(before + minuteMs);
		expect(await runDurableObjectAlarm(accountStub(id))).toBe(true);
		expect(await alarmOf(id)).toBeGreaterThanOrEqual(before + minuteMs);
		// Else its alarm runs in a minute, during another test.
		await rename("failed_jobs_away", "failed_jobs");
		// The start logs once and each run twice, as the operator's status reads the table too.
		expect(takeLogs()).toEqual(Array(5).fill(expect.stringContaining("no such table: failed_jobs")));
	});

	it("stays unset in an account that waits for nothing", async () => {
		const { id, owner } = await createOwner();
		await watchAlone(id);
		await addDevice(owner);
		await accountStub(id).runOverdue(Date.now() + dayMs);
		expect(await alarmOf(id)).toBeNull();
	});
});

it.each([
	[new TypeError("x is not a function"), "TypeError: x is not a function"],
	["plain", "plain"],
	[new Error(`key aqd_acc_dev_${"s".repeat(20)}_tag refused`), "Error: key … refused"],
	[new Error("Authorization: Bearer abc.def"), "Error: Authorization: …"],
	[new Error(`token eyJhbGciOi.${"e".repeat(9)} and ${"0a".repeat(32)}`), "Error: token … and …"],
	[new Error(`two\nlines ${"word ".repeat(100)}`), `Error: two lines ${"word ".repeat(100)}`.slice(0, 200)],
])("shortens %s to what people may see", (error, text) => {
	expect(errorText(error)).toBe(text);
});
