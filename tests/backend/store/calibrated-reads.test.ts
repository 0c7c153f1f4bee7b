import { runInDurableObject } from "cloudflare:test";
import { describe, expect, it } from "vitest";
import type { CalibrationsByChannel } from "../../../backend/db/calibration-rows";
import { createCalibratedReadingStore } from "../../../backend/store/calibrated-reading-store";
import { type Calibration, calibrated, calibrationAt } from "../../../shared/device/calibration";
import { channelIdOf } from "../../../shared/log/reading-marks";
import * as fc from "../../properties";
import { accountStub, newId } from "../fixtures/fleet";
import { createListReadingStore } from "../fixtures/list-reading-store";
import { type Choice, choice, compare } from "../fixtures/model-compare";
import { channelIds, deviceIds, quarterMs, refs, start } from "../fixtures/model-readings";
import { createModel, type Model, modelOptions, type Step, step, takeStep } from "../fixtures/model-steps";
import { openReadings } from "../fixtures/reading-store";

const calibrations = fc
	.uniqueArray(
		fc.record({
			from: fc.integer({ min: -50, max: 400 }).map((quarter) => start + quarter * quarterMs),
			scale: fc.constantFrom(1, -1, 2, 0.5, -0.25, 1.5),
			offset: fc.constantFrom(0, -3, 0.5, 10),
		}),
		{ maxLength: 4, selector: ({ from }) => from },
	)
	.map((list) => list.sort((one, other) => one.from - other.from));

const calibrationLists = fc.tuple(calibrations, calibrations, fc.constant<Calibration[]>([]));

const storing = step.filter((one) => one.kind === "append" || one.kind === "seal");

function calibratedList(submitted: Model["list"], byChannel: CalibrationsByChannel): Model["list"] {
	const list = createListReadingStore();
	for (const [deviceId, { lastReceivedAt }] of submitted.latest()) {
		const columns = { channelIds: [], channel: [], at: [], value: [] };
		list.append({ deviceId, seq: 0, receivedAt: lastReceivedAt ?? 0, ...columns });
	}
	for (const { deviceId, channelId, at, value, receivedAt, seq } of submitted.within(
		refs,
		0,
		Number.MAX_SAFE_INTEGER,
	)) {
		const read = calibrated(value, calibrationAt(byChannel.get(channelIdOf(channelId)) ?? [], at));
		list.append({ deviceId, seq, receivedAt, channelIds: [channelId], channel: [0], at: [at], value: [read] });
	}
	return list;
}

async function readThrough(steps: Step[], lists: Calibration[][], choices: Choice[]): Promise<void> {
	const byChannel = new Map(
		channelIds.flatMap((id, position) => (lists[position]?.length ? [[id, lists[position]] as const] : [])),
	);
	const model = createModel();
	await runInDurableObject(accountStub(newId("account")), async (_, state) => {
		const sentReadings = openReadings(state, modelOptions(model));
		const readingStore = createCalibratedReadingStore(sentReadings, () => byChannel);
		// Duplicates are found by the sent values.
		for (const [index, one] of steps.entries())
			await takeStep(readingStore, model, { step: one, seq: 10 * (index + 1) + 3 });
		const read = calibratedList(model.list, byChannel);
		for (const one of choices) await compare(readingStore, read, one);
		for (const one of choices) await compare(sentReadings, model.list, one);
		expect([...(await readingStore.latest(deviceIds)).keys()].sort()).toEqual([...read.latest().keys()].sort());
	});
}

describe("a calibrated log, against a plain list whose values are calibrated", () => {
	it(
		"returns the same results, and leaves the sent values unchanged",
		async () => {
			const steps = fc.array(storing, { minLength: 1, maxLength: 20, size: "max" });
			const choices = fc.array(choice, { minLength: 1, maxLength: 3 });
			await fc.assert(fc.asyncProperty(steps, calibrationLists, choices, readThrough), {
				numRuns: 60,
				endOnFailure: true,
			});
		},
		fc.timeLimit(120_000),
	);
});
