import { describe, expect } from "vitest";
import { expectAccessible } from "../accessibility";
import { take } from "../device-fleet";
import { filterBy, removal } from "../filters";
import { groupRow, makeGroup, openRowMenu, picker, test, willHold } from "../group-calls";
import { signIn } from "../visitor";

describe("making a group", () => {
	test("takes chosen devices, by keyboard alone", async ({ page, context }) => {
		await signIn(context, "owner");
		await page.goto("/groups/new/");
		await page.getByRole("textbox", { name: "Name", exact: true }).focus();
		await page.keyboard.type("Night shift");
		await page.keyboard.press("Tab");
		await page.keyboard.type("Rooms that are checked at night");
		await page.keyboard.press("Tab");
		await page.keyboard.press("ArrowRight");
		await page.keyboard.press("ArrowRight");
		await expect.poll(() => page.getByRole("radio", { name: "Blue" }).isChecked()).toBe(true);
		await page.getByRole("textbox", { name: "Find devices" }).focus();
		await page.keyboard.type("cold room");
		await page.getByRole("button", { name: "Add all 4 that match" }).waitFor();
		await page.keyboard.press("Tab");
		await page.keyboard.press("Tab");
		await page.keyboard.press("Space");
		await page.keyboard.press("End");
		await page.keyboard.press("Space");
		await picker(page).getByRole("checkbox", { name: "Cold room 4", checked: true }).waitFor();
		await willHold(page).getByText("2 devices", { exact: true }).waitFor();
		await page.getByRole("button", { name: "Create group" }).focus();
		await page.keyboard.press("Enter");

		await page.getByRole("heading", { level: 1, name: "Night shift" }).waitFor();
		const devices = page.getByRole("region", { name: "Devices", exact: true });
		await expect.poll(() => devices.getByRole("listitem").count()).toBe(2);
		await devices
			.getByText(/Temperature .* °C/)
			.first()
			.waitFor();
		await page.getByRole("region", { name: "Group", exact: true }).getByText("Blue").waitFor();
	});

	test("uses a filter, by mouse, and shows first the members and the devices that take a default", async ({
		page,
		context,
	}) => {
		await signIn(context, "owner");
		await page.goto("/groups/");
		await page.getByRole("link", { name: "New group" }).click();
		await page.getByRole("textbox", { name: "Name", exact: true }).fill("Cold rooms of Porto");
		await page.getByRole("radio", { name: "Dynamic" }).click();
		await willHold(page).getByText("No devices", { exact: true }).waitFor();
		await page.getByRole("textbox", { name: "Name contains" }).fill("cold room");
		await page.getByRole("combobox", { name: "At any of these sites" }).click();
		await take(page.getByRole("option", { name: /^Porto/ }));
		await willHold(page).getByText("4 devices", { exact: true }).waitFor();
		await page.keyboard.press("Escape");
		await page.getByRole("checkbox", { name: "Upload interval" }).click();
		await page.getByRole("textbox", { name: "Upload interval, length" }).fill("5");
		await page.getByText(/^(\d of )?4 devices takes? it/).waitFor();
		await page.getByRole("button", { name: "Create group" }).click();

		await page.getByRole("heading", { level: 1, name: "Cold rooms of Porto" }).waitFor();
		await page.getByText("Group “Cold rooms of Porto” created.").waitFor();
		const facts = page.getByRole("region", { name: "Group", exact: true });
		await facts.getByText("“cold room”").waitFor();
		await facts.getByText("Porto", { exact: true }).waitFor();
		await page.getByRole("region", { name: "Defaults" }).getByText("5 minutes").waitFor();
		await expect
			.poll(() => page.getByRole("region", { name: "Devices", exact: true }).getByRole("listitem").count())
			.toBe(4);
		await page.getByRole("link", { name: "Show in device list" }).click();
		await page.getByRole("rowheader", { name: "Cold room 1" }).waitFor();
	});

	test("copies another one, found by a filter of the list, with all it has", async ({ page, context }) => {
		await signIn(context, "owner");
		await makeGroup(page, "Model group", ["Cold room 1", "Cold room 2"], {
			colour: "violet",
			defaults: { retentionDays: 30 },
		});
		await page.goto("/groups/?q=model+group");
		await groupRow(page, "Model group").waitFor();
		await filterBy(page, "Type", /^Dynamic/);
		await page.waitForURL(/kind=dynamic/);
		await page.getByRole("heading", { name: "No group matches" }).waitFor();
		await removal(page, "Type: Dynamic").click();
		await openRowMenu(page, "Model group");
		await page.getByRole("menuitem", { name: "Copy" }).click();
		await page.waitForURL(/\/groups\/new\/?\?copy=grp_/);
		await expect
			.poll(() => page.getByRole("textbox", { name: "Name", exact: true }).inputValue())
			.toBe("Copy of Model group");
		await expect.poll(() => page.getByRole("radio", { name: "Violet" }).isChecked()).toBe(true);
		await expect.poll(() => page.getByRole("textbox", { name: "Data retention, length" }).inputValue()).toBe("30");
		await page.getByText("0 of 2 devices take it; 2 follow a group made earlier.").waitFor();
		await page.getByRole("button", { name: "Create group" }).click();
		await page.getByRole("heading", { level: 1, name: "Copy of Model group" }).waitFor();
	});

	test("starts filled by what the address means, and empty where it means nothing", async ({
		page,
		context,
		complaints,
	}) => {
		complaints.allow(/404/);
		await signIn(context, "owner");
		const name = page.getByRole("textbox", { name: "Name", exact: true });
		for (const search of ["filter=null", "copy=grp_00000000000000000000000000", "copy=x&filter=%5B%5D&unknown=1"]) {
			await page.goto(`/groups/new/?${search}`);
			await name.waitFor();
			await expect.poll(() => name.inputValue(), { message: search }).toBe("");
			await expect.poll(() => page.getByRole("radio", { name: "Manual" }).isChecked()).toBe(true);
			await willHold(page).getByText("No devices", { exact: true }).waitFor();
		}
		const filter = JSON.stringify({ search: "cold room", sites: ["Porto"], statuses: ["online"], tags: 7 });
		await page.goto(`/groups/new/?filter=${encodeURIComponent(filter)}`);
		await expect.poll(() => page.getByRole("radio", { name: "Dynamic" }).isChecked()).toBe(true);
		await expect.poll(() => page.getByRole("textbox", { name: "Name contains" }).inputValue()).toBe("cold room");
		await page.getByRole("combobox", { name: "At any of these sites" }).waitFor();
		await willHold(page).getByText("4 devices", { exact: true }).waitFor();
		await expectAccessible(page);
	});
});

describe("a person who may not change groups", () => {
	test("sees all of it and reads why", async ({ page, context }) => {
		await signIn(context, "viewer");
		await page.goto("/groups/");
		const create = page.getByRole("button", { name: "New group" });
		await expect.poll(() => create.getAttribute("aria-disabled")).toBe("true");
		await create.hover();
		await page.getByRole("tooltip", { name: /Only owners and admins can change groups/ }).waitFor();
		await openRowMenu(page, "Cold rooms");
		await expect.poll(() => page.getByRole("menuitem", { name: "Delete…" }).getAttribute("aria-disabled")).toBe("true");
		await page.getByRole("menuitem", { name: "Open" }).click();
		await page.getByRole("heading", { level: 1, name: "Cold rooms" }).waitFor();
		await page.getByText(/Only owners and admins can change groups/).waitFor();
		expect(await page.getByRole("link", { name: "Edit" }).count()).toBe(0);
		const id = new URL(page.url()).pathname.split("/").at(-1);
		await page.goto(`/groups/edit/${id}`);
		await page.getByText(/Only owners and admins can change groups/).waitFor();
		expect(await page.getByRole("textbox", { name: "Name", exact: true }).count()).toBe(0);
		await page.goto("/groups/new/");
		await page.getByText(/Only owners and admins can change groups/).waitFor();
		expect(await page.getByRole("textbox", { name: "Name", exact: true }).count()).toBe(0);
	});
});
