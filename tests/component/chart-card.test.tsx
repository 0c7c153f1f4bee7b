import { useState } from "react";
import { expect, onTestFinished, test, vi } from "vitest";
import { page as browser, userEvent } from "vitest/browser";
import chart from "../../client/chart/chart.module.css";
import { ChartCard } from "../../client/chart/chart-card";
import type { ChartChoice } from "../../client/chart/chart-choice";
import { type ChartContent, contentOfSeries } from "../../client/chart/chart-lines";
import { ChartBeside } from "../../client/features/log/chart-beside";
import { Select } from "../../client/ui/form/select";
import { limits } from "../../shared/base/limits";
import type { Quantity } from "../../shared/formats/units";
import type { SeriesPage } from "../../shared/log/log";
import { minuteMs } from "../client/readings";
import { air, clock, device, logPage, newestAt, SignedIn } from "./log-parts";
import { show } from "./show";
import { onTouchScreen } from "./touch-screen";

/** A time of another year states its year. */
const year = new Date().getUTCFullYear() === 2026 ? "" : ", 2026";

const { from, to } = logPage();
const idOf = (index: number) => `chn_${String(index).padStart(26, "0")}`;

const page: SeriesPage = {
	from,
	to,
	zone: "UTC",
	bucketMs: 0,
	quantities: ["temperature"],
	quantity: "temperature",
	leftOut: 0,
	devices: [device],
	channels: [air, { ...air, id: idOf(2), name: "Core" }],
	series: [4, 14].map((first, channel) => ({
		channel,
		min: [],
		max: [],
		gapMs: 30 * minuteMs,
		at: Array.from({ length: 6 }, (_, index) => newestAt - (5 - index) * 10 * minuteMs),
		value: Array.from({ length: 6 }, (_, index) => first + index),
	})),
};

const onChoose = vi.fn();
const onChoice = vi.fn<(choice: ChartChoice) => void>();

const onSpan = vi.fn();
const onZoomOut = vi.fn();

type CardProps = {
	content: ChartContent;
	known?: Parameters<typeof ChartCard>[0]["choosable"];
	chosen?: Quantity | null;
	hasTable?: boolean;
};

function Shown({ content, known = null, chosen = null, hasTable = false }: CardProps) {
	const [choice, setChoice] = useState<ChartChoice>({ shownIds: [], hiddenIds: [], against: null, second: null });
	return (
		<SignedIn>
			<ChartCard
				content={content}
				chosen={chosen}
				zone={clock.zone}
				choice={choice}
				choosable={known}
				onChoice={(next) => {
					onChoice(next);
					setChoice(next);
				}}
				onChoose={onChoose}
				hasTable={hasTable}
				onSpan={onSpan}
				onZoomOut={onZoomOut}
			/>
		</SignedIn>
	);
}

test("A chart says so where what it draws was not measured, and offers what was", async () => {
	const content: ChartContent = {
		span: { from, to },
		quantities: ["temperature"],
		quantity: "humidity",
		lines: [],
		leftOut: 0,
		bucketMs: 0,
	};
	const screen = await show(<Shown content={content} />);
	await expect.element(screen.getByText("No readings of Humidity in this range.", { exact: true })).toBeVisible();
	await expect.element(screen.getByRole("radio", { name: "Humidity" })).toBeChecked();
	expect(screen.getByRole("application", { name: /over time/ }).elements()).toEqual([]);
	await screen.getByText("Temperature", { exact: true }).click();
	expect(onChoose).toHaveBeenCalledWith("temperature");
});

test("Says that every reading of a chart is doubtful or excluded", async () => {
	const [line] = contentOfSeries(page).lines;
	if (!line) throw new Error("The page has no line.");
	const marked = { at: line.at, value: line.value, mark: line.at.map(() => "excluded" as const) };
	const lines = [{ ...line, at: [], value: [], marked }];
	const screen = await show(<Shown content={{ ...contentOfSeries(page), lines }} />);
	const text = "Every reading of Temperature in this range is doubtful or excluded. The log lists them.";
	await expect.element(screen.getByText(text, { exact: true })).toBeVisible();
});

test("An entry of the legend hides its line and shows it alone, by click and by keyboard", async () => {
	const screen = await show(<Shown content={contentOfSeries(page)} />);
	const core = screen.getByRole("button", { name: "Cold room · Core", exact: true });
	const onlyAir = screen.getByRole("button", { name: "Show only Cold room · Air" });
	await expect.element(core).toHaveAttribute("aria-pressed", "true");
	await core.click();
	expect(onChoice).toHaveBeenLastCalledWith({ shownIds: [], hiddenIds: [idOf(2)], against: null, second: null });
	await expect.element(core).toHaveAttribute("aria-pressed", "false");
	await expect.element(screen.getByText("1 hidden in the legend.")).toBeVisible();
	await expect.element(screen.getByRole("button", { name: "Show all channels" })).toBeInTheDocument();
	await userEvent.keyboard("{Enter}");
	await expect.element(core).toHaveAttribute("aria-pressed", "true");
	await expect.element(onlyAir).toBeInTheDocument();
	onlyAir.element().focus();
	await userEvent.keyboard(" ");
	expect(onChoice).toHaveBeenLastCalledWith({ shownIds: [], hiddenIds: [idOf(2)], against: null, second: null });
	await screen.getByRole("button", { name: "Show hidden" }).click();
	expect(onChoice).toHaveBeenLastCalledWith({ shownIds: [], hiddenIds: [], against: null, second: null });
});

test("Channels that are not shown are counted, found and chosen, at most as many as can be distinguished", async () => {
	const known = Array.from({ length: 14 }, (_, index) => ({
		id: idOf(index + 1),
		name: "Air",
		deviceName: `Store ${index + 1}`,
		hasReadings: index !== 13,
	}));
	const content = { ...contentOfSeries(page), leftOut: 12 };
	const screen = await show(<Shown content={content} known={{ known }} />);
	await expect
		.element(screen.getByText("Showing 2 of 14 channels, those with readings first.", { exact: true }))
		.toBeVisible();
	await screen.getByRole("button", { name: "Choose channels" }).click();
	await screen.getByRole("textbox", { name: "Find channels" }).fill("store 14");
	await screen.getByRole("checkbox", { name: "Store 14 · Air" }).click();
	await expect.element(screen.getByText("No readings in this range", { exact: true })).toBeVisible();
	await screen.getByRole("textbox", { name: "Find channels" }).fill("");
	for (const { deviceName } of known.slice(1, limits.seriesChannels)) {
		await screen.getByRole("checkbox", { name: `${deviceName} · Air`, exact: true }).click();
	}
	await expect.element(screen.getByText("12 of at most 12 chosen.")).toBeVisible();
	await expect.element(screen.getByRole("checkbox", { name: "Store 13 · Air" })).toBeDisabled();
	await screen.getByRole("button", { name: "Choose none" }).click();
	await screen.getByRole("checkbox", { name: "Store 2 · Air", exact: true }).click();
	await screen.getByRole("button", { name: "Show", exact: true }).click();
	expect(onChoice).toHaveBeenLastCalledWith({ shownIds: [idOf(2)], hiddenIds: [], against: null, second: null });
	await expect.element(screen.getByText("Showing 2 of 14 channels, as chosen.", { exact: true })).toBeVisible();
});

test.for([390, 1_000])("The values at a point stand beside it, and %i px wide never over it", async (width) => {
	await browser.viewport(width, 800);
	const screen = await show(<Shown content={contentOfSeries(page)} />);
	const plot = await vi.waitFor(() => {
		const found = document.querySelector(".u-over");
		if (!found) throw new Error("Not drawn yet");
		return found;
	});
	const area = plot.getBoundingClientRect();
	for (const share of [0.2, 0.5, 0.9]) {
		await userEvent.hover(plot, { position: { x: area.width * share, y: area.height / 2 } });
		const tip = await vi.waitFor(() => {
			const found = document.querySelector("[class*=tip][aria-hidden=true]");
			if (!found) throw new Error("Nothing is pointed at");
			return found.getBoundingClientRect();
		});
		const x = area.left + area.width * share;
		const isOver = tip.left <= x && x <= tip.right && tip.top < area.bottom && tip.bottom > area.top;
		expect([share, isOver, tip.left >= 0, tip.right <= width]).toEqual([share, false, true, true]);
	}
	await expect.element(screen.getByText("Cold room · Core", { exact: true }).last()).toBeVisible();
	await expect.element(screen.getByText("Click for other clocks")).toBeVisible();
	await userEvent.click(plot, { position: { x: area.width / 2, y: area.height / 2 } });
	await expect.element(screen.getByText("Device clock", { exact: true })).toBeVisible();
	await userEvent.click(plot, { position: { x: area.width / 2, y: area.height / 2 } });
	await expect.element(screen.getByText("Click for other clocks")).toBeVisible();
});

test("The keyboard steps through the readings, moves and zooms, and what is read is announced", async () => {
	const screen = await show(<Shown content={contentOfSeries(page)} />);
	const chart = screen.getByRole("application", { name: /^Temperature of 2 channels over time/ });
	await vi.waitFor(() => expect(document.querySelector(".u-over")).not.toBeNull());
	chart.element().focus();
	const received = screen.getByRole("status");
	const read = async (keys: string, text: string) => {
		await userEvent.keyboard(keys);
		await vi.waitFor(() => expect(received.element().textContent).toContain(text));
	};
	await read("{ArrowLeft}", `Nov 20${year}, 11:50:00 AM. Cold room · Air 8.0 °C. Cold room · Core 18.0 °C`);
	await read("{ArrowLeft}", `Nov 20${year}, 11:40:00 AM. Cold room · Air 7.0 °C`);
	await read("{Home}", `Nov 20${year}, 11:10:00 AM`);
	await read("{ArrowRight}", `Nov 20${year}, 11:20:00 AM`);
	await read("{Enter}", "Device clock Nov 20, 2026, 11:20:00 AM");
	await userEvent.keyboard("{Shift>}{ArrowLeft}{/Shift}");
	const quarter = (to - from) / 4;
	expect(onSpan).toHaveBeenLastCalledWith({ from: from - quarter, to: to - quarter });
	await userEvent.keyboard("{+}");
	expect(onSpan).toHaveBeenLastCalledWith({ from: newestAt - 55 * minuteMs, to: newestAt - 25 * minuteMs });
	await userEvent.keyboard("-");
	expect(onZoomOut).toHaveBeenCalledOnce();
	await userEvent.keyboard("{Escape}");
	await expect.element(received).toBeEmptyDOMElement();
});

test("Lines of different ranges stand under one another, and share the pointer and the value axis's width", async () => {
	const [first, second] = page.series;
	const far = page.series.map((series) =>
		series === second ? { ...series, value: series.value.map((value) => value * 100_000) } : series,
	);
	const screen = await show(<Shown content={contentOfSeries({ ...page, series: far })} />);
	expect(first?.value.length).toBeGreaterThan(1);
	const plots = await vi.waitFor(() => {
		const found = [...document.querySelectorAll(".u-over")];
		if (found.length < 2) throw new Error("Not drawn yet");
		return found;
	});
	expect(plots).toHaveLength(2);
	await expect.poll(() => new Set(plots.map((plot) => plot.getBoundingClientRect().left)).size).toBe(1);
	const drawn = () => [...document.querySelectorAll("canvas")].map((canvas) => canvas.toDataURL());
	const before = drawn();
	const [, lower] = plots;
	if (!lower) throw new Error("There is no second plot");
	await userEvent.hover(lower, { position: { x: 200, y: 40 } });
	await expect.element(screen.getByText("Cold room · Core", { exact: true }).last()).toBeVisible();
	await expect.poll(() => drawn().map((each, index) => each === before[index])).toEqual([false, false]);
	const pointed = drawn();
	await userEvent.hover(screen.getByRole("button", { name: "Save picture" }));
	await expect.poll(() => drawn().map((each, index) => each === pointed[index])).toEqual([false, false]);
});

test("Draws the limit of a course that never comes near it, and names it", async () => {
	const written = vi.spyOn(CanvasRenderingContext2D.prototype, "fillText");
	const [line] = contentOfSeries(page).lines;
	if (!line) throw new Error("The page has no line.");
	const lines = [{ ...line, channel: { ...line.channel, min: -400, max: 20 } }];
	const screen = await show(<Shown content={{ ...contentOfSeries(page), lines }} />);
	await expect.element(screen.getByText("Limits", { exact: true })).toBeVisible();
	await expect
		.poll(() => written.mock.calls.map(([text]) => text))
		.toEqual(expect.arrayContaining(["max 20.0 °C", "↓ min −400.0 °C"]));
	written.mockRestore();
});

test("A chart without a table beside it has its own", async () => {
	const screen = await show(<Shown content={contentOfSeries(page)} hasTable />);
	await screen.getByText("As a table").click();
	const table = screen.getByRole("table", { name: "Temperature over time" });
	await expect.element(table.getByRole("row").nth(1)).toHaveTextContent(`Nov 20${year}, 12:00:00 PM9.0 °C19.0 °C`);
	expect(table.getByRole("row").elements()).toHaveLength(7);
});

test("The quantity that was chosen is marked at once, while the chart of the one before stands", async () => {
	const content = contentOfSeries({ ...page, quantities: ["temperature", "humidity"] });
	const screen = await show(<Shown content={content} chosen="humidity" />);
	await expect.element(screen.getByRole("radio", { name: "Humidity" })).toBeChecked();
	await screen.unmount();
	const before = await show(<Shown content={content} />);
	await expect.element(before.getByRole("radio", { name: "Temperature" })).toBeChecked();
});

test("The chart is saved as a picture that holds it with its name and lines", async () => {
	const saved: HTMLAnchorElement[] = [];
	const click = vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function (this: HTMLAnchorElement) {
		saved.push(this);
	});
	const made: Blob[] = [];
	const keep = URL.createObjectURL.bind(URL);
	const create = vi.spyOn(URL, "createObjectURL").mockImplementation((blob) => {
		if (blob instanceof Blob) made.push(blob);
		return keep(blob);
	});
	const screen = await show(<Shown content={contentOfSeries(page)} />);
	await expect.poll(() => document.querySelector("canvas")?.width ?? 0).toBeGreaterThan(0);
	await screen.getByRole("button", { name: "Save picture" }).click();
	await expect.poll(() => saved[0]?.download, { timeout: 10_000 }).toBe("Temperature.png");
	const [picture] = made;
	if (picture === undefined) throw new Error("No picture was made");
	const { width, height } = await createImageBitmap(picture);
	const chart = document.querySelector("canvas");
	expect(width).toBeGreaterThan(chart?.width ?? 0);
	expect(height).toBeGreaterThan((chart?.height ?? 0) + 90);
	click.mockRestore();
	create.mockRestore();
});

test("Shows the whole comparison of a chart on a phone", async () => {
	await browser.viewport(360, 740);
	onTestFinished(() => browser.viewport(1280, 800));
	await onTouchScreen();
	for (const against of [null, "day", "week", "year"] as const) {
		const screen = await show(
			<div className={chart.head} style={{ width: 294 }}>
				<Select aria-label="Quantity" size="xs" data={["Temperature"]} />
				<ChartBeside
					choice={{ shownIds: [], hiddenIds: [], against, second: null }}
					quantity="temperature"
					quantities={["temperature"]}
					onChoice={onChoice}
				/>
			</div>,
		);
		const field = screen.getByRole("combobox", { name: "Compare with" }).element() as HTMLInputElement; // its role's element
		expect(field.scrollWidth, field.value).toBe(field.clientWidth);
		await screen.unmount();
	}
});
