import { beforeEach, describe, expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { focusedText, manyThings, rowNames, selectedNames, showThings, type Thing } from "./thing-list";

const onRun = vi.fn<(rows: Thing[], done: () => void) => void>();
const bulkActions = ["Move", "Wash", "Dry", "Fold", "Burn"].map((verb) => ({
	id: verb,
	label: (count: number) => `${verb} ${count} ${count === 1 ? "thing" : "things"}`,
	isInMenu: verb === "Burn",
	onRun,
}));
const six = manyThings(6);
const bar = () => page.getByRole("region", { name: "Selected things" });
const pick = (name: string) => page.getByRole("checkbox", { name: `Select ${name}`, exact: true });
const pickAll = () => page.getByRole("checkbox", { name: "Select all things" });
const isHalf = () => {
	const box = pickAll().element();
	return box instanceof HTMLInputElement && box.indeterminate;
};
const namesOf = (...numbers: number[]) => numbers.map((number) => `Thing ${number}`);

beforeEach(() => page.viewport(1_280, 800));

describe("a selection", () => {
	test("grows by clicks and ranges, and the box above has three states", async () => {
		await showThings(six, { bulkActions });
		await pick("Thing 2").click();
		await pick("Thing 5").click({ modifiers: ["Shift"] });
		await expect.poll(selectedNames).toEqual(namesOf(2, 3, 4, 5));
		await expect.poll(isHalf).toBe(true);
		await expect.element(bar().getByText("4 selected", { exact: true })).toBeVisible();
		await pick("Thing 3").click({ modifiers: ["Shift"] });
		await expect.poll(selectedNames).toEqual(namesOf(2));
		await pickAll().click();
		await expect.poll(selectedNames).toEqual(rowNames());
		expect(isHalf()).toBe(false);
		await expect.element(page.getByRole("button", { name: /^Select all/ })).not.toBeInTheDocument();
		await pickAll().click();
		await expect.poll(selectedNames).toEqual([]);
	});

	test("takes all that match, and drops what matches no more", async () => {
		const screen = await showThings(manyThings(12), { bulkActions, at: "/?q=thing+1" });
		expect(rowNames()).toEqual(namesOf(1, 10, 11, 12));
		await pick("Thing 10").click();
		await page.getByRole("button", { name: "Select all 4 that match" }).click();
		await expect.poll(selectedNames).toEqual(rowNames());
		await screen.go("/?q=thing+12");
		await expect.element(bar().getByText("1 selected", { exact: true })).toBeVisible();
		await screen.go("/");
		await expect.poll(() => rowNames().length).toBe(12);
		expect(selectedNames()).toEqual(["Thing 12"]);
	});

	test("stands where the filters were, so that no row moves, and is let go of by Clear", async () => {
		await showThings(six, { bulkActions });
		const top = () => pick("Thing 1").element().getBoundingClientRect().top;
		const before = top();
		await pick("Thing 1").click();
		await expect.element(bar().getByText("1 selected", { exact: true })).toBeVisible();
		await expect.element(page.getByLabelText("Search things")).not.toBeVisible();
		expect(top()).toBe(before);
		await page.getByRole("button", { name: "Clear", exact: true }).click();
		await expect.element(page.getByRole("textbox", { name: "Search things" })).toBeVisible();
		expect(top()).toBe(before);
	});

	test("says its number in every action, and an action lets go of it when it is done", async () => {
		await showThings(six, { bulkActions });
		await pick("Thing 1").click();
		await pick("Thing 3").click();
		const more = page.getByRole("button", { name: "More", exact: true });
		await more.click();
		await expect.element(page.getByRole("menuitem", { name: "Burn 2 things" })).toBeVisible();
		const offered = page.getByRole("menuitem").elements();
		const beside = bar()
			.getByRole("button", { name: / 2 things$/ })
			.elements();
		expect(offered.length + beside.length).toBe(bulkActions.length);
		for (const { textContent } of offered) expect(textContent).toMatch(/ 2 things$/);
		await page.getByRole("menuitem", { name: "Burn 2 things" }).click();
		expect(onRun).toHaveBeenCalledTimes(1);
		const [[rows, done] = [[], () => {}]] = onRun.mock.calls;
		expect(rows.map(({ name }) => name)).toEqual(namesOf(1, 3));
		done();
		await expect.poll(selectedNames).toEqual([]);
	});

	test("gives the focus back to its menu, which Escape closes without letting go of anything", async () => {
		await showThings(six, { bulkActions });
		await userEvent.keyboard("jx");
		const more = page.getByRole("button", { name: "More", exact: true });
		// Until the bar is measured every action is in its menu.
		await expect.element(more).toBeVisible();
		more.element().focus();
		await userEvent.keyboard("{Enter}");
		await expect.poll(() => document.activeElement?.getAttribute("role")).toBe("menuitem");
		await userEvent.keyboard("{Escape}");
		await expect.poll(focusedText).toBe("More");
		expect(selectedNames()).toEqual(["Thing 1"]);
	});

	test.each([
		[1280, 800],
		[360, 740],
	])("stays in view in a long list, and covers no row that is walked to, at %i × %i px", async (width, height) => {
		await page.viewport(width, height);
		await showThings(manyThings(60), { bulkActions });
		await userEvent.keyboard(`jx${"j".repeat(50)}`);
		await expect.poll(focusedText).toBe("Thing 51");
		await expect.poll(() => window.scrollY).toBeGreaterThan(height);
		await expect.element(bar()).toBeInViewport({ ratio: 1 });
		await userEvent.keyboard("k".repeat(40));
		await expect.poll(focusedText).toBe("Thing 11");
		const distance = () =>
			(document.activeElement?.getBoundingClientRect().top ?? 0) - bar().element().getBoundingClientRect().bottom;
		await expect.poll(distance).toBeGreaterThan(0);
	});

	test("fits a window of 360 px, its actions in one menu", async () => {
		await page.viewport(360, 740);
		await showThings(six, { bulkActions });
		await pick("Thing 1").click();
		await expect
			.poll(() =>
				bar()
					.getByRole("button")
					.elements()
					.map(({ textContent }) => textContent),
			)
			.toEqual(["Select all 6 that match", "Clear", "Actions"]);
		expect(document.documentElement.scrollWidth).toBe(360);
		await bar().getByRole("button", { name: "Actions" }).click();
		await expect.element(page.getByRole("menuitem").first()).toBeVisible();
		const isInside = () => {
			const { left, right } = page.getByRole("menu").element().getBoundingClientRect();
			return left >= 0 && right <= 360;
		};
		await expect.poll(isInside).toBe(true);
	});

	test("keeps its actions in reach in a low window", async () => {
		await page.viewport(360, 280);
		await showThings(manyThings(60), { bulkActions });
		await userEvent.keyboard(`jx${"j".repeat(20)}`);
		await expect.poll(() => window.scrollY).toBeGreaterThan(280);
		bar()
			.getByRole("button", { name: /^(More|Actions)$/ })
			.element()
			.focus();
		await userEvent.keyboard("{Enter}");
		await expect.element(page.getByRole("menuitem").first()).toHaveFocus();
		await userEvent.keyboard("{ArrowUp}");
		const last = page.getByRole("menuitem", { name: "Burn 1 thing" });
		await expect.element(last).toHaveFocus();
		await expect.element(last).toBeInViewport({ ratio: 1 });
	});
});
