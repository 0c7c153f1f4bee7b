import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { stateFromSearch } from "../../client/features/devices/device-list-state";
import type { DevicesSearch } from "../../client/features/devices/devices-search";
import { SaveAsGroup } from "../../client/features/devices/save-as-group";
import { show } from "./show";

const viewOf = (search: DevicesSearch) => stateFromSearch(search, { hasGroup: () => true, hasColumn: () => true });
const button = () => page.getByRole("button", { name: "Save as group" });

test("A filter of lasting facts makes a group at once", async () => {
	await show(<SaveAsGroup state={viewOf({ q: "cold", tag: "wet" })} denial={undefined} />);
	const link = page.getByRole("link", { name: "Save as group" });
	const href = decodeURIComponent(link.element().getAttribute("href") ?? "");
	expect(href).toMatch(/^\/groups\/new\/?\?filter=.*search.*cold.*tags.*wet/);
});

test("Makes no group of what changes by the minute, and says so", async () => {
	await show(<SaveAsGroup state={viewOf({ battery: "50" })} denial={undefined} />);
	await expect.element(button()).toHaveAttribute("aria-disabled", "true");
	await button().hover();
	await expect.element(page.getByText(/^What changes by the minute makes no group\./)).toBeVisible();
});

test("Says why to a person who may make no group", async () => {
	await show(<SaveAsGroup state={viewOf({ q: "cold" })} denial="Your role cannot change groups." />);
	await expect.element(button()).toHaveAttribute("aria-disabled", "true");
	await button().hover();
	await expect.element(page.getByText("Your role cannot change groups.")).toBeVisible();
});

test("Names what a group does without first, and the focus is on the way on", async () => {
	await show(<SaveAsGroup state={viewOf({ q: "cold", status: "never" })} denial={undefined} />);
	button().element().focus();
	await userEvent.keyboard("{Enter}");
	await expect.element(page.getByText(/^Status changes by the minute, so the group does without\./)).toBeVisible();
	const goOn = page.getByRole("link", { name: "Go on" });
	await expect.element(goOn).toHaveFocus();
	expect(goOn.element().getAttribute("href")).not.toContain("never");
	await userEvent.keyboard("{Escape}");
	await expect.element(button()).toHaveFocus();
});
