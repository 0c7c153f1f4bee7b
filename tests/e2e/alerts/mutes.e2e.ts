import { describe, expect } from "vitest";
import type { AlertListRow } from "../../../shared/alert/alert";
import type { GroupListRow } from "../../../shared/device/group";
import { expectAccessible, overlay, violations } from "../accessibility";
import { call, choose } from "../device-fleet";
import { testAsOwner as test } from "../visitor";

describe("a mute", () => {
	test("names a wrong time of a group's mute, shows on the group and its devices, and ends", async ({
		page,
		context,
	}) => {
		const groups = await call<GroupListRow[]>(context, "group.getGroups", undefined, true);
		const group = groups.find(({ name }) => name === "Cold rooms");
		if (!group) throw new Error("The demo has no group of cold rooms");
		await page.goto(`/groups/${group.id}`);
		await page.getByRole("button", { name: "More actions" }).click();
		await page.getByRole("menuitem", { name: /^Mute/ }).click();
		const dialog = page.getByRole("dialog", { name: "Mute Cold rooms" });
		await choose(page, dialog.getByRole("combobox", { name: "For" }), "Until…");
		const calendar = page.getByRole("dialog", { name: "Until: open calendar" });
		await dialog.getByRole("button", { name: "Until: open calendar" }).click();
		await calendar.getByRole("button", { name: "Done" }).waitFor();
		await expectAccessible(page, overlay);
		await page.keyboard.press("Escape");
		await calendar.waitFor({ state: "detached" });
		await dialog.getByLabel("Until", { exact: true }).fill("2020-01-01T00:00");
		await dialog.getByLabel("Reason").fill("Defrosting");
		await dialog.getByRole("button", { name: "Mute", exact: true }).click();
		await dialog.getByText("Choose a time to come.").waitFor();
		expect(await violations(page, overlay)).toEqual([]);
		await choose(page, dialog.getByRole("combobox", { name: "For" }), "24 hours");
		await dialog.getByRole("button", { name: "Mute", exact: true }).click();
		await page.getByText(/Muted until .* \(Defrosting\)/).waitFor();
		await page.getByRole("region", { name: "Devices" }).getByRole("link", { name: "Cold room 1" }).click();
		await page.getByRole("main").getByRole("link", { name: "Alerts", exact: true }).click();
		await page.getByText(/^Its alerts are muted with the group Cold rooms until .*: Defrosting\.$/).waitFor();
		await page.goto("/groups/");
		const row = page.getByRole("row", { name: /Cold rooms/ });
		await row.getByText("Muted", { exact: true }).waitFor();
		await row.getByRole("button", { name: /Actions/ }).click();
		await page.getByRole("menuitem", { name: "Unmute" }).click();
		await page.getByText("Cold rooms unmuted. Held-back messages are sent now.").waitFor();
		await row.getByText("Muted", { exact: true }).waitFor({ state: "detached" });
	});

	test("sets a rule's mute where the rule is edited, keeps what is typed there, and stands in the list", async ({
		page,
		context,
	}) => {
		const [rule] = await call<AlertListRow[]>(context, "alert.getAlerts", {}, true);
		if (!rule) throw new Error("The demo has no rules");
		await page.goto(`/alerts/edit/${rule.id}`);
		await page.getByRole("textbox", { name: "What to do" }).fill("Typed before the mute");
		await page.getByRole("button", { name: "More actions" }).click();
		await page.getByRole("menuitem", { name: /^Mute/ }).click();
		await page
			.getByRole("dialog", { name: `Mute ${rule.name}` })
			.getByRole("button", { name: "Mute", exact: true })
			.click();
		await page.getByText(/^Muted until/).waitFor();
		expect(await page.getByRole("textbox", { name: "What to do" }).inputValue()).toBe("Typed before the mute");
		await page.getByRole("button", { name: "Save alert" }).click();
		await page.getByText("Alert saved.").waitFor();
		await page.goto("/alerts/?view=rules");
		await page
			.getByRole("row", { name: new RegExp(rule.name) })
			.getByText("Muted", { exact: true })
			.waitFor();
	});
});
