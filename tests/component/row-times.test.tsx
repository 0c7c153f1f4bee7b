import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { columns, showThings, thing } from "./thing-list";

test("a row's times stay open in a view of the list that lacks the row, and in one without rows", async () => {
	const [name, ...others] = columns;
	const bought = { id: "bought", header: "Bought", value: () => new Date(Date.UTC(2026, 0, 2)) };
	const { go } = await showThings([thing("Mop"), thing("Rag")], {
		rowActions: () => [],
		columns: [name, bought, ...others],
	});
	await page.getByRole("button", { name: "Actions for Mop" }).click();
	await page.getByRole("menuitem", { name: "All times" }).click();
	const times = page.getByRole("dialog", { name: "Times of Mop" });
	await expect.element(times).toBeVisible();
	await go("/?q=rag");
	await expect.element(page.getByRole("rowheader", { name: "Mop", includeHidden: true })).not.toBeInTheDocument();
	await expect.element(times).toBeVisible();
	await go("/?q=nothing");
	await expect.element(page.getByText("No thing matches")).toBeInTheDocument();
	await expect.element(times).toBeVisible();
});
