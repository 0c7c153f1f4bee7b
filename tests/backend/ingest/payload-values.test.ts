import { describe, expect, it } from "vitest";
import { frameOf, recallFrame } from "../../../backend/ingest/frames";
import { readPayload } from "../../../backend/ingest/payload-values";
import { inChannelUnit, splitQuantity } from "../../../backend/ingest/sent-units";
import type { UplinkFrame } from "../../../shared/ingest/integration-message";
import * as fc from "../../properties";

const keys = fc.constantFrom("a", "A", "b", "type", "name", "value", "unit", "time", "messages", "id", "__proto__");
const { payload } = fc.letrec<{ payload: unknown }>((tie) => ({
	payload: fc.oneof(
		{ maxDepth: 5 },
		fc.constantFrom(null, true, 0, 21.5, 1e300, "22.4", "4,2", "", "22 °C", 1_703_937_567_000),
		fc.dictionary(keys, tie("payload"), { maxKeys: 4 }),
		fc.array(tie("payload"), { maxLength: 3 }),
	),
}));
const group = fc.dictionary(keys, payload, { minKeys: 2, maxKeys: 8 });

describe("any payload", () => {
	it("yields no two values of one channel at one time, and names in bounds", () => {
		fc.assert(
			fc.property(group, (submitted) => {
				const { values, unread } = readPayload(submitted) ?? { values: [], unread: [] };
				const numbers = values.filter(({ value, rejected }) => typeof value === "number" && rejected === undefined);
				const keys = numbers.map(({ channel, at }) => `${channel.toLowerCase()} ${String(at)}`);
				expect(new Set(keys).size).toBe(keys.length);
				for (const { channel, value } of values) expect([channel === "", value === null]).toEqual([false, false]);
				expect(unread.length).toBeLessThanOrEqual(10);
			}),
		);
	});

	it("ends for a hostile shape", () => {
		const deep = JSON.parse(`${"[".repeat(3_000)}1${"]".repeat(3_000)}`);
		const wide = { list: Array.from({ length: 50_000 }, () => ({})), numbers: Array(50_000).fill(1) };
		expect(readPayload(deep)?.values).toEqual([]);
		expect(readPayload(deep)?.unread).toEqual([{ name: "", is: "a list of lists" }]);
		expect(readPayload(wide)?.unread).toEqual([{ name: "numbers", is: "a list" }]);
	});
});

describe("a number as text", () => {
	it.each(["4,2", "1E10", "007", "0x10", "1.2.3", "12 apples", "2026-01-01", "--1", "Infinity", "NaN", ""])(
		"reads %o as no number",
		(text) => {
			expect(splitQuantity(text)).toBeNull();
		},
	);
});

it.each([
	[68, "°F", "°C", 20],
	[20, "°C", "°F", 68],
	[273.15, "K", "°C", 0],
	[3100, "mV", "V", 3.1],
	[101_325, "Pa", "hPa", 1013.25],
	[21, "Grad", "°C", 21],
	[21, "℃", "°C", 21],
	[21, "deg C", "°C", 21],
	[50, "%RH", "%", 50],
	[3, "V", "°C", null],
	[3, "%", "V", null],
])("converts %d in %s for a channel of %s to %o", (value, from, to, expected) => {
	expect(inChannelUnit(value, from, to)).toBe(expected);
});

describe("the remembered frames of a device", () => {
	const frame = (counter: number): UplinkFrame => {
		const names = { session: "a", isOwnSession: true, deduplicationId: null };
		return frameOf({ ...names, counter, payload: "AA==", at: counter * 60_000 });
	};

	it("stay within a bound, and lose the oldest", () => {
		let known: UplinkFrame[] = [];
		for (let counter = 0; counter < 1_000; counter += 1) known = recallFrame(known, frame(counter)).frames;
		expect(known).toHaveLength(32);
		expect(JSON.stringify(known).length).toBeLessThan(4_000);
		expect(recallFrame(known, frame(999)).first).toEqual(frame(999));
		expect(recallFrame(known, frame(1)).first).toBeNull();
	});
});
