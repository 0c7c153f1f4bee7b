import { describe, expect } from "vitest";
import { overlay, violations } from "./accessibility";
import { call, makeDevices, openImport, openList, runInBulk, runOnRow, textOf, wholeDevice } from "./device-fleet";
import { product } from "./this-product";
import { signIn, test } from "./visitor";

describe("finding devices", () => {
	test("by filters that stand in the address, are offered with counts, and go one by one", async ({
		page,
		context,
	}) => {
		await signIn(context, "owner");
		const [first = "", second = ""] = await makeDevices(context, "Filter probe", 3);
		await call(context, "device.changeDevices", { deviceIds: [first, second], addTags: ["wet, cold"] });
		await openList(page, "Filter probe");
		await page.getByRole("button", { name: "Add filter" }).click();
		await page.getByLabel("Filter by").selectOption({ label: "Tag" });
		await page.getByRole("checkbox", { name: "wet, cold (2)" }).check();
		await page.getByRole("rowheader", { name: "Filter probe 3", exact: true }).waitFor({ state: "detached" });
		await page.keyboard.press("Escape");
		await page.reload();
		await page.getByRole("rowheader", { name: "Filter probe 2", exact: true }).waitFor();
		await expect.poll(() => page.getByRole("rowheader").count()).toBe(2);

		const link = page.getByRole("link", { name: "Save as group" });
		const filter = new URL((await link.getAttribute("href")) ?? "", product.origin).searchParams.get("filter");
		expect(JSON.parse(filter ?? "")).toEqual({ search: "Filter probe", tags: ["wet, cold"] });

		const chip = page.getByRole("button", { name: "Tag: wet, cold 2" });
		await chip.focus();
		await page.keyboard.press("Enter");
		await page.getByRole("rowheader", { name: "Filter probe 3", exact: true }).waitFor();
		expect(new URL(page.url()).searchParams.get("tag")).toBeNull();
	});

	test("by keyboard alone: a limit, and what a group cannot take of it", async ({ page, context }) => {
		await signIn(context, "owner");
		await page.goto("/devices?site=Nowhere+at+all");
		await page.getByRole("heading", { name: "No device matches" }).waitFor();
		await page.goto("/devices");
		await page.getByRole("rowheader", { name: "Cold room 1", exact: true }).waitFor();
		await page.getByRole("button", { name: "Add filter" }).focus();
		await page.keyboard.press("Enter");
		const by = page.getByLabel("Filter by");
		await by.waitFor();
		await by.selectOption({ label: "Battery below" });
		const limit = page.getByLabel("Battery below (%)");
		await limit.fill("1000");
		await page.keyboard.press("Enter");
		await page.getByText("A whole number from 0 to 100.").waitFor();
		await limit.fill("101");
		await limit.fill("50");
		await page.keyboard.press("Enter");
		await page.waitForURL(/battery=50/);
		await page.getByRole("button", { name: /^Battery below 50 %/ }).waitFor();
		const group = page.getByRole("button", { name: "Save as group" });
		await expect.poll(() => group.getAttribute("aria-disabled")).toBe("true");
		await page.getByRole("button", { name: "Clear", exact: true }).click();
		await page.waitForURL((url) => url.search === "");
	});

	test.for([
		"alert=loud&tag=%2C%2C&model=&firmware=%00&power=steam&lack=luck",
		"battery=200&signal=9&silent=-1",
		"shelf=lost&add=&import=",
		"sort=-nonsense&battery=NaN",
	])("%s, from an old link: left out without a word", async (search, { page, context }) => {
		await signIn(context, "owner");
		await page.goto(`/devices?${search}`);
		await page.getByRole("rowheader", { name: "Cold room 1", exact: true }).waitFor();
		// A dialog's code comes after the list.
		await page.waitForLoadState("networkidle");
		expect(await page.getByRole("main").getByRole("alert").count()).toBe(0);
		expect(await page.getByRole("dialog").count()).toBe(0);
	});

	test("a link that asks for two dialogs opens the first alone", async ({ page, context }) => {
		await signIn(context, "owner");
		await page.goto("/devices?add=yes&import=yes");
		await page.getByRole("dialog", { name: "Add device" }).waitFor();
		await page.waitForLoadState("networkidle");
		await expect.poll(() => page.getByRole("dialog").count()).toBe(1);
	});

	test("says so where a link asks for a group that is gone, as it shows more than it says", async ({
		page,
		context,
	}) => {
		await signIn(context, "owner");
		await page.goto("/devices?group=grp_00000000000000000000000009");
		await page
			.getByText("A group this link asks for is gone, or not yours to see, and left out of the filter.")
			.waitFor();
		await page.getByRole("rowheader", { name: "Cold room 1", exact: true }).waitFor();
		expect(await violations(page)).toEqual([]);
		await page.getByRole("button", { name: /^Late/ }).click();
		await page.waitForURL(/status=late/);
	});

	test("shows columns on demand, and exports what is selected as it is shown", async ({ page, context }) => {
		await signIn(context, "owner");
		await makeDevices(context, "Column probe", 3);
		await openList(page, "Column probe");
		await page.getByRole("button", { name: "Columns", exact: true }).click();
		await page.getByRole("menuitemcheckbox", { name: "Upload interval" }).click();
		await page.getByRole("menuitemcheckbox", { name: "Groups" }).click();
		await page.keyboard.press("Escape");
		await page.getByRole("cell", { name: "15 min", exact: true }).first().waitFor();
		await page.getByRole("columnheader", { name: "Groups" }).waitFor({ state: "detached" });
		await page.getByRole("checkbox", { name: "Select Column probe 2", exact: true }).check();
		const download = page.waitForEvent("download");
		await runInBulk(page, "Export 1 device as CSV");
		const lines = (await textOf(download)).trim().split("\r\n");
		expect(lines).toHaveLength(2);
		expect(lines[0]).toContain("Upload interval");
		expect(lines[0]).not.toContain("Groups");
		expect(lines[1]).toMatch(/^Column probe 2,.*,900,/);
		await page.evaluate(() => localStorage.clear());
	});
});

describe("renaming a device", () => {
	test("takes names of every script, and refuses none and too long ones at the field", async ({ page, context }) => {
		await signIn(context, "owner");
		const [id = ""] = await makeDevices(context, "Name probe", 1);
		await openList(page, "Name probe");
		await runOnRow(page, "Name probe 1", "Rename…");
		const dialog = page.getByRole("dialog");
		const name = dialog.getByRole("textbox", { name: "Name" });
		await name.fill(" ");
		await page.keyboard.press("Enter");
		await dialog.getByText("Enter a name.").waitFor();
		await name.fill("x".repeat(65));
		await page.keyboard.press("Enter");
		await dialog.getByText("At most 64 characters.").waitFor();
		const strange = "غرفة التبريد ❄️ 冷库 Name probe";
		await name.fill(strange);
		await page.keyboard.press("Enter");
		await page.getByText(`Renamed to ${strange}.`).waitFor();
		await page.getByRole("rowheader", { name: strange, exact: true }).waitFor();
		expect((await wholeDevice(context, id)).name).toBe(strange);
	});

	test("shows both names where somebody else was faster", async ({ page, context, complaints }) => {
		complaints.allow(/409/);
		await signIn(context, "owner");
		const [id = ""] = await makeDevices(context, "Race probe", 1);
		await openList(page, "Race probe");
		await runOnRow(page, "Race probe 1", "Rename…");
		const dialog = page.getByRole("dialog");
		await dialog.getByRole("textbox", { name: "Name" }).fill("Race probe mine");
		const { version } = await wholeDevice(context, id);
		await call(context, "device.updateDevice", { deviceId: id, version, name: "Race probe theirs" });
		await dialog.getByRole("button", { name: "Rename device" }).click();
		const notice = dialog.getByRole("region", { name: "Changed meanwhile" });
		await notice.getByText("Race probe theirs").waitFor();
		await notice.getByText("Race probe mine").waitFor();
		expect((await wholeDevice(context, id)).name).toBe("Race probe theirs");
		await dialog.getByRole("button", { name: "Rename device" }).click();
		await page.getByText("Renamed to Race probe mine.").waitFor();
		expect((await wholeDevice(context, id)).name).toBe("Race probe mine");
	});
});

describe("the screens of devices", () => {
	const looks = (["light", "dark"] as const).flatMap((scheme) => [
		{ scheme, width: 1440, height: 900 },
		{ scheme, width: 360, height: 740 },
	]);
	test.for(looks)("are accessible and fit: $scheme, $width px", async ({ scheme, ...size }, { page, context }) => {
		await signIn(context, "owner");
		await page.emulateMedia({ colorScheme: scheme, reducedMotion: "reduce" });
		await page.setViewportSize(size);
		await page.goto("/devices?battery=90");
		await page.getByRole("link", { name: "Cold room 1", exact: true }).waitFor();
		await page.waitForLoadState("networkidle");
		expect(await violations(page)).toEqual([]);
		await page.getByRole("button", { name: "Add filter" }).click();
		await page.getByLabel("Filter by").waitFor();
		expect(await violations(page, overlay)).toEqual([]);
		await page.keyboard.press("Escape");
		await page.getByRole("checkbox", { name: "Select Cold room 1", exact: true }).check();
		await page.getByRole("region", { name: "Selected devices" }).waitFor();
		expect(await violations(page)).toEqual([]);
		for (const label of ["Groups of 1 device", "Intervals of 1 device", "Mute 1 device", "Delete 1 device"]) {
			await runInBulk(page, label);
			await page.getByRole("dialog").getByRole("button", { name: "Cancel" }).waitFor();
			expect(await violations(page)).toEqual([]);
			await page.getByRole("dialog").getByRole("button", { name: "Cancel" }).click();
			await page.getByRole("dialog").waitFor({ state: "hidden" });
		}
		await page.waitForFunction(() => document.documentElement.scrollWidth <= window.innerWidth);
		await page.goto("/devices?shelf=archived&q=nothing+of+this+name");
		await page.getByRole("heading", { level: 1, name: "Devices" }).waitFor();
		await page.waitForLoadState("networkidle");
		expect(await violations(page)).toEqual([]);
		const dialog = await openImport(page, "Name,Serial,Groups\nA,AQ-10421,Nowhere\n,,\nB,1,\n");
		await dialog.getByText("Another device has this serial number.").waitFor();
		await page.waitForLoadState("networkidle");
		expect(await violations(page)).toEqual([]);
		await page.waitForFunction(() => document.documentElement.scrollWidth <= window.innerWidth);
	});
});
