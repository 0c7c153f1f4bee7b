import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { ThingNotFound } from "../../client/features/shell/thing-not-found";
import { show } from "./show";

test.each([
	["device", "All devices", "/devices"],
	["group", "All groups", "/groups/"],
	["alert", "All alerts", "/alerts/"],
	["report", "All reports", "/reports/"],
	["contact", "All contacts", "/accounts/contacts/"],
	["user", "All users", "/accounts/users/"],
] as const)("A link to no %s says so, does not tell whether there is one, and leads on", async (thing, back, list) => {
	await show(<ThingNotFound thing={thing} />);
	// The text of an address that leads nowhere, word for word; what is missing stands below it.
	const reading = ["404", "Page not found", "Return to home"];
	await expect.element(page.getByRole("heading", { level: 1, name: "Page not found", exact: true })).toBeVisible();
	await expect.element(page.getByRole("link", { name: "Return to home", exact: true })).toBeVisible();
	expect(
		document.body.innerText
			.split("\n")
			.filter((line) => line.trim() !== "")
			.slice(0, 3),
	).toEqual(reading);
	await expect.element(page.getByText(`You can't see this ${thing}.`, { exact: false })).toBeVisible();
	await expect.element(page.getByRole("link", { name: back })).toHaveAttribute("href", list.replace(/\/$/, ""));
	await expect.element(page.getByRole("link", { name: "Return to home" })).toHaveAttribute("href", "/");
});
