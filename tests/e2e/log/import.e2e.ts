import { strToU8, zipSync } from "fflate";
import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { hourMs } from "../../../shared/base/durations";
import { expectAccessible, overlay, violations } from "../accessibility";
import { asFile, call, choose, makeDevices, take } from "../device-fleet";
import { chooseEntry, holdsFocus, press, reach } from "../keys";
import { cutBackend } from "../outage/outages";
import { product } from "../this-product";
import { holdCalls, outageComplaints, signIn, switchBackend, test } from "../visitor";

/** A file of the hour before last: no reading of the demo devices has its minute and second. */
function loggerFile(rows: number, value: (index: number) => number | string) {
	const start = Math.floor(Date.now() / hourMs) * hourMs - 2 * hourMs;
	const times = Array.from({ length: rows }, (_, index) => new Date(start + index * 60_000 + 13_000).toISOString());
	const lines = times.map((time, index) => `${time};${String(value(index)).replace(".", ",")};x`);
	return ["Logger;Cooler 7", "Time;Temperature [°C];Note", ...lines, ""].join("\r\n");
}

const dialogOf = (page: Page) => page.getByRole("dialog", { name: "Import readings" });

async function openDialog(page: Page): Promise<void> {
	await page.getByRole("button", { name: "More actions" }).click();
	await page.getByRole("menuitem", { name: "Import files…" }).click();
}

describe("importing a logger's file", () => {
	test("says beside the file what is wrong with it, goes from a good one to readings in the log, and back by undo", async ({
		page,
		context,
		complaints,
	}) => {
		complaints.allow(/400/);
		await signIn(context, "owner");
		await makeDevices(context, "Cooler probe", 1);
		await page.goto("/log/");
		await openDialog(page);
		const dialog = dialogOf(page);
		const input = dialog.getByLabel("File of readings");
		await input.setInputFiles(
			asFile(
				"early.csv",
				loggerFile(1, () => 1),
			),
		);
		await dialog.getByText("Choose the device that early.csv is of.").waitFor();
		await dialog.getByRole("combobox", { name: "Device" }).fill("Cooler probe");
		await take(page.getByRole("option", { name: "Cooler probe 1", exact: true }));
		await dialog.getByRole("button", { name: "Choose another file" }).click();
		await input.setInputFiles(asFile("book.xlsx", "PK\u0003\u0004 and so on"));
		await dialog.getByRole("alert").getByText("book.xlsx: This file is damaged: it cannot be unpacked.").waitFor();
		await input.setInputFiles(
			asFile(
				"half.csv",
				loggerFile(4, (n) => (n === 2 ? "12:30" : 55)),
			),
		);
		await dialog.getByText("1 cell skipped").waitFor();
		await dialog.getByText("What is rejected and why").click();
		await dialog.getByText("Line 5, Temperature [°C]: “12:30” is not a number").waitFor();
		await expectAccessible(page, overlay);
		await page.setViewportSize({ width: 1440, height: 900 });

		await dialog.getByRole("button", { name: "Choose another file" }).click();
		await input.setInputFiles(
			asFile(
				"cooler.csv",
				loggerFile(40, (n) => 77 + n / 10),
			),
		);
		await dialog.getByRole("button", { name: "Import 40 readings" }).waitFor();
		await expect.poll(() => dialog.getByRole("combobox", { name: "Separator" }).inputValue()).toBe("Semicolon");
		await expect
			.poll(() => dialog.getByRole("combobox", { name: "Decimal sign" }).inputValue())
			.toBe("4,2 (decimal comma)");
		await dialog.getByRole("table").getByRole("cell", { name: "77.1", exact: true }).waitFor();
		const target = dialog.getByRole("combobox", { name: "Channel for Temperature [°C]" });
		const channel = await target.inputValue();
		await choose(page, target, "Ignore");
		await dialog.getByText("0 new readings").waitFor();
		await expect.poll(() => dialog.getByRole("button", { name: "Import 0 readings" }).isDisabled()).toBe(true);
		await choose(page, target, channel);
		await dialog.getByRole("button", { name: "Import 40 readings" }).click();
		await dialog.waitFor({ state: "hidden" });
		await page.getByText("Imported 40 readings from cooler.csv.").waitFor();

		await page.goto("/log/?range=day");
		await page
			.getByText(/^Imported 40 readings from cooler\.csv by/)
			.first()
			.waitFor();
		expect(await page.getByText(/^Imported 40 .* by Maria Oliveira.*Maria Oliveira/).count()).toBe(0);
		await openDialog(page);
		await dialog.getByText(/^40 readings into Cooler probe 1 by/).waitFor();
		expect(await violations(page, overlay)).toEqual([]);
		await dialog.getByRole("button", { name: "Undo the import of cooler.csv" }).click();
		await dialog.getByRole("button", { name: /^Remove \d+ readings$/ }).click();
		await dialog.getByText("Undone", { exact: true }).waitFor();
		await page.getByText("The import of cooler.csv is undone: 40 readings removed.").waitFor();
	});

	test("works by keyboard alone, and offers to undo at once", async ({ page, context }) => {
		// Listens from the start: the browser opens a chooser of its own until it knows of the listener.
		const chooser = page.waitForEvent("filechooser", { timeout: 0 });
		await signIn(context, "owner");
		await makeDevices(context, "Keyboard probe", 1);
		await page.goto("/log/");
		await press(page.getByRole("button", { name: "More actions" }));
		await chooseEntry(page, "Import files…");
		const dialog = dialogOf(page);
		await holdsFocus(dialog);
		await reach(dialog.getByRole("combobox", { name: "Device" }));
		await page.keyboard.type("Keyboard probe 1");
		await page.getByRole("option", { name: "Keyboard probe 1", exact: true }).waitFor();
		await page.keyboard.press("ArrowDown");
		await page.keyboard.press("Enter");
		await page.getByRole("listbox").waitFor({ state: "hidden" });
		await page.keyboard.press("Tab");
		await page.waitForFunction(() => document.activeElement?.textContent === "Choose files");
		await expect.poll(() => dialog.getByRole("combobox", { name: "Device" }).inputValue()).toBe("Keyboard probe 1");
		await page.keyboard.press("Enter");
		await (await chooser).setFiles(
			asFile(
				"keys.csv",
				loggerFile(3, () => 66),
			),
		);
		const button = dialog.getByRole("button", { name: "Import 3 readings" });
		await press(button);
		await page.getByRole("button", { name: "Undo", exact: true }).click();
		await page.getByText("The import of keys.csv is undone: 3 readings removed.").waitFor();
	});

	test("asks once for the order of ambiguous dates, and reads the next file of its header so", async ({
		page,
		context,
	}) => {
		await signIn(context, "owner");
		const [deviceId] = await makeDevices(context, "Dated probe", 1);
		await page.goto(`/log/?device=${deviceId}`);
		const dialog = dialogOf(page);
		const send = async (name: string, day: string) => {
			await openDialog(page);
			const rows = [`${day}/2021 10:00;4,5`, `${day}/2021 10:15;4,6`];
			const file = asFile(name, ["Logger time;Temperature [°C]", ...rows, ""].join("\n"));
			await dialog.getByLabel("File of readings").setInputFiles(file);
		};
		await send("barn-0408.csv", "04/08");
		await press(dialog.getByRole("radio", { name: "April 8, 2021 (month first)" }), " ");
		await dialog.getByRole("heading", { name: "Answered about this file" }).waitFor();
		await expect.poll(() => dialog.getByRole("textbox", { name: "Name of this format" }).inputValue()).toBe("barn");
		await dialog.getByRole("textbox", { name: "Name of this format" }).fill("Barn logger");
		await press(dialog.getByRole("button", { name: "Import 2 readings" }));
		await dialog.waitFor({ state: "hidden" });

		await send("barn-0506.csv", "05/06");
		await dialog.getByText("Read as: Barn logger").waitFor();
		await dialog.getByText(/^From May 06, 2021/).waitFor();
		await dialog.getByRole("button", { name: "Import 2 readings" }).waitFor();
		await press(dialog.getByRole("button", { name: "Rename", exact: true }));
		await page.keyboard.type(" two");
		await page.keyboard.press("Enter");
		await dialog.getByText("Read as: Barn logger two").waitFor();
		await expectAccessible(page, overlay);
		await press(dialog.getByRole("button", { name: "Do not use" }));
		await dialog.getByText("Answer the open question first.").waitFor();
		expect(await dialog.getByText(/^Read as/).count()).toBe(0);
	});

	test("asks whether a logger keeps winter time all year, and imports its rows by that", async ({ page, context }) => {
		await signIn(context, "owner");
		const [deviceId] = await makeDevices(context, "Winter probe", 1);
		await page.goto(`/log/?device=${deviceId}`);
		const dialog = dialogOf(page);
		const zone = dialog.getByRole("combobox", { name: "Time zone" });
		await openDialog(page);
		const times = ["01:00", "01:30", "02:00", "02:30", "03:00", "03:30", "04:00"];
		const lines = ["Winter time;Temperature [°C]", ...times.map((time) => `30.03.2025 ${time};4,5`), ""];
		await dialog.getByLabel("File of readings").setInputFiles(asFile("silo.csv", lines.join("\n")));
		await dialog.getByRole("button", { name: "Import 7 readings" }).waitFor();
		await zone.fill("Europe/Berlin");
		await take(page.getByRole("option", { name: "Europe/Berlin", exact: true }));
		await dialog.getByText(/^Line 4: March 30, 2025, 02:00 cannot exist in Europe\/Berlin/).waitFor();
		await dialog.getByText("Answer the open question first.").waitFor();
		await expectAccessible(page, overlay);
		await press(dialog.getByRole("radio", { name: "Winter time all year, UTC+01:00" }), " ");
		await dialog.getByRole("button", { name: "Import 7 readings" }).waitFor();
		await expect.poll(() => zone.inputValue()).toBe("UTC+01:00 all year");
		await dialog.getByRole("textbox", { name: "Name of this format" }).fill("Silo logger");
		await press(dialog.getByRole("button", { name: "Import 7 readings" }));
		await dialog.waitFor({ state: "hidden" });
	});

	test("imports five files and archives at once, keeps going past a bad one and an outage, and undoes all", async ({
		page,
		context,
		complaints,
	}) => {
		complaints.allow(outageComplaints);
		await signIn(context, "owner");
		const channels = [{ name: "Temperature", quantity: "temperature", unit: "°C" }];
		const devices = ["BP-7700", "BP-7701"].map((serialNumber, index) => {
			return { name: `Batch probe ${index + 1}`, serialNumber, timezoneOffset: 0, timeZoneRule: 2, channels };
		});
		await call(context, "device.createDevices", { devices });
		await page.goto("/log/");
		await openDialog(page);
		const dialog = dialogOf(page);
		const dated = (day: string) => ["Read at;Temperature [°C]", `${day}/2021 10:00;4,5`, ""].join("\n");
		const packed = {
			"north/BP-7701 march.csv": strToU8(loggerFile(4, () => 12)),
			"__MACOSX/north/._BP-7701 march.csv": strToU8("x"),
		};
		await dialog.getByLabel("File of readings").setInputFiles([
			asFile(
				"BP-7700.csv",
				loggerFile(3, () => 11),
			),
			asFile("bp7700 dated.csv", dated("04/08")),
			asFile("bp7701 dated.csv", dated("05/06")),
			asFile("report.csv", "%PDF-1.7"),
			{ name: "north.zip", mimeType: "application/zip", buffer: Buffer.from(zipSync(packed)) },
		]);
		const row = (name: string) => dialog.getByRole("row", { name });
		await row("BP-7700.csv").getByText("3 new readings").waitFor();
		expect(await row("BP-7701 march.csv in north.zip").getByRole("combobox").inputValue()).toBe("Batch probe 2");
		await row("report.csv").getByText("This is a PDF, not a table. Export the readings as CSV.").waitFor();
		await dialog.getByRole("button", { name: "Import 2 files" }).waitFor();
		await press(dialog.getByRole("radio", { name: "April 8, 2021 (month first)" }), " ");
		await row("bp7701 dated.csv").getByText("May 06, 2021", { exact: false }).waitFor();
		await expectAccessible(page, overlay);

		await cutBackend();
		await dialog.getByRole("button", { name: "Import 4 files" }).click();
		await row("BP-7700.csv")
			.getByText(/^Waiting for AQLCloud/)
			.waitFor();
		await switchBackend("mend");
		await dialog.getByText("Imported 9 readings from 4 files. 1 file not imported.").waitFor();
		const release = await holdCalls(page, /\/api\/proxy\/(?!log\.undoImportBatch)/);
		await dialog.getByRole("button", { name: "Undo all 4 imports" }).click();
		await page.getByText("4 imports undone: 9 readings removed.").waitFor();
		await expect.poll(() => dialog.getByText("Undone", { exact: true }).count()).toBe(4);
		release();
	});

	test("says that it goes on where the dialog is closed meanwhile, and leaves another file's dialog open", async ({
		page,
		context,
	}) => {
		await signIn(context, "owner");
		const deviceIds = await makeDevices(context, "Left probe", 1);
		await page.goto(`/log/?device=${deviceIds[0]}`);
		const released = Promise.withResolvers<void>();
		await page.route("**/api/proxy/log.importReadings**", async (route) => {
			await released.promise;
			return route.continue();
		});
		const dialog = dialogOf(page);
		await openDialog(page);
		const file = asFile(
			"left.csv",
			loggerFile(2, () => 44),
		);
		await dialog.getByLabel("File of readings").setInputFiles(file);
		await dialog.getByRole("button", { name: "Import 2 readings" }).click();
		await dialog
			.getByRole("status")
			.getByText(/^Importing 2 readings\. It continues if you leave/)
			.waitFor();
		await dialog.getByRole("button", { name: "Close", exact: true }).last().click();
		await dialog.waitFor({ state: "hidden" });
		await openDialog(page);
		await dialog.getByLabel("File of readings").setInputFiles(file);
		await dialog.getByRole("button", { name: "Import 2 readings" }).waitFor();
		released.resolve();
		await page.getByText("Imported 2 readings from left.csv.").waitFor();
		// Waits until nothing moves: a closing dialog stays for a moment.
		expect(await violations(page, overlay)).toEqual([]);
		expect(await dialog.getByText("left.csv").isVisible()).toBe(true);
	});

	test("takes the device from a list that stays in place on a phone", async ({ browser, context, onTestFinished }) => {
		await signIn(context, "owner");
		await makeDevices(context, "Touched probe", 1);
		const phone = await browser.newContext({
			baseURL: product.origin,
			viewport: { width: 390, height: 844 },
			hasTouch: true,
			isMobile: true,
		});
		onTestFinished(() => phone.close());
		await signIn(phone, "owner");
		const page = await phone.newPage();
		await page.goto("/log/");
		await page.getByRole("button", { name: "More controls" }).tap();
		await page.getByRole("button", { name: "More actions" }).tap();
		await page.getByRole("menuitem", { name: "Import files…" }).tap();
		const device = dialogOf(page).getByRole("combobox", { name: "Device" });
		await device.tap();
		await device.pressSequentially("Touched");
		await page.getByRole("option", { name: "Touched probe 1" }).tap();
		await expect.poll(() => device.inputValue()).toBe("Touched probe 1");
		expect(await page.evaluate(() => window.innerWidth)).toBe(390);
	});
});
