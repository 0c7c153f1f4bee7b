import { runInDurableObject } from "cloudflare:test";
import { describe, expect, it } from "vitest";
import { createAlarm } from "../../../backend/alarm/alarm";
import type { Job } from "../../../backend/base/job";
import { openAccountDb } from "../../../backend/db/cached-rows";
import { type DeviceRow, listDevices } from "../../../backend/db/device-rows";
import { secondMs } from "../../../shared/base/durations";
import { eventsSeen, minuteMs } from "../fixtures/alert-account";
import { addAlert, silentRule } from "../fixtures/alert-rules";
import { accountStub, createOwner, inAccount } from "../fixtures/fleet";
import { addLargeFleet } from "../fixtures/large-fleet";
import type { Person } from "../fixtures/people";
import { partsOf } from "../fixtures/works";

/** Limits the runs, as silences that are postponed again and again would keep the alarm busy for ever. */
const mostRuns = 400;

async function createSilentFleet(devices: number) {
	const { id, owner } = await createOwner();
	await addLargeFleet(id, devices);
	const receivedBy = Date.now();
	await addAlert(owner, { name: "Silent", rule: silentRule });
	return { id, owner, deadline: receivedBy + 45 * minuteMs };
}

type SlowAlarm = { from: number; turnMs: number };

/** Runs the alarm on a clock that each turn of the work moves on. Returns when it has nothing left to do. */
function passSlowly(accountId: string, { from, turnMs }: SlowAlarm): Promise<number> {
	return runInDurableObject(accountStub(accountId), async (object, state) => {
		let now = from;
		let alarmAt: number | null = null;
		const { works } = partsOf(object);
		const alarm = createAlarm({
			db: openAccountDb(state.storage),
			invalidations: { changed: () => {} },
			works: works.filter(({ name }) => name === "alert deadlines").map((work) => slowed(work, () => (now += turnMs))),
			clock: () => now,
			recordDue: () => {},
			report: () => {},
			storage: {
				getAlarm: async () => alarmAt,
				setAlarm: async (at) => {
					alarmAt = Number(at);
				},
				sync: async () => {},
			},
		});
		for (let runs = 0; runs === 0 || (runs < mostRuns && alarmAt !== null && alarmAt <= now); runs += 1) {
			alarmAt = null;
			await alarm.run(now);
		}
		return now;
	});
}

function slowed(work: Job, passTurn: () => void): Job {
	const { run, runTogether } = work;
	return {
		...work,
		run: async (subject, now) => {
			await run(subject, now);
			passTurn();
		},
		...(runTogether && {
			runTogether: async (subjects, now) => {
				await runTogether(subjects, now);
				passTurn();
			},
		}),
	};
}

async function silencesSeen(owner: Person) {
	const all = await eventsSeen(owner, { limit: 1_000 });
	return {
		whole: all.filter(({ deviceIds }) => deviceIds !== null),
		of: all.filter(({ deviceId }) => deviceId !== null),
	};
}

describe("a fleet that falls silent at once", () => {
	it("opens one event of the account within five seconds of the deadline", async () => {
		const { id, owner, deadline } = await createSilentFleet(1_000);
		const restedAt = await passSlowly(id, { from: deadline, turnMs: 10 });
		expect(restedAt - deadline).toBeLessThanOrEqual(5 * secondMs);
		const { whole, of } = await silencesSeen(owner);
		expect(whole).toMatchObject([
			{ ruleName: "Many devices silent", alertId: null, deviceId: null, state: "open", severity: "critical" },
		]);
		expect(whole[0]?.deviceIds).toHaveLength(1_000);
		expect(of.filter(({ partOf }) => partOf === null)).toEqual([]);
		expect((await eventsSeen(owner, { isFolded: true })).map(({ id }) => id)).toEqual([whole[0]?.id]);
		// The page holds as many rows as there are devices; the event itself would push one out.
		const parts = await eventsSeen(owner, { partOf: whole[0]?.id, limit: 1_000 });
		expect(new Set(parts.map(({ deviceId }) => deviceId)).size).toBe(1_000);
	});

	it("stays a silence of the fleet if the alarm takes minutes to work through it", async () => {
		const { id, owner, deadline } = await createSilentFleet(300);
		const restedAt = await passSlowly(id, { from: deadline, turnMs: 20 * secondMs });
		expect(restedAt - deadline).toBeGreaterThan(3 * minuteMs);
		expect((await silencesSeen(owner)).of).toHaveLength(300);
	});

	it("counts as our outage if the alarm stood still in the middle of it", async () => {
		const { id, owner, deadline } = await createSilentFleet(300);
		let restedAt = deadline;
		await runInDurableObject(accountStub(id), async (object) => {
			const { works } = partsOf(object);
			const work = works.find(({ name }) => name === "alert deadlines");
			await work?.load?.();
			for (const subject of work?.due(deadline, 50) ?? []) await work?.run(subject, deadline);
		});
		restedAt = await passSlowly(id, { from: deadline + 30 * minuteMs, turnMs: 10 });
		expect((await silencesSeen(owner)).of).toHaveLength(50);
		await passSlowly(id, { from: restedAt + 16 * minuteMs, turnMs: 10 });
		expect((await silencesSeen(owner)).of).toHaveLength(300);
	});

	it("ends with the device whose return leaves few silent, and not before", async () => {
		const { id, owner, deadline } = await createSilentFleet(60);
		const restedAt = await passSlowly(id, { from: deadline, turnMs: 10 });
		const isOpen = async () => (await silencesSeen(owner)).whole.map(({ state }) => state);
		const devices = await inAccount(id, (db) => listDevices(db, "all"));
		// A fifth of sixty is twelve: the silence counts as many until the forty-eighth device is back.
		await comeBack(id, devices.slice(0, 47), restedAt + minuteMs);
		expect(await isOpen()).toEqual(["open"]);
		await comeBack(id, devices.slice(47, 48), restedAt + minuteMs);
		expect(await isOpen()).toEqual(["ended"]);
	});
});

async function comeBack(accountId: string, devices: DeviceRow[], receivedAt: number): Promise<void> {
	await runInDurableObject(accountStub(accountId), async (object) => {
		const { readingStore, alertWatch } = partsOf(object);
		for (const device of devices) {
			const [kept] = readingStore.watched([device.id]);
			const sent = { channelIds: kept?.channelIds.slice(0, 1) ?? [], channel: [0], at: [receivedAt], value: [1] };
			const upload = { deviceId: device.id, seq: readingStore.nextSeq(), receivedAt, ...sent };
			await readingStore.append(upload, alertWatch.evaluator(device, { isBeforeMessages: false }));
		}
	});
}
