import { describe, expect, it } from "vitest";
import { pastedItem } from "../../client/features/search/entity-items";
import { findItems, searchItem } from "../../client/features/search/find-items";
import { actionItems, pageItems } from "../../client/features/search/page-and-action-items";
import { areas } from "../../client/features/shell/navigation";
import type { Scope } from "../../shared/account/account";
import { can, Role } from "../../shared/account/permissions";

const commands = { onHelp: () => {}, onSignOut: () => {}, onTheme: () => {}, onTime: () => {} };
const id = (prefix: string) => `${prefix}_${"0".repeat(25)}1`;

describe("the offers of the search to a role", () => {
	it.each(Role.options)("offers the pages that %s may open, and no other", (role) => {
		expect(pageItems(areas, role).map(({ title }) => title)).toEqual(
			areas.filter(({ capability }) => can(role, capability)).map(({ title }) => title),
		);
	});

	it.each([
		["owner", "all", ["Add device", "New group", "Export log…"]],
		["admin", "all", ["Add device", "New group", "Export log…"]],
		["admin", { groupIds: [id("grp")] }, ["Export log…"]],
		["operator", "all", ["Export log…"]],
		["viewer", "all", ["Export log…"]],
		["billing", "all", []],
	] satisfies [Role, Scope, string[]][])("offers to %s who sees %j the actions it may take", (role, scope, titles) => {
		const offered = actionItems({ role, scope }, commands).map(({ title }) => title);
		expect(offered.filter((title) => ["Add device", "New group", "Export log…"].includes(title))).toEqual(titles);
		expect(offered).toEqual(expect.arrayContaining(["My profile", "Sign out"]));
	});
});

it.each(["profile", "password", "two-step", "sessions"])("finds one's own profile by %s", (text) => {
	const offered = actionItems({ role: "viewer", scope: "all" }, commands);
	const found = findItems(offered, text, { recent: [], current: "/dashboard" }).flatMap(({ items }) => items);
	expect(found.map(({ target }) => target)).toEqual(["/profile"]);
});

describe("an id that is pasted", () => {
	const known = searchItem({ id: id("dev"), kind: "device", title: "Cold room 1", note: "", target: "/devices/1" });

	it.each([
		["opens the thing it names", id("dev"), "owner", "Cold room 1"],
		["may have spaces around it", ` ${id("dev")}\n`, "owner", "Cold room 1"],
		["opens its own page where nothing is known of it", id("alr"), "owner", `Open alert ${id("alr")}`],
		["is nothing for who may not see such things", id("usr"), "viewer", null],
		["is nothing for billing where it is a device's", id("dev"), "billing", null],
		["is a text like another where no screen is about its kind", id("log"), "owner", null],
		["is a text like another where it is none", "dev_1", "owner", null],
	] as const)("%s", (_, text, role, title) => {
		expect(pastedItem(text, role, [known])?.title ?? null).toBe(title);
	});

	it.each([
		["dev", "/devices/"],
		["grp", "/groups/"],
		["alr", "/alerts/edit/"],
		["rep", "/reports/edit/"],
		["ctc", "/accounts/contacts/edit/"],
		["usr", "/accounts/users/edit/"],
	])("leads with an id of kind %s below %s", (prefix, folder) => {
		expect(pastedItem(id(prefix), "owner", [])?.target).toBe(`${folder}${id(prefix)}`);
	});
});
