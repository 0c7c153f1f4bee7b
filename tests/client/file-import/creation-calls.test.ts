import { describe, expect, it } from "vitest";
import {
	callsOf,
	createInCalls,
	type LineOutcome,
	resolveUnsure,
} from "../../../client/forms/file-import/creation-calls";
import { limits } from "../../../shared/base/limits";
import type { CreateDevice } from "../../../shared/device/device-inputs";
import { device } from "./device";

const longChannels = Array.from({ length: 32 }, () => ({
	name: "漢".repeat(64),
	quantity: "temperature" as const,
	unit: "漢".repeat(16),
}));
const deviceLines = (count: number) =>
	Array.from({ length: count }, (_, index) => ({ line: index + 2, input: device(`Device ${index}`) }));

describe("creating devices call after call", () => {
	it("sends every line once, in order, and neither too many nor too much at once", () => {
		const calls = callsOf(deviceLines(601), limits.devicesPerCreation);
		expect(calls.map(({ length }) => length)).toEqual([250, 250, 101]);
		expect(calls.flat().map(({ line }) => line)).toEqual(deviceLines(601).map(({ line }) => line));
		const long = deviceLines(250).map((line) => ({
			...line,
			input: {
				...line.input,
				channels: longChannels,
			},
		}));
		for (const call of callsOf(long, limits.devicesPerCreation)) {
			const body = JSON.stringify({ json: { devices: call.map((line) => line.input) } });
			expect(new TextEncoder().encode(body).length).toBeLessThan(limits.proxyBodyBytes);
		}
	});

	it("reports what became of each line, and stops at once on request", async () => {
		const outcomes = new Map<number, LineOutcome<CreateDevice>>();
		let isStopped = false;
		await createInCalls(deviceLines(300), {
			mostPerCall: limits.devicesPerCreation,
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
			input: device("Device 0"),
		});
		expect(outcomes.get(3)).toEqual({ kind: "refused", fields: { serialNumber: "Taken." } });
	});

	it.each([
		{ isUnsure: true, kinds: ["unsure", "unsure"] },
		{ isUnsure: false, kinds: [] },
	])("throws what stopped it, and leaves lines open or in doubt: $isUnsure", async ({ isUnsure, kinds }) => {
		const outcomes: LineOutcome<CreateDevice>[] = [];
		await expect(
			createInCalls(deviceLines(2), {
				mostPerCall: limits.devicesPerCreation,
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
			{ line: 2, input: device("Twin") },
			{ line: 3, input: device("Twin") },
			{ line: 4, input: device(" Named ", "S-1") },
			{ line: 5, input: device("Named", "S-2") },
		];
		const factsOf = ({ name, serialNumber }: CreateDevice) => `${name.trim()}/${serialNumber ?? ""}`;
		const created = [
			{ id: "dev_1", facts: "Twin/" },
			{ id: "dev_2", facts: "Named/S-1" },
		];
		const resolved = resolveUnsure(lines, created, factsOf);
		expect([...resolved].map(([line, outcome]) => [line, outcome.kind === "added" && outcome.id])).toEqual([
			[2, "dev_1"],
			[4, "dev_2"],
		]);
	});
});
