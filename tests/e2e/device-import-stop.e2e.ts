import type { BrowserContext } from "playwright-core";
import { describe, expect } from "vitest";
import { limits } from "../../shared/limits";
import { violations } from "./accessibility";
import { call, openImport, textOf } from "./device-fleet";
import { createNewOwner } from "./identity/new-person";
import { hasFocus, press } from "./keys";
import { test } from "./visitor";

const callsOfAll = 10;
const stoppedInCall = 5;
const count = callsOfAll * limits.devicesPerCreation;
const addedCount = stoppedInCall * limits.devicesPerCreation;
const stoppingWords = "Stopping as soon as the devices already sent are added.";
const inWords = (number: number) => number.toLocaleString("en-US");
const namesUpTo = (number: number) => Array.from({ length: number }, (_, index) => `Halted probe ${index + 1}`);
const lineOf = ({ name, id }: { name: string; id: string }) => `${name},${id}`;

async function devicesOf(context: BrowserContext): Promise<string[]> {
	const rows = await call<{ name: string; id: string }[]>(context, "device.getDevices", undefined, true);
	return rows.map(lineOf).sort();
}

describe("stopping an import of devices", () => {
	// In an account of its own: so many devices would be in the way of everything else.
	test("keeps what was added, with its keys, and says of how many that is true", async ({ page, context }) => {
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
		await dialog.getByRole("button", { name: `Add ${inWords(count)} devices` }).click();
		await held.promise;
		const beforeCall = addedCount - limits.devicesPerCreation;
		await dialog.getByText(`${inWords(beforeCall)} of ${inWords(count)}`, { exact: true }).waitFor();
		const stop = dialog.getByRole("button", { name: "Stop", exact: true });
		await stop.click();
		await dialog.getByRole("status").getByText(stoppingWords, { exact: true }).waitFor();
		await expect.poll(() => stop.getAttribute("aria-disabled")).toBe("true");
		// The call under way is waited for: nothing is said before it is known what became of it.
		expect(await dialog.getByRole("progressbar").isVisible()).toBe(true);
		released.resolve();

		await dialog.getByRole("heading", { name: `${inWords(addedCount)} devices added` }).waitFor();
		await dialog.getByText(`${inWords(count - addedCount)} devices are not added yet.`, { exact: true }).waitFor();
		expect(calls).toBe(stoppedInCall);
		const download = page.waitForEvent("download");
		await dialog.getByRole("button", { name: `Download ${inWords(addedCount)} keys` }).click();
		const keys = (await textOf(download))
			.trim()
			.split("\r\n")
			.slice(1)
			.map((line) => line.split(","));
		expect(keys.map(([name]) => name)).toEqual(namesUpTo(addedCount));
		expect(new Set(keys.map(([, , , key]) => key)).size).toBe(addedCount);
		expect(await devicesOf(context)).toEqual(keys.map(([name = "", , id = ""]) => lineOf({ name, id })).sort());

		await dialog.getByRole("button", { name: `Go on with ${inWords(count - addedCount)} devices` }).waitFor();
		await dialog.getByRole("button", { name: "Close" }).last().click();
		await dialog.waitFor({ state: "hidden" });
		await page.getByText(`${inWords(addedCount)} devices`, { exact: true }).waitFor();
	});

	test("goes on with the lines that are left, and adds none twice", async ({ page, context }) => {
		await createNewOwner(context);
		const few = 2 * limits.devicesPerCreation + 10;
		const dialog = await openImport(page, `Name\n${namesUpTo(few).join("\n")}\n`);
		const held = Promise.withResolvers<void>();
		const released = Promise.withResolvers<void>();
		await page.route(
			"**/api/proxy/device.createDevices**",
			async (route) => {
				held.resolve();
				await released.promise;
				return route.continue();
			},
			{ times: 1 },
		);
		await dialog.getByRole("button", { name: `Add ${few} devices` }).click();
		await held.promise;
		const stop = dialog.getByRole("button", { name: "Stop", exact: true });
		await press(stop);
		await dialog.getByText(stoppingWords, { exact: true }).waitFor();
		await hasFocus(stop);
		expect(await violations(page)).toEqual([]);
		released.resolve();
		await dialog.getByRole("heading", { name: "250 devices added" }).waitFor();
		await dialog.getByText("260 devices are not added yet.", { exact: true }).waitFor();
		await page.waitForFunction(() => document.activeElement?.closest('[role="dialog"]'));
		await dialog.getByRole("button", { name: "Go on with 260 devices" }).click();
		await dialog.getByRole("heading", { name: `${few} devices added` }).waitFor();
		await dialog.getByText(/not added yet/).waitFor({ state: "detached" });
		await dialog.getByText(stoppingWords).waitFor({ state: "detached" });
		const names = (await devicesOf(context)).map((line) => line.split(",")[0] ?? "");
		expect(names.sort()).toEqual(namesUpTo(few).sort());
		await dialog.getByRole("button", { name: `Download ${few} keys` }).waitFor();
	});
});
