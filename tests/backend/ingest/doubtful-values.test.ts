import { describe, expect, it } from "vitest";
import type { SpanRequest } from "../../../backend/base/reading-store";
import { isBeyondBounds, isOrdinary, type JudgedChannel, mayBeCode } from "../../../backend/ingest/doubtful-values";
import { doubtfulPositions } from "../../../backend/ingest/judge-upload";
import { type Calibration, calibrated, calibrationAt } from "../../../shared/device/calibration";
import { quantities } from "../../../shared/formats/units";
import * as fc from "../../properties";

const hourMs = 3_600_000;

function channel(quantity: JudgedChannel["quantity"], unit: string = quantities[quantity].unit): JudgedChannel {
	return { quantity, unit, decimals: quantities[quantity].decimals };
}

const air = channel("temperature");
const flow = { quantity: "flow", unit: "m³/s", decimals: 2 } as const;

describe("bounds of a quantity", () => {
	it.each([
		["below absolute zero", -5572.8, air],
		["below absolute zero in °F", -460, channel("temperature", "°F")],
		["a lost sign in tenths", 6548.3, air],
		["far too humid", 327.67, channel("humidity")],
		["a wind of −9999 mph", -16_091.8, channel("other", "km/h")],
		["−9999 of a sun", -1_266_873, channel("other", "W/m²")],
		["a battery that cannot be measured", 255, channel("battery")],
		["a largest number of a program", 3.4e38, channel("other")],
	])("leave outside what cannot be: %s", (_, value, of) => {
		expect(isBeyondBounds(value, of)).toBe(true);
	});

	it.each([
		["a freezer", -40, air],
		["an ultra-low freezer in °F", -112, channel("temperature", "°F")],
		["a power-on value", 85, air],
		["a furnace", 1_250, air],
		["a difference in kelvins", -3, channel("temperature", "K")],
		["condensation", 104.2, channel("humidity")],
		["a suction", -382, channel("pressure")],
		["a flood tide", -1.94, flow],
		["a total", 4_294_967_296, channel("count")],
		["an ocean trench", -10_900, channel("level")],
		["a unit of one's own", -9_000, channel("other", "widgets")],
	])("hold what sensors really read: %s", (_, value, of) => {
		expect(isBeyondBounds(value, of)).toBe(false);
	});
});

describe("codes for no value", () => {
	it.each([
		["no probe", 327.67, air],
		["no probe of a bus", -127, air],
		["no probe of a bus in °F", -196.6, channel("temperature", "°F")],
		["all bits of hundredths", 655.35, channel("level", "cm")],
		["all bits of tenths", 6553.5, channel("level", "cm")],
		["a lost sign in tenths", 6548.3, { quantity: "other", unit: "", decimals: 1 }],
		["a fill value", -9999, channel("power")],
		["a fill value of a data logger", -7999, channel("other")],
		["a fill value in cubic feet", -28_316.85, flow],
		["a fill value that stayed", -999_999, flow],
	] as const)("include what devices send: %s", (_, value, of) => {
		expect(mayBeCode(value, of)).toBe(true);
	});

	it.each([
		["zero", 0, air],
		["a power-on value", 85, air],
		["a barometer", 999, channel("pressure")],
		["a signal", -127, channel("signal")],
		["a feed into the grid", -99, channel("power")],
		["a flood tide", -1.94, flow],
		["hundredths near a lost sign", 6548.33, channel("level", "cm")],
	] as const)("leave out what sensors read: %s", (_, value, of) => {
		expect(mayBeCode(value, of)).toBe(false);
	});

	it("leave out ordinary values of every quantity and unit", () => {
		const units = ["°C", "°F", "K", "%", "hPa", "psi", "V", "ppm", "lx", "klx", "m", "in", "km/h", "W/m²", "dBm", ""];
		const any = fc.record({
			quantity: fc.constantFrom(...(Object.keys(quantities) as (keyof typeof quantities)[])),
			unit: fc.constantFrom(...units),
			decimals: fc.nat(3),
		});
		fc.assert(
			fc.property(fc.double({ min: -25, max: 100, noNaN: true }), any, (value, of) => {
				expect(isOrdinary(value)).toBe(true);
				expect([isBeyondBounds(value, of), mayBeCode(value, of)]).toEqual([false, false]);
			}),
		);
	});
});

type Reading = { at: number; value: number };

const start = Date.UTC(2026, 4, 22);
const stored = (list: Reading[]) => ({
	async readSpan({ from, to, cursor }: SpanRequest) {
		const within = list.filter(({ at }) => at >= from && at < to).sort((one, other) => one.at - other.at);
		const page = within.slice(Number(cursor ?? 0), Number(cursor ?? 0) + 2);
		const next = Number(cursor ?? 0) + 2;
		return {
			readingAt: page.map(({ at }) => at),
			receivedAt: page.map(({ at }) => at),
			channel: page.map(() => 0),
			value: page.map(({ value }) => value),
			nextCursor: next < within.length ? String(next) : null,
		};
	},
});

async function judge(sent: Reading[], before: Reading[] = [], calibrations: Calibration[] = []): Promise<number[]> {
	const found = await doubtfulPositions(
		stored(before),
		{
			deviceId: "one",
			channelIds: ["a"],
			channel: sent.map(() => 0),
			at: sent.map(({ at }) => at),
			value: sent.map(({ value }) => value),
		},
		{
			channels: () => [{ ...air, id: "a" }],
			calibrations: new Map(calibrations.length > 0 ? [["a", calibrations]] : []),
		},
	);
	return [...found].sort((one, other) => one - other);
}

describe("a code of a channel", () => {
	const probe = { at: start, value: 327.67 };

	it("counts as none where the day before it has no reading near it", async () => {
		expect(await judge([probe], [{ at: start - hourMs, value: 21.5 }])).toEqual([0]);
		expect(await judge([probe])).toEqual([0]);
	});

	it("counts as a reading where one of the day before is within a quarter of it", async () => {
		expect(await judge([probe], [{ at: start - hourMs, value: 250 }])).toEqual([]);
		expect(await judge([probe], [{ at: start - hourMs, value: 245 }])).toEqual([0]);
		expect(await judge([probe], [{ at: start - 25 * hourMs, value: 320 }])).toEqual([0]);
	});

	it("compares with its message where the day before is empty", async () => {
		const later = { at: start + hourMs, value: 325 };
		expect(await judge([probe, later])).toEqual([]);
		expect(await judge([probe, later], [{ at: start - hourMs, value: 21 }])).toEqual([0]);
		expect(await judge([probe, { ...probe, at: start + hourMs }])).toEqual([0, 1]);
	});

	it("decides by the value as sent, and bounds by the calibrated value", async () => {
		const tenths = [{ from: 0, scale: 0.1, offset: 0 }];
		expect(
			await judge(
				[
					{ at: start, value: 293 },
					{ at: start + 1, value: 6_548.3 },
				],
				[],
				tenths,
			),
		).toEqual([1]);
		expect(await judge([{ at: start, value: 50 }], [], [{ from: 0, scale: -10, offset: 0 }])).toEqual([0]);
		expect(await judge([probe], [], tenths)).toEqual([0]);
	});

	it("equals a plain judgement of any message over any stored day", async () => {
		const value = fc.constantFrom(21.5, 300, 327.67, -127, -100, -5572.8, 6553.5, 7000);
		const reading = fc.record({ at: fc.integer({ min: -40, max: 10 }).map((hour) => start + hour * hourMs), value });
		const scale = fc.constantFrom(1, 0.1, 2);
		const lists = fc.tuple(fc.array(reading, { maxLength: 8 }), fc.array(reading, { maxLength: 8 }), scale);
		await fc.assert(
			fc.asyncProperty(lists, async ([sent, before, factor]) => {
				const calibrations = factor === 1 ? [] : [{ from: start, scale: factor, offset: 0 }];
				const shown = ({ at, value: own }: Reading) => calibrated(own, calibrationAt(calibrations, at));
				const isBeyond = (one: Reading) => shown(one) < -273.15 || shown(one) > 4_000;
				const isCode = ({ value: own }: Reading) => [327.67, -127, 6553.5].includes(own);
				const good = sent.filter((one) => !isBeyond(one) && !isCode(one));
				const expected = sent.flatMap((one, index) => {
					if (isBeyond(one)) return index;
					if (!isCode(one)) return [];
					const ofDay = [...before, ...good].filter(({ at }) => at < one.at && at >= one.at - 24 * hourMs);
					const compared = ofDay.length > 0 ? ofDay : good;
					return compared.some((other) => Math.abs(other.value - one.value) <= Math.abs(one.value) / 4) ? [] : index;
				});
				expect(await judge(sent, before, calibrations)).toEqual(expected);
			}),
		);
	});
});
