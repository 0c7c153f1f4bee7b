import { expect, test, vi } from "vitest";
import { userEvent } from "vitest/browser";
import { CustomRangeDialog } from "../../client/features/log/range/custom-range-dialog";
import { dayMs } from "../../shared/base/durations";
import type { TimeRange } from "../../shared/time/time-zones";
import { newestAt } from "./log-parts";
import { show } from "./show";

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

test("The fields read the shown clock, and mean whole seconds", async () => {
	const { dialog, onSpan } = await openRange({ from: newestAt - dayMs + 250, to: newestAt + 750 });
	await expect.element(dialog.getByLabelText("From")).toHaveValue("Nov 19, 2026, 01:00 PM");
	await expect.element(dialog.getByLabelText("To")).toHaveValue("Nov 20, 2026, 01:00 PM");
	await dialog.getByRole("button", { name: "Show" }).click();
	expect(onSpan).toHaveBeenCalledWith({ from: newestAt - dayMs, to: newestAt });
});

test("A range that ends where it begins is reported at its end, and not shown", async () => {
	const { dialog, onSpan } = await openRange({ from: newestAt + 250, to: newestAt + 750 });
	await dialog.getByRole("button", { name: "Show" }).click();
	await expect.element(dialog.getByText("Must be after the beginning.")).toBeVisible();
	expect(onSpan).not.toHaveBeenCalled();
});

test("Both ends are typed, in several forms, and said in full once left", async () => {
	const { dialog, onSpan } = await openRange({ from: newestAt - dayMs, to: newestAt });
	await userEvent.fill(dialog.getByLabelText("From"), "2026-11-18 7:05");
	await userEvent.fill(dialog.getByLabelText("To"), "nov 19 8 pm");
	await userEvent.tab();
	await expect.element(dialog.getByLabelText("From")).toHaveValue("Nov 18, 2026, 07:05 AM");
	await expect.element(dialog.getByLabelText("To")).toHaveValue("Nov 19, 2026, 08:00 PM");
	await userEvent.click(dialog.getByLabelText("To"));
	await userEvent.keyboard("{Enter}");
	expect(onSpan).toHaveBeenCalledWith({ from: Date.UTC(2026, 10, 18, 6, 5), to: Date.UTC(2026, 10, 19, 19) });
});

test("A text that is no time is reported at its field, which keeps it and takes the focus", async () => {
	const { dialog, onSpan } = await openRange({ from: newestAt - dayMs, to: newestAt });
	await userEvent.fill(dialog.getByLabelText("To"), "tomorrow");
	await dialog.getByRole("button", { name: "Show" }).click();
	await expect.element(dialog.getByText(/^Enter a date and a time/)).toBeVisible();
	await expect.element(dialog.getByLabelText("To")).toHaveValue("tomorrow");
	await expect.element(dialog.getByLabelText("To")).toHaveFocus();
	expect(onSpan).not.toHaveBeenCalled();
});

test("Whole days are picked from a calendar, with both ends in sight", async () => {
	const { dialog, onSpan } = await openRange({ from: newestAt - dayMs, to: newestAt });
	await dialog.getByRole("button", { name: "3 November 2026", exact: true }).click();
	await dialog.getByRole("button", { name: "5 November 2026", exact: true }).click();
	await expect.element(dialog.getByLabelText("From")).toHaveValue("Nov 03, 2026, 12:00 AM");
	await expect.element(dialog.getByLabelText("To")).toHaveValue("Nov 06, 2026, 12:00 AM");
	await dialog.getByRole("button", { name: "Show" }).click();
	expect(onSpan).toHaveBeenCalledWith({ from: Date.UTC(2026, 10, 2, 23), to: Date.UTC(2026, 10, 5, 23) });
});
