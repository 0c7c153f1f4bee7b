import { beforeEach, describe, expect, it, vi } from "vitest";
import { userEvent } from "vitest/browser";
import { UseCard } from "../../client/features/device-page/overview/use-card";
import { hourMs } from "../../shared/base/durations";
import type { CounterUse } from "../../shared/device/derived/inputs";
import type { ChannelLatest } from "../../shared/device/device";
import { sampleDevice } from "./sample-device";
import { show } from "./show";
import { stubCalls } from "./stubbed-calls";

beforeEach(() => () => vi.restoreAllMocks());

const channel: ChannelLatest = {
	id: `chn_${"2".repeat(26)}`,
	name: "Use of power",
	quantity: "energy",
	unit: "kWh",
	decimals: 1,
	min: null,
	max: null,
	value: 4,
	at: 0,
	calibrations: [],
};
const device = sampleDevice({ channels: [channel], timezoneOffset: 60, timeZoneRule: 1 });
/** The logger's daylight saving ends at 01:00 of this day, so that it has 25 hours. */
const longDay = Date.UTC(2026, 10, 6, 22);

function pageOf(uses: (number | null)[], changes: Partial<CounterUse> = {}): CounterUse {
	const bars = uses.map((use, index) => {
		return { from: longDay + index * hourMs, to: longDay + (index + 1) * hourMs, use, since: null };
	});
	const total = uses.reduce<number>((sum, use) => sum + (use ?? 0), 0);
	return { from: longDay, to: longDay + uses.length * hourMs, total, cost: null, bars, ...changes };
}

const stepOf = (input: unknown) => JSON.stringify(input).match(/"step":"(\w+)"/)?.[1];
const card = () => show(<UseCard device={device} channel={channel} />);

describe("the card of a counter's use", () => {
	it("tells the two hours of a clock that repeats one apart", async () => {
		stubCalls({ "log.getCounterUse": () => pageOf(Array.from({ length: 25 }, (_, hour) => hour)) });
		const screen = await card();
		await screen.getByText("Hours", { exact: true }).click();
		await screen.getByText("Table", { exact: true }).click();
		const names = () =>
			screen
				.getByRole("rowheader")
				.all()
				.map((one) => one.element().textContent);
		await expect.poll(names).toHaveLength(25);
		expect(new Set(names()).size).toBe(25);
		expect(names().filter((name) => name?.includes("UTC"))).toEqual([
			expect.stringContaining("(UTC+02:00)"),
			expect.stringContaining("(UTC+01:00)"),
		]);
	});

	it("shows no bars of the step before under the names of another one", async () => {
		const { promise, resolve } = Promise.withResolvers<CounterUse>();
		stubCalls({ "log.getCounterUse": (input) => (stepOf(input) === "month" ? promise : pageOf([3, 4])) });
		const screen = await card();
		await expect.element(screen.getByText("7.0 kWh")).toBeVisible();
		await screen.getByText("Months", { exact: true }).click();
		await expect.element(screen.getByText("7.0 kWh")).not.toBeInTheDocument();
		resolve(pageOf([80]));
		await expect.element(screen.getByRole("strong")).toHaveTextContent("80.0 kWh");
	});

	it("moves between bars by keyboard, and writes a cost with the decimals of its currency", async () => {
		const cost = { amount: 2_170.4, currency: "JPY" };
		stubCalls({ "log.getCounterUse": () => pageOf([3, null, 4], { cost }) });
		const screen = await card();
		await expect.element(screen.getByText(/2,170 JPY/)).toBeVisible();
		const bars = screen.getByRole("slider", { name: "Use of power, days" });
		await bars.click({ position: { x: 2, y: 20 } });
		await expect.element(bars).toHaveAttribute("aria-valuetext", expect.stringContaining("3.0 kWh"));
		await userEvent.keyboard("{ArrowRight}");
		await expect.element(bars).toHaveAttribute("aria-valuetext", expect.stringContaining("no reading"));
		await userEvent.keyboard("{End}");
		await expect.element(bars).toHaveAttribute("aria-valuetext", expect.stringContaining("4.0 kWh"));
	});
});
