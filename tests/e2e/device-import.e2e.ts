import { describe, expect } from "vitest";
import { limits } from "../../shared/limits";
import { asFile, call, openImport, openList, textOf } from "./device-fleet";
import { holdsFocus, press } from "./keys";
import { signIn, switchBackend, test } from "./visitor";

describe("importing devices from a file", () => {
	test("adds the good lines, keeps the others with their reasons, and gives the keys once", async ({
		page,
		context,
	}) => {
		await signIn(context, "owner");
		const text =
			"Name;Serial;Groups;Channels\r\nImport probe 1;IMP-1;Outdoors;Temperature\r\nImport probe 2;IMP 1;;\r\n;IMP-3;;\r\nImport probe 4;AQ-10421;Nowhere;Foo\r\nImport probe 5;;Nowhere;Door:door\r\n";
		const dialog = await openImport(page, text);
		await dialog.getByText("4 lines with errors").waitFor();
		await dialog.getByRole("checkbox", { name: "Leave these groups out" }).check();
		await dialog.getByText("3 lines with errors").waitFor();
		for (const complaint of [
			"Line 2 has the same serial number.",
			"Enter a name.",
			"Another device has this serial number.",
		]) {
			await dialog.getByRole("cell", { name: complaint }).waitFor();
		}
		await dialog.getByText(/“Foo” is no quantity/).waitFor();
		await dialog.getByRole("button", { name: "Add 2 devices" }).click();
		await dialog.getByRole("heading", { name: "2 devices added" }).waitFor();

		await dialog.getByRole("button", { name: "Close" }).last().click();
		const question = page.getByRole("alertdialog", { name: "Unsaved keys" });
		await question.getByRole("button", { name: "Keep editing" }).click();
		const keys = page.waitForEvent("download");
		await dialog.getByRole("button", { name: "Download 2 keys" }).click();
		const keyLines = (await textOf(keys)).trim().split("\r\n");
		expect(keyLines[0]).toBe("Name,Serial number,Device id,Key");
		expect(keyLines[1]).toMatch(/^Import probe 1,IMP-1,dev_\w+,aqd_/);
		expect(keyLines).toHaveLength(3);
		const refused = page.waitForEvent("download");
		await dialog.getByRole("button", { name: "Download 3 refused lines" }).click();
		const refusedLines = (await textOf(refused)).trim().split("\r\n");
		expect(refusedLines[0]).toBe("Name,Serial,Groups,Channels,error");
		expect(refusedLines[1]).toBe("Import probe 2,IMP 1,,,Serial number: Line 2 has the same serial number.");
		expect(refusedLines).toHaveLength(4);
		await dialog.getByRole("button", { name: "Close" }).last().click();
		await dialog.waitFor({ state: "hidden" });
		await openList(page, "Import probe");
		await expect.poll(() => page.getByRole("rowheader").count()).toBe(2);
	});

	test("is chosen and added by keyboard, after its columns were put right", async ({ page, context }) => {
		// From the start: until the browser is told of it, a moment later, it opens a chooser of its own and gives it up.
		const chooser = page.waitForEvent("filechooser", { timeout: 0 });
		await signIn(context, "owner");
		await page.goto("/devices");
		await press(page.getByRole("button", { name: "Import CSV" }));
		const dialog = page.getByRole("dialog", { name: "Import devices" });
		await holdsFocus(dialog);
		const sample = page.waitForEvent("download");
		await press(dialog.getByRole("button", { name: "Download a sample" }));
		expect(await textOf(sample)).toContain("Serial number");
		await press(dialog.getByRole("button", { name: "Choose a file" }));
		await (await chooser).setFiles(asFile("bare.csv", "Cellar,Headless probe 1\nCellar,Headless probe 2\n"));
		await dialog.getByRole("table").waitFor();
		await expect
			.poll(() => dialog.getByRole("checkbox", { name: "The first line is a header" }).isChecked())
			.toBe(false);
		await dialog.getByLabel("What Name holds").selectOption({ label: "Site" });
		await dialog.getByLabel("What Serial number holds").selectOption({ label: "Name" });
		const add = dialog.getByRole("button", { name: "Add 2 devices" });
		await press(add);
		await dialog.getByRole("heading", { name: "2 devices added" }).waitFor();
		await page.keyboard.press("Escape");
		await page.getByRole("alertdialog", { name: "Unsaved keys" }).getByRole("button", { name: "Leave" }).click();
		await dialog.waitFor({ state: "hidden" });
		await openList(page, "Headless probe");
	});

	test.for([
		["nothing in it", "", /This file is empty/],
		["more lines than it may have", `Name\n${"A\n".repeat(limits.deviceFileRows + 1)}`, /more than 10,000 lines/],
	] as const)("a file with %s is refused beside it", async ([, text, complaint], { page, context }) => {
		await signIn(context, "owner");
		await page.goto("/devices?import=yes");
		const dialog = page.getByRole("dialog", { name: "Import devices" });
		await dialog.getByLabel("File of devices").setInputFiles(asFile("devices.csv", text));
		await dialog.getByRole("alert").getByText(complaint).waitFor();
	});

	test("shows 10,000 lines with errors in the middle, each at its cell", async ({ page, context }) => {
		await signIn(context, "owner");
		const lines = Array.from({ length: limits.deviceFileRows }, (_, index) =>
			index === 5_000 ? ",TOO-5000," : `Large probe ${index},TOO-${index === 7_000 ? 6_999 : index},Temperature`,
		);
		const dialog = await openImport(page, `Name,Serial,Channels\n${lines.join("\n")}\n`);
		await dialog.getByRole("button", { name: "Add 9,998 devices" }).waitFor();
		expect(await dialog.getByRole("row").count()).toBeLessThan(100);
		await dialog
			.getByRole("region", { name: "Lines of the file" })
			.evaluate((area) => area.scrollTo(0, area.scrollHeight));
		await dialog.getByRole("rowheader", { name: "10,001", exact: true }).waitFor();
		await dialog.getByRole("checkbox", { name: "Only lines with errors (2)" }).check();
		await dialog
			.getByRole("row", { name: /^5,002/ })
			.getByText("Enter a name.")
			.waitFor();
		await dialog
			.getByRole("row", { name: /^7,002/ })
			.getByText("Line 7001 has the same serial number.")
			.waitFor();
	});

	test("loses nothing and adds nothing twice where the backend is cut off in the middle", async ({
		page,
		context,
		complaints,
	}) => {
		complaints.allow(/50\d|Bad Gateway|Service Unavailable|WebSocket|net::ERR|Failed to load/);
		await signIn(context, "owner");
		const count = 2 * limits.devicesPerCreation + 10;
		const text = `Name\n${Array.from({ length: count }, (_, index) => `Cut probe ${index + 1}`).join("\n")}\n`;
		const dialog = await openImport(page, text);
		// The second call does its work, and its answer is lost on the way.
		let calls = 0;
		await page.route("**/api/proxy/device.createDevices**", async (route) => {
			calls += 1;
			if (calls !== 2) return route.continue();
			await route.fetch();
			await switchBackend("cut");
			return route.abort("connectionreset");
		});
		try {
			await dialog.getByRole("button", { name: `Add ${count} devices` }).click();
			await dialog.getByText(/Nothing is lost: go on when you like/).waitFor();
			await dialog.getByRole("heading", { name: "250 devices added" }).waitFor();
			await dialog.getByText(/Whether 250 devices were added is not known yet/).waitFor();
		} finally {
			await switchBackend("mend");
		}
		await dialog.getByRole("button", { name: "Go on with 260 devices" }).click();
		await dialog.getByRole("heading", { name: `${count} devices added` }).waitFor();
		await dialog.getByText(/The keys of 250 devices were lost/).waitFor();
		const rows = await call<{ name: string }[]>(context, "device.getDevices", { search: "Cut probe" }, true);
		expect(new Set(rows.map(({ name }) => name)).size).toBe(count);
		expect(rows).toHaveLength(count);
		await dialog.getByRole("button", { name: "Download 260 keys" }).click();
		await call(context, "device.archiveDevices", {
			deviceIds: (await call<{ id: string }[]>(context, "device.getDevices", { search: "Cut probe" }, true)).map(
				({ id }) => id,
			),
		});
	});
});
