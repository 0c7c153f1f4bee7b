import { useState } from "react";
import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { WeekPaint } from "../../client/forms/week-paint";
import type { WeeklyWindow } from "../../shared/time/time-windows";
import { show } from "./show";

const working: WeeklyWindow = { days: [1, 2, 3, 4, 5], from: "08:00", to: "18:00" };

async function showPaint(begin: WeeklyWindow[]) {
	const known = { windows: begin };
	function Held() {
		const [windows, setWindows] = useState(begin);
		known.windows = windows;
		return <WeekPaint label="Hours of the week" windows={windows} onChange={setWindows} />;
	}
	await show(<Held />);
	return known;
}

const hour = (name: string) => page.getByRole("button", { name, exact: true });

test("an hour is painted by a press, and more of them by keys", async () => {
	const known = await showPaint([working]);
	await expect.element(hour("Mon 08:00 AM to 09:00 AM")).toHaveAttribute("aria-pressed", "true");
	await hour("Mon 07:00 AM to 08:00 AM").click();
	expect(known.windows).toContainEqual({ days: [1], from: "07:00", to: "18:00" });
	await userEvent.keyboard("{Shift>}{ArrowLeft}{ArrowLeft}{/Shift}");
	await expect.poll(() => known.windows).toContainEqual({ days: [1], from: "05:00", to: "18:00" });
	await userEvent.keyboard(" ");
	await expect.poll(() => known.windows).toContainEqual({ days: [1], from: "06:00", to: "18:00" });
});

test("everything is turned inside out in one act, and a quarter of an hour is not lost", async () => {
	const known = await showPaint([{ ...working, from: "08:15" }]);
	await expect.element(hour("Mon 08:00 AM to 09:00 AM, in part")).toHaveAttribute("aria-pressed", "true");
	const turn = page.getByRole("button", { name: "Outside these hours" });
	await turn.click();
	expect(known.windows).toContainEqual({ days: [1, 2, 3, 4], from: "18:00", to: "08:15" });
	await turn.click();
	expect(known.windows).toEqual([{ ...working, from: "08:15" }]);
});

test("nothing is painted over while a time is being typed", async () => {
	await showPaint([{ ...working, to: "1" }]);
	await expect.element(page.getByRole("button", { name: "Outside these hours" })).not.toBeInTheDocument();
});
