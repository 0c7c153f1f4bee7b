import { expect, test, vi } from "vitest";
import { contentOfSeries } from "../../client/chart/chart-lines";
import { chartStack, createTimeChart } from "../../client/chart/time-chart";
import { minuteMs } from "../client/readings";
import { air, device, logPage, newestAt } from "./log-parts";

type Drawn = { text: string; left: number; right: number; y: number };

async function axisOf(values: number[]): Promise<Drawn[]> {
	const drawn: Drawn[] = [];
	const fillText = CanvasRenderingContext2D.prototype.fillText;
	const spy = vi.spyOn(CanvasRenderingContext2D.prototype, "fillText").mockImplementation(function (
		this: CanvasRenderingContext2D,
		text,
		x,
		y,
	) {
		const { width } = this.measureText(text);
		if (this.textAlign === "right") drawn.push({ text, left: x - width, right: x, y });
		fillText.call(this, text, x, y);
	});
	const { from, to } = logPage();
	const content = contentOfSeries({
		from,
		to,
		zone: "UTC",
		bucketMs: 0,
		quantities: ["temperature"],
		quantity: "temperature",
		leftOut: 0,
		devices: [device],
		channels: [{ ...air, min: null, max: null }],
		series: [
			{
				channel: 0,
				min: [],
				max: [],
				gapMs: 30 * minuteMs,
				at: values.map((_, index) => newestAt - (values.length - index) * minuteMs),
				value: values,
			},
		],
	});
	const place = document.body.appendChild(document.createElement("div"));
	const theme = {
		series: ["#000"],
		ink: "#000",
		paper: "#fff",
		grid: "#eee",
		alert: "#f00",
		offline: "#00f",
		mark: "#0f0",
	};
	const chart = createTimeChart(place, {
		width: 600,
		height: 260,
		stack: chartStack(),
		hasTimes: true,
		zone: "UTC",
		onPoint: () => {},
		onSpan: () => {},
		onZoomOut: () => {},
		theme: { ...theme, fontFamily: "sans-serif" },
		scene: { content, limits: [], spans: [], marks: [], changes: [] },
	});
	await expect.poll(() => drawn.length).toBeGreaterThan(0);
	spy.mockRestore();
	chart.destroy();
	place.remove();
	return drawn;
}

test.each([
	["usual", [4, 5, 6, 7]],
	["a sentinel's", [9.99e37, 9.99e37]],
	["up to 1e37", [0, 2e36, 1e37]],
	["large and close together", [1e16, 1e16 + 40, 1e16 + 80]],
	["below nothing at 1e37", [-1e37, -5e36]],
	["tiny", [1e-8, 2e-8, 3e-8]],
] as const)("The value axis has labels that differ and read whole: values that are %s", async (_, values) => {
	const labels = await axisOf([...values]);
	expect(labels.length).toBeGreaterThanOrEqual(2);
	expect(new Set(labels.map(({ text }) => text)).size).toBe(labels.length);
	for (const { left } of labels) expect(left).toBeGreaterThanOrEqual(0);
	const rows = labels.map(({ y }) => y).sort((a, b) => a - b);
	for (const [index, y] of rows.entries()) if (index > 0) expect(y - (rows[index - 1] ?? 0)).toBeGreaterThan(11);
});
