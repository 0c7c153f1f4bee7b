import type { Locator, Page } from "playwright-core";
import type { WholeDevice } from "./device-fleet";
import { chooseEntry, chooseOption, hasFocus, press, write } from "./keys";

/** The list of devices, worked by the keyboard alone. */
export const bar = (page: Page) => page.getByRole("region", { name: "Selected devices" });
export const row = (page: Page, name: string) => page.getByRole("rowheader", { name, exact: true });
export const rowMenu = (page: Page, name: string) =>
	page.getByRole("button", { name: `Actions for ${name}`, exact: true });

export async function runInBulk(page: Page, label: string): Promise<void> {
	const more = bar(page).getByRole("button", { name: "More", exact: true });
	// Until the bar is measured every action is in its menu.
	await more.waitFor();
	const beside = bar(page).getByRole("button", { name: label, exact: true });
	if (await beside.isVisible()) return press(beside);
	await press(more);
	await chooseEntry(page, label);
}

export async function runOnRow(page: Page, name: string, label: string): Promise<void> {
	await press(rowMenu(page, name));
	await chooseEntry(page, label);
}

export type Change = {
	/** As the menus and the notification call it. */
	what: string;
	fill: (dialog: Locator) => Promise<unknown>;
	facts: Partial<WholeDevice>;
	before: Partial<WholeDevice>;
};

/** Changes of one device or of several by a form that both lead to. */
export const changes: Change[] = [
	{
		what: "Tags",
		fill: async (dialog) => {
			await hasFocus(dialog.getByRole("combobox", { name: "Add" }));
			await dialog.page().keyboard.type("audited");
			await dialog.page().keyboard.press("Enter");
		},
		facts: { tags: ["audited"] },
		before: { tags: [] },
	},
	{
		what: "Intervals",
		fill: async (dialog) => {
			await chooseOption(dialog.getByRole("combobox", { name: "Logging interval" }), "Own value");
			await write(dialog.getByRole("textbox", { name: "Logging interval, length" }), "5");
		},
		facts: { loggingIntervalSeconds: 300 },
		before: { loggingIntervalSeconds: 60 },
	},
	{
		what: "Clock",
		fill: (dialog) => chooseOption(dialog.getByRole("combobox", { name: "Kept as" }), "UTC"),
		facts: { timeZoneRule: 0 },
		before: { timeZoneRule: 2 },
	},
	{
		what: "Retention",
		fill: (dialog) => write(dialog.getByRole("textbox", { name: "Readings are kept, length" }), "30"),
		facts: { retentionDays: 30 },
		before: { retentionDays: null },
	},
];
