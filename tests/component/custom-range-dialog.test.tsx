import { expect, test, vi } from "vitest";
import { CustomRangeDialog } from "../../client/features/log/custom-range-dialog";
import type { TimeRange } from "../../shared/time-zones";
import { minuteMs, newestAt } from "./log-parts";
import { show } from "./show";

const dayMs = 24 * 60 * minuteMs;

async function openRange(span: TimeRange) {
	const onSpan = vi.fn<(span: TimeRange) => void>();
	const onClose = vi.fn();
	const screen = await show(
		<CustomRangeDialog
			isOpen
			span={span}
			zone="device:60:2"
			clockLabel="device time, UTC+01:00"
			onSpan={onSpan}
			onClose={onClose}
		/>,
	);
	const dialog = screen.getByRole("dialog", { name: "Custom range" });
	await expect.element(dialog.getByRole("button", { name: "Show" })).toBeVisible();
	return { dialog, onSpan, onClose };
}

test.for([
	["Last 24 hours", 1],
	["Last 7 days", 7],
	["Last 30 days", 30],
	["Last 90 days", 90],
	["Last year", 365],
] as const)("%s is a span of %i days up to now", async ([name, days]) => {
	const { dialog, onSpan, onClose } = await openRange({ from: newestAt - dayMs, to: newestAt });
	const before = Date.now();
	await dialog.getByRole("button", { name, exact: true }).click();
	const [[span] = []] = onSpan.mock.calls;
	if (!span) throw new Error("No span was chosen.");
	expect(span.to - span.from).toBe(days * dayMs);
	expect(span.to).toBeGreaterThanOrEqual(before);
	expect(span.to).toBeLessThanOrEqual(Date.now());
	expect(onClose).toHaveBeenCalled();
});

test("The fields read the shown clock, and mean whole seconds", async () => {
	const { dialog, onSpan } = await openRange({ from: newestAt - dayMs + 250, to: newestAt + 750 });
	await expect.element(dialog.getByText("Nov 20, 2026, 01:00:00 PM")).toBeVisible();
	await dialog.getByRole("button", { name: "Show" }).click();
	expect(onSpan).toHaveBeenCalledWith({ from: newestAt - dayMs, to: newestAt });
});

test("A range that ends where it begins is told at its end, and not shown", async () => {
	const { dialog, onSpan } = await openRange({ from: newestAt + 250, to: newestAt + 750 });
	await dialog.getByRole("button", { name: "Show" }).click();
	await expect.element(dialog.getByText("Must be after the beginning.")).toBeVisible();
	expect(onSpan).not.toHaveBeenCalled();
});
