import { expect, it, vi } from "vitest";
import { drawLimits, drawSpans } from "../../client/chart/chart-drawing";
import type { ChartLimit } from "../../client/chart/chart-limits";
import type { EventSpan } from "../../client/chart/event-spans";

type Written = { text: string; from: number; to: number; y: number };

const letter = 6;

function writtenOf(spans: EventSpan[]): Written[] {
	const written: Written[] = [];
	const context = {
		fillRect: () => {},
		measureText: (text: string) => ({ width: letter * text.length }),
		fillText: (text: string, from: number, y: number) =>
			written.push({ text, from, to: from + letter * text.length, y }),
	} as unknown as CanvasRenderingContext2D; // of which labels need this much
	const plot = { context, left: 0, top: 0, width: 600, height: 200, pixel: 1, from: 0, to: 60, low: 0, high: 1 };
	drawSpans(plot, spans, { isEdgeOnly: false, ink: "black", font: "", alert: "red", note: "#cc0", offline: "gray" });
	return written;
}

const span = (tone: EventSpan["tone"], [from, to]: [number, number], device: string): EventSpan => {
	return { tone, from, to, device, deviceId: device, text: tone === "offline" ? "Offline" : "Too warm: above 8 °C" };
};

it("writes no label of a span over another, however spans lie over each other", () => {
	const written = writtenOf([
		span("offline", [0, 20], "Dock east"),
		span("offline", [8, 40], "Dock west"),
		// Beside the first, but over the second.
		span("alert", [13, 60], "Dock east"),
		span("alert", [24, 34], "Dock east"),
	]);
	expect(written.map(({ text }) => text)).toEqual([
		...["Dock east: Offline", "Dock west: Offline", "Dock east: Too warm", "Dock east"],
	]);
	const overlaps = written.flatMap((one, index) =>
		written
			.slice(index + 1)
			.filter((other) => other.y === one.y && other.from < one.to && one.from < other.to)
			.map((other) => `${other.text} over ${one.text}`),
	);
	expect(overlaps).toEqual([]);
	// The first row is used again where it is free.
	expect(written.map(({ y }) => y)).toEqual([7, 21, 7, 21]);
});

it("names each limit apart, with an arrow where it is beyond the scale, and draws the lines of the others", () => {
	const named: { text: string; from: number; to: number; y: number }[] = [];
	const stroke = vi.fn();
	vi.stubGlobal("Path2D", class {});
	const context = {
		stroke,
		strokeText: () => {},
		setLineDash: () => {},
		measureText: (text: string) => ({ width: letter * text.length }),
		fillText: (text: string, to: number, y: number) => named.push({ text, from: to - letter * text.length, to, y }),
	} as unknown as CanvasRenderingContext2D; // of which limits need this much
	const plot = { context, left: 0, top: 0, width: 600, height: 200, pixel: 1, from: 0, to: 60, low: 0, high: 10 };
	const limit = (value: number, kind: ChartLimit["kind"]) => ({ value, kind, text: `${kind} ${value}`, line: null });
	const limits = [
		limit(2, "min"),
		limit(8, "max"),
		limit(8.1, "max"),
		limit(30, "max"),
		limit(40, "max"),
		limit(-5, "min"),
	];
	drawLimits(plot, limits, { ink: "black", paper: "white", colourOf: () => "red", font: "" });
	vi.unstubAllGlobals();
	expect(stroke).toHaveBeenCalledTimes(3);
	// No line goes through a name.
	for (const value of [2, 8, 8.1]) {
		const y = 200 - value * 20;
		expect(
			named.filter((one) => !/[↑↓]/.test(one.text) && one.y < y && y < one.y + 11 && one.text.endsWith(` ${value}`)),
		).toEqual([]);
	}
	expect(named.map(({ text }) => text)).toEqual(["min 2", "max 8", "max 8.1", "↑ max 30", "↑ max 40", "↓ min -5"]);
	for (const [index, one] of named.entries()) {
		expect([one.from >= 0, one.y >= 0, one.y <= 187]).toEqual([true, true, true]);
		for (const other of named.slice(index + 1))
			expect(Math.abs(one.y - other.y) >= 13 || other.to < one.from || one.to < other.from).toBe(true);
	}
});
