import { afterEach, expect, test } from "vitest";
import { page } from "vitest/browser";
import { AlertsCard } from "../../client/features/dashboard/summary-cards";
import type { AlertListRow } from "../../shared/alert";
import { show } from "./show";

const alert = (openEvents: number): AlertListRow => ({
	id: `alr_${"1".repeat(26)}`,
	name: "Cold rooms too warm",
	isEnabled: true,
	severity: "critical",
	condition: "Temperature above 8 °C",
	openEvents,
	reach: "reached",
	...{ recipients: ["Ana Prado"], deviceCount: 3, isEditable: true },
	lastFiredAt: new Date(Date.UTC(2026, 10, 20)),
});

afterEach(() => page.viewport(1280, 800));

test.each([1280, 360])(
	"An alert that is closed says so at %i px, and does not look like an open one",
	async (width) => {
		await page.viewport(width, 800);
		await show(<AlertsCard alerts={[alert(0)]} isOfGroup={false} />);
		const row = page.getByRole("listitem");
		await expect.element(row.getByText("Closed", { exact: true })).toBeVisible();
		expect(row.element().querySelector("[data-tone]")).toHaveAttribute("data-tone", "off");
		await expect.element(row.getByText("Critical: Temperature above 8 °C")).toBeVisible();
	},
);

test.each([1280, 360])("An alert that is open says so at %i px", async (width) => {
	await page.viewport(width, 800);
	await show(<AlertsCard alerts={[alert(2)]} isOfGroup={false} />);
	const row = page.getByRole("listitem");
	await expect.element(row.getByText("Open", { exact: true })).toBeVisible();
	expect(row.element().querySelector("[data-tone]")).toHaveAttribute("data-tone", "bad");
});
