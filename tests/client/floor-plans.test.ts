import { describe, expect, it } from "vitest";
import { drawnPlan } from "../../client/features/floor-plans/draw-plan";
import { hasRoomForValues, movedByKey, nextByKey, positionAt, withPosition } from "../../client/floor-plan/plan-dots";
import { alertAt, isSameShape, packAlerts, packSteps, positionMost, unpackSteps } from "../../shared/device/floor-plan";
import { dotReading, dotState, readingOrder } from "../../shared/device/plan-dot";
import { pngFile } from "../png-file";
import * as fc from "../properties";

const coordinate = fc.integer({ min: 0, max: positionMost });
const position = fc.record({ x: coordinate, y: coordinate });
const arrow = fc.constantFrom("ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown");

describe("the picture of a floor plan", () => {
	const fileOf = (...parts: BlobPart[]) => new File(parts, "plan.png", { type: "image/png" });

	it.each([
		["an SVG named .png", "<svg xmlns='http://www.w3.org/2000/svg'/>", "An SVG file cannot be used"],
		["a script named .png", "alert(1)", "This is no PNG, JPEG or WebP picture"],
	])("rejects %s before it is decoded", async (_, text, why) => {
		await expect(drawnPlan(fileOf(text))).rejects.toThrow(why);
	});

	it("rejects a header of 200 megapixels before it is decoded", async () => {
		const claims = { width: 20_000, height: 10_000 };
		const file = fileOf(Uint8Array.from(await pngFile({ width: 1, height: 1, claims })));
		await expect(drawnPlan(file)).rejects.toThrow("has 200 megapixels");
	});

	it("keeps its shape when it is scaled, and loses it when it is turned", () => {
		expect(isSameShape({ width: 3_000, height: 2_000 }, { width: 1_500, height: 1_001 })).toBe(true);
		expect(isSameShape({ width: 3_000, height: 2_000 }, { width: 2_000, height: 3_000 })).toBe(false);
	});
});

describe("a dot", () => {
	const row = { status: "online", latest: [] } as const;
	it.each([
		["alert", { ...row, alertState: "alerting", status: "offline" }],
		["silent", { ...row, alertState: "muted", status: "offline" }],
		["silent", { ...row, status: "never" }],
		["muted", { ...row, alertState: "muted" }],
		["out", { ...row, latest: [{ quantity: "temperature", value: 9, isOut: true }] }],
		["normal", { ...row, alertState: "ok", status: "imported" }],
	] as const)("shows %s of %j", (state, device) => {
		expect(dotState({ ...device, latest: [...device.latest] })).toBe(state);
	});

	it("shows the value beyond a limit before the first one, and no battery", () => {
		const battery = { quantity: "battery", value: 90 } as const;
		const [fine, out] = [
			{ quantity: "temperature", value: 4 },
			{ quantity: "humidity", value: 99, isOut: true },
		] as const;
		expect(dotReading({ latest: [battery, fine, out] })?.value).toBe(99);
		expect(dotReading({ latest: [battery] })).toBeUndefined();
	});
});

describe("the position of a device", () => {
	it("takes a share of the plan, and none beside it", () => {
		const box = { left: 100, top: 50, width: 400, height: 200 };
		expect(positionAt({ x: 500, y: 50 }, box)).toEqual({ x: positionMost, y: 0 });
		expect(positionAt({ x: 501, y: 60 }, box)).toBeNull();
		expect(positionAt({ x: 300, y: 49 }, box)).toBeNull();
		expect(positionAt({ x: 0, y: 0 }, { left: 0, top: 0, width: 0, height: 0 })).toBeNull();
	});

	it("stays on the plan, whatever keys are pressed", () => {
		fc.assert(
			fc.property(position, fc.array(fc.tuple(arrow, fc.boolean())), (start, keys) => {
				let at = start;
				for (const [key, isFar] of keys) at = movedByKey(at, key, isFar) ?? at;
				for (const part of [at.x, at.y]) expect(part >= 0 && part <= positionMost && Number.isInteger(part)).toBe(true);
			}),
		);
	});

	it("replaces the device's own position alone", () => {
		const others = [{ deviceId: "a", x: 1, y: 1 }];
		expect(withPosition(others, "b", { x: 2, y: 3 })).toEqual([...others, { deviceId: "b", x: 2, y: 3 }]);
		expect(withPosition(others, "a", null)).toEqual([]);
	});
});

describe("the order of the keyboard", () => {
	it("reaches each of 200 devices by one key, in lines from the top", () => {
		fc.assert(
			fc.property(fc.array(position, { minLength: 1, maxLength: 200 }), (positions) => {
				const ordered = readingOrder(positions.map((at, index) => ({ ...at, deviceId: String(index) })));
				const reached = new Set<string | undefined>();
				for (let index: number | null = 0; index !== null && !reached.has(ordered[index]?.deviceId); ) {
					reached.add(ordered[index]?.deviceId);
					index = nextByKey(index, ordered.length, "ArrowRight");
				}
				expect(reached.size).toBe(positions.length);
			}),
			{ numRuns: 20 },
		);
		const [first, second] = readingOrder([
			{ deviceId: "right", x: 900, y: 20 },
			{ deviceId: "left", x: 100, y: 40 },
		]);
		expect([first?.deviceId, second?.deviceId]).toEqual(["left", "right"]);
	});

	it("ends at the first and the last device", () => {
		expect([nextByKey(0, 5, "ArrowUp"), nextByKey(4, 5, "ArrowDown")]).toEqual([0, 4]);
		expect([nextByKey(2, 5, "End"), nextByKey(2, 5, "Home"), nextByKey(2, 5, "a")]).toEqual([4, 0, null]);
	});
});

describe("the room for values", () => {
	it("suffices for ten devices on a desk's plan, and not for 200 on a phone's", () => {
		expect(hasRoomForValues(10, { width: 760, height: 500 })).toBe(true);
		expect(hasRoomForValues(200, { width: 340, height: 230 })).toBe(false);
	});
});

describe("the values of a day", () => {
	it("come back from their differences, rounded to their decimals", () => {
		fc.assert(
			fc.property(
				fc.array(fc.option(fc.double({ min: -1_000, max: 1_000, noNaN: true })), { minLength: 1 }),
				fc.integer({ min: 0, max: 3 }),
				(values, decimals) => {
					const read = unpackSteps(packSteps(values, decimals), decimals);
					expect(read.map((value) => value === null)).toEqual(values.map((value) => value === null));
					for (const [index, value] of values.entries()) {
						expect(Math.abs((read[index] ?? 0) - (value ?? 0))).toBeLessThanOrEqual(0.51 * 10 ** -decimals);
					}
				},
			),
		);
	});

	it("shows the alert that was open at any instant of a quarter, and acknowledged ones behind it", () => {
		const [from, stepMs] = [1_000_000, 4];
		const at = fc.integer({ min: from - 20, max: from + 96 * stepMs + 20 });
		const span = fc.record({ startedAt: at, endedAt: fc.option(at), acknowledgedAt: fc.option(at) });
		const spans = span.filter(({ startedAt, endedAt }) => endedAt === null || endedAt > startedAt);
		fc.assert(
			fc.property(fc.array(spans, { maxLength: 5 }), at, (events, until) => {
				const alerts = packAlerts(events, { from, stepMs, until }) ?? undefined;
				for (let step = 0; step < 96; step += 1) {
					const instants = Array.from({ length: stepMs }, (_, index) => from + step * stepMs + index);
					const seen = instants.filter((instant) => instant < until);
					const open = events.filter(({ startedAt, endedAt }) =>
						seen.some((instant) => startedAt <= instant && (endedAt === null || endedAt > instant)),
					);
					const isUnseen = open.some(({ startedAt, acknowledgedAt }) => {
						return acknowledgedAt === null || acknowledgedAt > Math.max(startedAt, from + step * stepMs);
					});
					expect(alertAt(alerts, step)).toBe(isUnseen ? "alert" : open.length > 0 ? "acknowledged" : null);
				}
			}),
		);
	});

	it("reads no alert of a day without any, nor outside the day", () => {
		expect(packAlerts([], { from: 0, stepMs: 1, until: 1 })).toBeNull();
		expect([alertAt(undefined, 3), alertAt("a", 1), alertAt("a", -1), alertAt("a", 0)]).toEqual([
			null,
			null,
			null,
			"alert",
		]);
	});

	it("take at most 60 kB for 100 devices", () => {
		const values = Array.from({ length: 96 }, (_, step) => -18 + Math.sin(step / 9) * 4 + (step % 5) / 7);
		const line = { deviceId: `dev_${"0".repeat(26)}`, name: "Air in the middle", unit: "°C", decimals: 2 };
		const lines = Array.from({ length: 100 }, () => ({
			...line,
			steps: packSteps(values, 2),
			alerts: "ak".repeat(48),
		}));
		expect(JSON.stringify({ from: Date.now(), lines }).length).toBeLessThan(60_000);
	});
});
