import type { FileChooser } from "playwright-core";
import { describe, expect, onTestFinished } from "vitest";
import { limits } from "../../../shared/base/limits";
import { overlay, violations } from "../accessibility";
import { asFile, call, openImport, openList, textOf } from "../device-fleet";
import { createNewOwner } from "../identity/new-person";
import { chooseEntry, chooseOption, hasFocus, holdsFocus, press } from "../keys";
import { signIn, switchBackend, test } from "../visitor";

describe("importing devices from a file", () => {
	test("adds the good lines, keeps the others with their reasons, and gives the keys once", async ({
		page,
		context,
	}) => {
		await signIn(context, "owner");
		const text =
			"Name;Serial;Groups;Channels\r\nImport probe 1;IMP-1;Outdoors;Temperature\r\nImport probe 2;IMP 1;;\r\n;IMP-3;;\r\nImport probe 4;AQ-10421;Nowhere;Foo\r\nImport probe 5;;Nowhere;Door:door\r\n";
		const dialog = await openImport(page, text);
		await dialog.getByText("4 lines with problems", { exact: true }).waitFor();
		await dialog.getByRole("checkbox", { name: "Leave these groups out" }).check();
		await dialog.getByText("3 lines with problems", { exact: true }).waitFor();
		for (const complaint of [
			"Line 2 has the same serial number.",
			"Enter a name.",
			"Another device has this serial number.",
		]) {
			await dialog.getByRole("cell", { name: complaint }).waitFor();
		}
		await dialog.getByText(/Unknown quantity “Foo”/).waitFor();
		const lines = dialog.getByRole("table").getByRole("rowheader");
		await expect.poll(() => lines.allTextContents()).toEqual(["3", "4", "5", "2", "6"]);
		await dialog.getByRole("checkbox", { name: "Only lines with problems (3)" }).check();
		await expect.poll(() => lines.allTextContents()).toEqual(["3", "4", "5"]);
		await dialog.getByRole("button", { name: "Add 2 devices" }).click();
		await dialog.getByRole("heading", { name: "2 devices added" }).waitFor();

		await dialog.getByRole("button", { name: "Close" }).last().click();
		const question = page.getByRole("alertdialog", { name: "Unsaved keys" });
		await question.waitFor();
		const keys = page.waitForEvent("download");
		await dialog.getByRole("button", { name: "Download 2 keys" }).click();
		const keyLines = (await textOf(keys)).trim().split("\r\n");
		expect(keyLines[0]).toBe("Name,Serial number,Device id,Key");
		expect(keyLines[1]).toMatch(/^Import probe 1,IMP-1,dev_\w+,aqd_/);
		expect(keyLines).toHaveLength(3);
		await question.waitFor({ state: "hidden" });
		const refused = page.waitForEvent("download");
		await dialog.getByRole("button", { name: "Download 3 lines with problems" }).click();
		const refusedLines = (await textOf(refused)).trim().split("\r\n");
		expect(refusedLines[0]).toBe("Name,Serial,Groups,Channels,error");
		expect(refusedLines[1]).toBe("Import probe 2,IMP 1,,,Serial number: Line 2 has the same serial number.");
		expect(refusedLines).toHaveLength(4);
		await dialog.getByRole("button", { name: "Close" }).last().click();
		await dialog.waitFor({ state: "hidden" });
		await openList(page, "Import probe");
		await expect.poll(() => page.getByRole("rowheader").count()).toBe(2);
	});

	test("takes a file by keyboard, after its columns were put right", async ({ page, context }) => {
		// Listens from the start: the browser opens a chooser of its own until it knows of the listener.
		const choosers: FileChooser[] = [];
		page.on("filechooser", (chooser) => choosers.push(chooser));
		await signIn(context, "owner");
		await page.goto("/devices");
		await press(page.getByRole("button", { name: "More actions" }));
		await chooseEntry(page, "Import CSV…");
		const dialog = page.getByRole("dialog", { name: "Import devices" });
		await holdsFocus(dialog);
		const sample = page.waitForEvent("download");
		await press(dialog.getByRole("button", { name: "Download a sample" }));
		expect(await textOf(sample)).toContain("Serial number");
		for (const text of ["", "Cellar,Headless probe 1\nCellar,Headless probe 2\n"]) {
			await press(dialog.getByRole("button", { name: "Choose a file" }));
			await expect.poll(() => choosers.length).toBe(1);
			await choosers.pop()?.setFiles(asFile("bare.csv", text));
			if (text === "")
				await dialog
					.getByRole("alert")
					.getByText(/This file is empty/)
					.waitFor();
		}
		await dialog.getByRole("table").waitFor();
		await expect
			.poll(() => dialog.getByRole("checkbox", { name: "The first line is a header" }).isChecked())
			.toBe(false);
		await chooseOption(dialog.getByRole("combobox", { name: "What Name holds" }), "Site");
		await chooseOption(dialog.getByRole("combobox", { name: "What Serial number holds" }), "Name");
		const add = dialog.getByRole("button", { name: "Add 2 devices" });
		await press(add);
		await dialog.getByRole("heading", { name: "2 devices added" }).waitFor();
		await page.keyboard.press("Escape");
		await page.getByRole("alertdialog", { name: "Unsaved keys" }).getByRole("button", { name: "Leave" }).click();
		await dialog.waitFor({ state: "hidden" });
		await openList(page, "Headless probe");
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
		onTestFinished(() => switchBackend("mend"));
		let calls = 0;
		await page.route("**/api/proxy/device.createDevices**", async (route) => {
			calls += 1;
			if (calls !== 2) return route.continue();
			await route.fetch();
			await switchBackend("cut");
			return route.abort("connectionreset");
		});
		await dialog.getByRole("button", { name: `Add ${count} devices` }).click();
		await dialog.getByText(/Nothing is lost: go on when you like/).waitFor();
		await dialog.getByRole("heading", { name: "250 devices added" }).waitFor();
		await dialog.getByText(/Whether 250 devices were added is not known yet/).waitFor();
		await switchBackend("mend");
		await dialog.getByRole("button", { name: "Go on with 260 devices" }).click();
		await dialog.getByRole("heading", { name: `${count} devices added` }).waitFor();
		const rows = await call<{ name: string }[]>(context, "device.getDevices", { search: "Cut probe" }, true);
		expect(new Set(rows.map(({ name }) => name)).size).toBe(count);
		expect(rows).toHaveLength(count);
		await dialog.getByRole("button", { name: `Download ${count} keys` }).click();
		await call(context, "device.archiveDevices", {
			deviceIds: (await call<{ id: string }[]>(context, "device.getDevices", { search: "Cut probe" }, true)).map(
				({ id }) => id,
			),
		});
	});
});

describe("lines that are wrong", () => {
	test("go with the rest: what is right is imported alone, the others are downloaded, and corrections ask before they go", async ({
		page,
		context,
	}) => {
		await createNewOwner(context);
		const dialog = await openImport(page, "Name,Serial\nRight,P-1\n,P-2\nTwice,P-1\n");
		await dialog.getByRole("textbox", { name: "Name, line 3" }).fill("Corrected");
		await page.keyboard.press("Enter");
		await dialog.getByRole("button", { name: "Close" }).last().click();
		const question = page.getByRole("alertdialog", { name: "Unsaved corrections" });
		await question.getByRole("button", { name: "Stay" }).click();
		const corrected = page.waitForEvent("download");
		await dialog.getByRole("button", { name: "Download corrected file" }).click();
		expect((await textOf(corrected)).trim().split("\r\n").slice(1)).toEqual([
			"Right,P-1",
			"Corrected,P-2",
			"Twice,P-1",
		]);
		await dialog.getByRole("button", { name: "Add 2 devices" }).click();
		await dialog.getByRole("heading", { name: "2 devices added" }).waitFor();
		const rest = page.waitForEvent("download");
		await dialog.getByRole("button", { name: "Download 1 line with problems" }).click();
		expect((await textOf(rest)).trim().split("\r\n").slice(1)).toEqual([
			"Twice,P-1,Serial number: Line 2 has the same serial number.",
		]);
	});
});

describe("stopping an import of devices", () => {
	const perCall = limits.devicesPerCreation;
	const stoppedInCall = 2;
	const addedCount = stoppedInCall * perCall;
	const count = addedCount + 10;
	const stoppingText = "Stopping as soon as the devices already sent are added.";
	const namesUpTo = (number: number) => Array.from({ length: number }, (_, index) => `Halted probe ${index + 1}`);

	// Uses an account of its own: so many devices would disturb other tests.
	test("keeps what was added, with its keys, says of how many that is true, and goes on with the others", async ({
		page,
		context,
	}) => {
		await createNewOwner(context);
		const dialog = await openImport(page, `Name\n${namesUpTo(count).join("\n")}\n`);
		const held = Promise.withResolvers<void>();
		const released = Promise.withResolvers<void>();
		let calls = 0;
		await page.route("**/api/proxy/device.createDevices**", async (route) => {
			calls += 1;
			if (calls === stoppedInCall) {
				held.resolve();
				await released.promise;
			}
			return route.continue();
		});
		await dialog.getByRole("button", { name: `Add ${count} devices` }).click();
		await held.promise;
		await dialog.getByText(`${perCall} of ${count}`, { exact: true }).waitFor();
		const stop = dialog.getByRole("button", { name: "Stop", exact: true });
		await press(stop);
		await dialog.getByRole("status").getByText(stoppingText, { exact: true }).waitFor();
		await expect.poll(() => stop.getAttribute("aria-disabled")).toBe("true");
		await hasFocus(stop);
		// The dialog waits for the call under way before it reports a result.
		expect(await dialog.getByRole("progressbar").isVisible()).toBe(true);
		expect(await violations(page, overlay)).toEqual([]);
		released.resolve();

		await dialog.getByRole("heading", { name: `${addedCount} devices added` }).waitFor();
		await dialog.getByText(`${count - addedCount} devices are not added yet.`, { exact: true }).waitFor();
		await holdsFocus(dialog);
		expect(calls).toBe(stoppedInCall);
		const download = page.waitForEvent("download");
		await dialog.getByRole("button", { name: `Download ${addedCount} keys` }).click();
		const keys = (await textOf(download))
			.trim()
			.split("\r\n")
			.slice(1)
			.map((line) => line.split(","));
		expect(keys.map(([name]) => name)).toEqual(namesUpTo(addedCount));
		expect(new Set(keys.map(([, , , key]) => key)).size).toBe(addedCount);
		const added = await call<{ name: string; id: string }[]>(context, "device.getDevices", undefined, true);
		const lineOf = (name = "", id = "") => `${name},${id}`;
		expect(added.map(({ name, id }) => lineOf(name, id)).sort()).toEqual(
			keys.map(([name, , id]) => lineOf(name, id)).sort(),
		);

		await dialog.getByRole("button", { name: `Go on with ${count - addedCount} devices` }).click();
		await dialog.getByRole("heading", { name: `${count} devices added` }).waitFor();
		await dialog.getByText(/not added yet/).waitFor({ state: "detached" });
		await dialog.getByText(stoppingText).waitFor({ state: "detached" });
		const all = await call<{ name: string }[]>(context, "device.getDevices", undefined, true);
		expect(all.map(({ name }) => name).sort()).toEqual(namesUpTo(count).sort());
		const every = page.waitForEvent("download");
		await dialog.getByRole("button", { name: `Download ${count} keys` }).click();
		await every;
		await dialog.getByRole("button", { name: "Close" }).last().click();
		await dialog.waitFor({ state: "hidden" });
		await page.getByText(`${count} devices`, { exact: true }).waitFor();
	});
});
