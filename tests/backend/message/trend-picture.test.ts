import { decode } from "fast-png";
import { describe, expect, it } from "vitest";
import type { AlertTrend } from "../../../backend/message/alert-details";
import { drawTrend, pictureSize } from "../../../backend/message/picture/trend-picture";
import { isWholePng, pngSize } from "../../../shared/base/png";

const minuteMs = 60_000;

function trend(changes: Partial<AlertTrend> = {}): AlertTrend {
	const at = Array.from({ length: 144 }, (_, index) => index * 10 * minuteMs);
	const low = at.map((_, index) => (index < 100 ? -20 : -20 + (index - 100) / 4));
	return {
		from: 0,
		to: 1440 * minuteMs,
		startedAt: 1080 * minuteMs,
		endedAt: null,
		at,
		low,
		high: low.map((value) => value + 0.5),
		limits: [-18],
		lowest: "−20.0 °C",
		highest: "−9.2 °C",
		...changes,
	};
}

type Pixel = [red: number, green: number, blue: number, alpha: number];

function pixelsOf(trend: AlertTrend) {
	const { width, height, data } = decode(drawTrend(trend));
	const pixel = (x: number, y: number) => [...data.slice((y * width + x) * 4, (y * width + x) * 4 + 4)] as Pixel;
	const column = (x: number) => Array.from({ length: height }, (_, y) => pixel(x, y));
	return { width, height, pixel, column, data };
}

const isBlue = ([red, , blue, alpha]: Pixel) => alpha > 200 && blue > 180 && red < 100;
const isRed = ([red, , blue, alpha]: Pixel) => alpha > 200 && red > 200 && blue < 120;

describe("a drawn trend", () => {
	it("forms a whole PNG, twice as fine as it is shown, with nothing behind its lines", () => {
		const bytes = drawTrend(trend());
		expect(isWholePng(bytes)).toBe(true);
		expect(pngSize(bytes)).toEqual({ width: pictureSize.width * 2, height: pictureSize.height * 2 });
		expect(bytes.length).toBeLessThan(40_000);
		expect(pixelsOf(trend()).pixel(2, 2)).toEqual([0, 0, 0, 0]);
	});

	it("rises with its values, over the limit between them, and is shaded from the alert's start on", () => {
		const { width, column } = pixelsOf(trend());
		const heightAt = (x: number) => column(x).findIndex(isBlue);
		expect(heightAt(width - 40)).toBeLessThan(heightAt(60));
		const limit = column(30).findIndex(isRed);
		expect(limit).toBeGreaterThan(heightAt(width - 40));
		expect(limit).toBeLessThan(heightAt(30));
		const shadeOf = (x: number) => column(x)[40]?.[3];
		expect([shadeOf(60), shadeOf(width - 60)]).toEqual([0, 41]);
	});

	it("breaks at a time without readings", () => {
		const { at, low, high } = trend();
		const kept = (_: number, index: number) => index < 40 || index > 70;
		const broken = trend({ at: at.filter(kept), low: low.filter(kept), high: high.filter(kept) });
		const { width, column } = pixelsOf(broken);
		const isDrawn = (share: number) => column(Math.round(width * share)).some(isBlue);
		expect([0.2, 0.4, 0.6].map(isDrawn)).toEqual([true, false, true]);
	});

	it.each<[string, Partial<AlertTrend>]>([
		["one reading", { at: [0], low: [4], high: [4], limits: [] }],
		["one value throughout", { low: Array(144).fill(4), high: Array(144).fill(4), limits: [4] }],
		["an alert of a moment", { startedAt: 600 * minuteMs, endedAt: 600 * minuteMs }],
		["an alert from before it", { startedAt: -minuteMs, endedAt: null }],
		["huge values", { low: Array(144).fill(-1e300), high: Array(144).fill(1e300) }],
	])("fits the picture for %s", (_, changes) => {
		const { data, width, height } = pixelsOf(trend(changes));
		expect(data.length).toBe(width * height * 4);
		expect(data.some((value) => value > 0)).toBe(true);
	});
});
