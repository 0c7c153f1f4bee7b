import { runInDurableObject } from "cloudflare:test";
import { describe, expect, it } from "vitest";
import { updateRun } from "../../../../backend/db/report-run-rows";
import { hashOfCalibrations } from "../../../../backend/report/source/report-calibrations";
import { dayMs, hourMs, minuteMs } from "../../../../shared/base/durations";
import type { ReadingImport } from "../../../../shared/log/reading-import";
import type { ReportRun } from "../../../../shared/report/report";
import * as fc from "../../../properties";
import { calibrate, uncalibrate } from "../../fixtures/calibrate";
import { accountStub, addDevice, createOwner, inAccount } from "../../fixtures/fleet";
import { sendImport } from "../../fixtures/import-form";
import { dataOf, type Person } from "../../fixtures/people";
import { undoImport } from "../../fixtures/readings-files";
import { definitionOf, endedRun } from "../../fixtures/report-run";
import { runOf } from "../../fixtures/reports";
import { uploadAt } from "../../fixtures/uploads";
import { partsOf } from "../../fixtures/works";

/** Two days that lie long enough ago for the archive. */
const from = (Math.floor(Date.now() / dayMs) - 120) * dayMs;
const to = from + 2 * dayMs;
const farAhead = 400 * dayMs;
const hours = [-30, -1, 0, 1, 25, 47, 48, 60] as const;

type Step =
	| { kind: "upload" | "import"; hours: number[] }
	| { kind: "again" | "undo" | "settle" | "archive" | "look" }
	| { kind: "calibrate"; day: number; offset: number }
	| { kind: "uncalibrate"; day: number };

const someHours = fc.uniqueArray(fc.constantFrom(...hours), { minLength: 1, maxLength: 4 });
const day = fc.constantFrom(-3, -1, 1);
const step: fc.Arbitrary<Step> = fc.oneof(
	{
		weight: 3,
		arbitrary: fc.record({ kind: fc.constantFrom("upload" as const, "import" as const), hours: someHours }),
	},
	{
		weight: 5,
		arbitrary: fc.record({
			kind: fc.constantFrom(...(["again", "undo", "settle", "archive", "look"] as const)),
		}),
	},
	{ weight: 2, arbitrary: fc.record({ kind: fc.constant("calibrate" as const), day, offset: fc.nat(1) }) },
	{ weight: 1, arbitrary: fc.record({ kind: fc.constant("uncalibrate" as const), day }) },
);

async function openLog(id: string, owner: Person) {
	const { device, key } = await addDevice(owner);
	const [{ id: channelId } = { id: "" }] = device.channels;
	const channel = { deviceId: device.id, channelId };
	let value = 0;
	let last: { at: number; channel: string; value: number }[] = [];
	let pending: string | null = null;

	const name = device.channels[0]?.name ?? "";
	const readings = (list: readonly number[]) =>
		list.map((hour) => {
			value += 1;
			return { at: from + hour * hourMs, channel: name, value };
		});
	const work = (job: string, now: number) =>
		runInDurableObject(accountStub(id), async (object) => {
			const found = partsOf(object).works.find((one) => one.name === job);
			for (const subject of found?.due(now, 1_000) ?? []) await found?.run(subject, now);
		});
	const archive = async () => {
		await work("seal", Date.now() + farAhead);
		await work("archive", Date.now() + farAhead);
	};

	return {
		channel,
		archive,
		look: () => work("report revisions", Date.now() + farAhead),
		figures: () =>
			runInDurableObject(accountStub(id), async (object) => {
				const [series] = await partsOf(object).readingStore.readSeries({ channels: [channel], from, to });
				return JSON.stringify([Array.from(series?.at ?? []), Array.from(series?.value ?? [])]);
			}),
		async take(taken: Step): Promise<void> {
			if (taken.kind === "upload") {
				last = readings(taken.hours);
				await uploadAt(key, Date.now(), last);
			} else if (taken.kind === "again") await uploadAt(key, Date.now(), last);
			else if (taken.kind === "import" && pending === null) {
				const rows = readings(taken.hours).map((one) => `${new Date(one.at).toISOString()},${one.value}`);
				const file = [`Time,${name}`, ...rows, ""].join("\n");
				const options = { deviceId: device.id };
				pending = dataOf<ReadingImport>(await sendImport(owner, "log.importReadings", { options, file })).id;
			} else if (taken.kind === "undo" && pending !== null) {
				dataOf(await undoImport(owner, pending));
				pending = null;
			} else if (taken.kind === "settle") {
				await work("settle imports", Date.now() + 2 * dayMs);
				pending = null;
			} else if (taken.kind === "archive") await archive();
			else if (taken.kind === "look") await work("report revisions", Date.now() + farAhead);
			else if (taken.kind === "calibrate") {
				const { day: days, offset } = taken;
				dataOf(await calibrate(owner, channel, { from: from + days * dayMs, scale: 1, offset }));
			} else if (taken.kind === "uncalibrate") await uncalibrate(owner, channel, from + taken.day * dayMs);
		},
	};
}

type Log = Awaited<ReturnType<typeof openLog>>;

/** A run that has just finished and is not due, so that a change alone leads to a look. */
async function finishRun(id: string, { channel: { deviceId } }: Log): Promise<string> {
	const definition = { type: "summary", channels: null } as const;
	const startedAt = Date.now();
	const reported = { definition: definitionOf(definition), deviceIds: [deviceId], startedAt, from, to };
	const held = await runInDurableObject(accountStub(id), (object) => ({
		seq: partsOf(object).readingStore.storedUpTo(),
		calibrated: hashOfCalibrations(partsOf(object).db, reported),
	}));
	const run = { from, to, startedAt, finishedAt: startedAt - 2 * hourMs, keptFrom: { [deviceId]: 0 }, ...held };
	const { run: ended } = await endedRun(id, { definition, run, now: startedAt });
	await scheduler.wait(2);
	return ended.id;
}

describe("revised runs", () => {
	it(
		"marks a run exactly if its figures differ, after any uploads, imports, undos, calibrations and archive runs",
		async () => {
			const { id, owner } = await createOwner();
			await accountStub(id).takeHold();
			const steps = fc.array(step, { maxLength: 7, size: "max" });
			await fc.assert(
				fc.asyncProperty(fc.array(step, { maxLength: 4 }), steps, async (before, after) => {
					const log = await openLog(id, owner);
					await log.take({ kind: "upload", hours: [0, 47] });
					for (const one of before) await log.take(one);
					const runId = await finishRun(id, log);
					const figures = await log.figures();
					for (const one of after) await log.take(one);
					await log.archive();
					await log.look();
					const { revision, dueAt } = await runOf(id, runId);
					expect(dueAt).toBeNull();
					expect(revision !== null).toBe((await log.figures()) !== figures);
				}),
				{ numRuns: 12 },
			);
		},
		fc.timeLimit(60_000),
	);

	it("looks a minute after a late reading, and not at readings of now or of another device", async () => {
		const { id, owner } = await createOwner();
		await accountStub(id).takeHold();
		const log = await openLog(id, owner);
		const runId = await finishRun(id, log);
		const { key } = await addDevice(owner);
		await uploadAt(key, Date.now(), [{ at: from, channel: "Air", value: 1 }]);
		await log.take({ kind: "upload", hours: [48, 60] });
		expect((await runOf(id, runId)).dueAt).toBeNull();
		const late = Date.now();
		await log.take({ kind: "upload", hours: [1] });
		const { dueAt } = await runOf(id, runId);
		expect(dueAt).toBeGreaterThanOrEqual(late + minuteMs);
		await log.look();
		expect(dataOf<ReportRun>(await owner.query("report.getRun", { runId })).revision).toMatchObject({ readings: 1 });
	});

	it("waits an hour after a run has finished", async () => {
		const { id, owner } = await createOwner();
		await accountStub(id).takeHold();
		const log = await openLog(id, owner);
		const runId = await finishRun(id, log);
		const finishedAt = Date.now();
		await inAccount(id, (db) => updateRun(db, runId, { finishedAt }));
		await log.take({ kind: "upload", hours: [1] });
		expect((await runOf(id, runId)).dueAt).toBe(finishedAt + hourMs);
	});
});
