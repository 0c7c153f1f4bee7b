import { describe, expect, it } from "vitest";
import {
	createInCalls,
	type LineOutcome,
	resolveUnsure,
} from "../../../client/features/devices/csv-import/creation-calls";
import { callsOf } from "../../../client/forms/file-import/calls-of";
import { limits } from "../../../shared/limits";
import { device } from "./device";

const longChannels = Array.from({ length: 32 }, () => ({
	name: "漢".repeat(64),
	quantity: "temperature" as const,
	unit: "漢".repeat(16),
}));
const deviceLines = (count: number) =>
	Array.from({ length: count }, (_, index) => ({ line: index + 2, device: device(`Device ${index}`) }));

describe("creating devices call after call", () => {
	it("sends every line once, in order, and neither too many nor too much at once", () => {
		const calls = callsOf(deviceLines(601), limits.devicesPerCreation, ({ device }) => device);
		expect(calls.map(({ length }) => length)).toEqual([250, 250, 101]);
		expect(calls.flat().map(({ line }) => line)).toEqual(deviceLines(601).map(({ line }) => line));
		const long = deviceLines(250).map((line) => ({
			...line,
			device: {
				...line.device,
				channels: longChannels,
			},
		}));
		for (const call of callsOf(long, limits.devicesPerCreation, ({ device }) => device)) {
			const body = JSON.stringify({ json: { devices: call.map((line) => line.device) } });
			expect(new TextEncoder().encode(body).length).toBeLessThan(limits.proxyBodyBytes);
		}
	});

	it("tells what became of each line, and stops where it is asked to", async () => {
		const outcomes = new Map<number, LineOutcome>();
		let isStopped = false;
		await createInCalls(deviceLines(300), {
			create: async (devices) => {
				isStopped = true;
				return devices.map(({ name }, index) =>
					index === 1 ? { fields: { serialNumber: "Taken." } } : { id: `dev_${name}`, key: `key ${name}` },
				);
			},
			onOutcomes: (known) => {
				for (const [line, outcome] of known) outcomes.set(line, outcome);
			},
			isStopped: () => isStopped,
			isUnsure: () => true,
		});
		expect(outcomes.size).toBe(250);
		expect(outcomes.get(2)).toEqual({
			kind: "added",
			id: "dev_Device 0",
			key: "key Device 0",
			device: device("Device 0"),
		});
		expect(outcomes.get(3)).toEqual({ kind: "refused", fields: { serialNumber: "Taken." } });
	});

	it.each([
		{ isUnsure: true, kinds: ["unsure", "unsure"] },
		{ isUnsure: false, kinds: [] },
	])("throws what stopped it, and leaves lines open or in doubt: $isUnsure", async ({ isUnsure, kinds }) => {
		const outcomes: LineOutcome[] = [];
		await expect(
			createInCalls(deviceLines(2), {
				create: () => Promise.reject(new Error("cut off")),
				onOutcomes: (known) => outcomes.push(...known.values()),
				isStopped: () => false,
				isUnsure: () => isUnsure,
			}),
		).rejects.toThrow("cut off");
		expect(outcomes.map(({ kind }) => kind)).toEqual(kinds);
	});

	it("finds what arrived all the same, each device for one line at most", () => {
		const lines = [
			{ line: 2, device: device("Twin") },
			{ line: 3, device: device("Twin") },
			{ line: 4, device: device(" Named ", "S-1") },
			{ line: 5, device: device("Named", "S-2") },
		];
		const resolved = resolveUnsure(lines, [
			{ id: "dev_1", name: "Twin", serialNumber: null },
			{ id: "dev_2", name: "Named", serialNumber: "S-1" },
		]);
		expect([...resolved].map(([line, outcome]) => [line, outcome.kind === "added" && outcome.id])).toEqual([
			[2, "dev_1"],
			[4, "dev_2"],
		]);
	});
});
