import { runInDurableObject } from "cloudflare:test";
import { expect, it } from "vitest";
import { catchUpWork } from "../../../backend/alert/catch-up";
import type { EngineDevice, Sample } from "../../../backend/alert/engine/observe";
import { createPastExcursions } from "../../../backend/alert/engine/past-excursions";
import { watchedRules } from "../../../backend/alert/engine/watched-rule";
import type { CreateAlert } from "../../../shared/alert/alert";
import type { AlertCondition } from "../../../shared/alert/conditions/registry";
import { asSent } from "../../../shared/device/calibration";
import type { Device } from "../../../shared/device/device";
import * as of from "../../conditions";
import * as fc from "../../properties";
import { createAlerted, minuteMs } from "../fixtures/alert-account";
import { warmAlert, warmRule } from "../fixtures/alert-rules";
import { calibrate } from "../fixtures/calibrate";
import { sendImport } from "../fixtures/import-form";
import { dataOf } from "../fixtures/people";
import { holdAlarm, partsOf } from "../fixtures/works";

const device: EngineDevice = {
	clock: { timezoneOffset: 0, timeZoneRule: 0 },
	metadata: {},
	offlineAfterSeconds: 2_700,
	loggingIntervalSeconds: 60,
	uploadIntervalSeconds: 900,
	channels: [{ id: "chn_t", name: "Room", quantity: "temperature", unit: "°C", min: null, max: null }],
};

function excursionsOf(condition: AlertCondition, pieces: Sample[][]): unknown[] {
	const all = pieces.flat();
	const [rule] = watchedRules({ ...warmRule, condition, id: "alr_1", version: 1, severity: "warning" }, device);
	if (!rule) throw new Error("The rule watches nothing");
	const excursions = createPastExcursions(rule, () => crypto.randomUUID());
	for (const [position, piece] of pieces.entries()) {
		excursions.add(piece, pieces[position + 1]?.[0]?.at ?? (all.at(-1)?.at ?? 0) + 1);
	}
	const span = { from: all[0]?.at ?? 0, to: all.at(-1)?.at ?? 0 };
	return excursions
		.unknownWithin(span, [])
		.map(({ event: { id: _, ...event }, kind, isNew }) => ({ ...event, kind, isNew }));
}

it("finds the same excursions in however many pieces the readings come", () => {
	const conditions: AlertCondition[] = [
		of.threshold(">", 8),
		of.rate("rise", 3, 600),
		of.stuck(600),
		of.statistic("mean", 60, ">", 7),
		of.repeated(2, 600, ">", 8),
	];
	let found = 0;
	const value = fc.constantFrom(4, 7, 9, 12);
	const gap = fc.constantFrom(1, 1, 1, 7, 90);
	const readings = fc.array(fc.tuple(gap, value), { minLength: 2, maxLength: 60 });
	const property = fc.property(readings, fc.integer({ min: 1, max: 9 }), (steps, each) => {
		let at = 0;
		const samples = steps.map(([minutes, one]) => {
			at += minutes * minuteMs;
			return { at, value: one };
		});
		const pieces = Array.from({ length: Math.ceil(samples.length / each) }, (_, piece) =>
			samples.slice(piece * each, (piece + 1) * each),
		);
		for (const condition of conditions) {
			const whole = excursionsOf(condition, [samples]);
			expect(excursionsOf(condition, pieces)).toEqual(whole);
			found += whole.length;
		}
	});
	fc.assert(property, { numRuns: 100 });
	expect(found).toBeGreaterThan(100);
});

/** Creates an account with late readings; `run` does its work on them with a turn queue of the test. */
async function createBehind(made: Partial<CreateAlert> = {}) {
	const alerted = await createAlerted(made);
	const { owner, alert, device: own } = alerted;
	await holdAlarm(alerted.id);
	const run = (next: () => Promise<void>) =>
		runInDurableObject(alerted.stub, async (object) => {
			const { db, readingStore, invalidations } = partsOf(object);
			const work = catchUpWork({ db, readingStore, invalidations, turnQueue: { next } });
			const now = Date.now() + 365 * 24 * 60 * minuteMs;
			const [subject] = work.due(now, 1);
			if (subject === undefined) throw new Error("Nothing came behind");
			await work.run(subject, now);
			return work.due(now, 1).length;
		});
	const [channel] = own.channels;
	if (!channel) throw new Error("A device without a channel");
	return {
		...alerted,
		run,
		async changeLimit(limit: number) {
			const rule = { ...alert.rule, condition: limitOf(limit) };
			const changes = { ...warmAlert, rule, alertId: alert.id, version: alert.version };
			dataOf(await owner.mutate("alert.updateAlert", changes));
		},
		async limitChannel(max: number) {
			const { version, channels } = dataOf<Device>(await owner.query("device.getDevice", { deviceId: own.id }));
			const limited = channels.map(({ id, name, quantity, unit, decimals, min }) => {
				return { id, name, quantity, unit, decimals, min, max };
			});
			dataOf(await owner.mutate("device.updateDevice", { deviceId: own.id, version, channels: limited }));
		},
		async calibrateBy(offset: number) {
			const calibration = { ...asSent, from: Date.UTC(2020, 0), offset };
			dataOf(await calibrate(owner, { deviceId: own.id, channelId: channel.id }, calibration));
		},
	};
}

type Behind = Awaited<ReturnType<typeof createBehind>>;

const limitOf = (value: number) => of.threshold(">", value);

it.each<[what: string, rule: AlertCondition, expected: number, change: (behind: Behind) => Promise<unknown>]>([
	["a rule's limit is raised", limitOf(8), 0, ({ changeLimit }) => changeLimit(10)],
	["a rule's limit is lowered", limitOf(10), 1, ({ changeLimit }) => changeLimit(8)],
	["a channel's own limit is lowered", of.threshold(">", of.end("max")), 1, ({ limitChannel }) => limitChannel(8)],
	["the sensor is calibrated", limitOf(8), 0, ({ calibrateBy }) => calibrateBy(-2)],
])("evaluates a file by the state after %s in between", async (_, condition, expected, change) => {
	const behind = await createBehind({ rule: { ...warmRule, condition } });
	await behind.limitChannel(10);
	const from = Math.floor(Date.now() / minuteMs) * minuteMs - 60 * minuteMs;
	const lines = [5, 9, 9, 5].map((value, position) => `${new Date(from + position * minuteMs).toISOString()},${value}`);
	const sent = { options: { deviceId: behind.device.id }, file: `time,Air\n${lines.join("\n")}\n` };
	dataOf(await sendImport(behind.owner, "log.importReadings", sent));
	let turns = 0;
	const left = await behind.run(async () => {
		turns += 1;
		if (turns === 1) await change(behind);
	});
	expect([left, (await behind.events()).length]).toEqual([0, expected]);
	expect(turns).toBeGreaterThan(1);
});

it("lets others in between slices of a file", async () => {
	const { owner, device: own, run, events } = await createBehind();
	const from = Math.floor(Date.now() / minuteMs) * minuteMs - 12_100 * minuteMs;
	const lines = Array.from({ length: 12_000 }, (_, position) => {
		const isWarm = position >= 4_990 && position < 5_020;
		return `${new Date(from + position * minuteMs).toISOString()},${isWarm ? 9 : 5}`;
	});
	const sent = { options: { deviceId: own.id }, file: `time,Air\n${lines.join("\n")}\n` };
	dataOf(await sendImport(owner, "log.importReadings", sent));
	let turns = 0;
	const left = await run(async () => {
		turns += 1;
	});
	expect(left).toBe(0);
	expect(turns).toBeGreaterThanOrEqual(3);
	expect(await events()).toMatchObject([
		{ startedAt: from + 4_990 * minuteMs, endedAt: from + 5_020 * minuteMs, count: 30, isPast: true },
	]);
});

it("opens nothing for what a file ends with, until the device sends that it goes on", async () => {
	const { owner, device: own, run, send, events, at } = await createBehind();
	const from = Math.floor(Date.now() / minuteMs) * minuteMs - 100 * minuteMs;
	const values = [5, 9, 9, 5, 5, 9, 9];
	const lines = values.map((value, position) => `${new Date(from + position * minuteMs).toISOString()},${value}`);
	const sent = { options: { deviceId: own.id }, file: `time,Air\n${lines.join("\n")}\n` };
	dataOf(await sendImport(owner, "log.importReadings", sent));
	expect(await run(async () => {})).toBe(0);
	const past = { startedAt: from + minuteMs, endedAt: from + 3 * minuteMs, isPast: true };
	expect(await events()).toMatchObject([past]);
	await send([[0, 9]]);
	expect(await events()).toMatchObject([{ startedAt: at(0), endedAt: null, isPast: false }, past]);
});

type Between = { behind: number; act: (account: Behind) => Promise<unknown>; found: (at: Behind["at"]) => object[] };

/** Changes between the first slice and the next. `behind`: the value of the late reading at the start. */
const between = {
	"evaluates what comes behind in between": {
		behind: 5,
		act: ({ send }) =>
			send(
				[
					[10, 9],
					[11, 5],
				],
				62,
			),
		found: (at) => [{ startedAt: at(10), endedAt: at(11), isPast: true }],
	},
	"adds nothing of a rule that goes in between": {
		behind: 9,
		act: async ({ owner, alert }) => {
			dataOf(await owner.mutate("alert.deleteAlert", { alertId: alert.id }));
		},
		found: () => [],
	},
} satisfies Record<string, Between>;

it.each(Object.entries<Between>(between))(
	"handles a change between two slices: %s",
	async (_, { behind, act, found }) => {
		const account = await createBehind();
		const { send, run, events, at } = account;
		await send([[60, 5]]);
		await send(
			[
				[0, behind],
				[30, 5],
			],
			61,
		);
		let turns = 0;
		const left = await run(async () => {
			turns += 1;
			if (turns === 1) await act(account);
		});
		expect(left).toBe(0);
		expect(turns).toBeGreaterThan(0);
		expect(await events()).toMatchObject(found(at));
	},
);
