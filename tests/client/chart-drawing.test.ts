import { expect, it } from "vitest";
import { drawSpans } from "../../client/chart/chart-drawing";
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
	drawSpans(plot, spans, { isEdgeOnly: false, ink: "black", font: "", alert: "red", offline: "gray" });
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
