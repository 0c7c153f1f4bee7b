import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { call, openImport, textOf } from "./device-fleet";
import { signIn, test } from "./visitor";

const noRoom = "An account has at most 10,000 devices from files.";

type Batch = { 0: { json: { devices: unknown[] } } };
type Answers = { result: { data: { json: unknown[] } } }[];

/** The account has room for so many devices more. Filling it with ten thousand would take a minute of every run. */
async function leaveRoomFor(page: Page, room: number): Promise<void> {
	await page.route("**/api/proxy/device.createDevices**", async (route) => {
		const batch: Batch = route.request().postDataJSON();
		const { devices } = batch[0].json;
		const postData = JSON.stringify({ 0: { json: { devices: devices.slice(0, room) } } });
		const response = await route.fetch({ postData });
		const [answer]: Answers = await response.json();
		if (!answer) throw new Error("No answer");
		answer.result.data.json.push(...devices.slice(room).map(() => ({ fields: { "": noRoom } })));
		return route.fulfill({ response, json: [answer] });
	});
}

describe("a file of devices at the limit of an account", () => {
	test("adds as many as fit, and says so at each of the other lines", async ({ page, context }) => {
		await signIn(context, "owner");
		await leaveRoomFor(page, 2);
		const dialog = await openImport(page, "Name,Serial\nFits 1,LIM-1\nFits 2,LIM-2\nSpare 1,LIM-3\nSpare 2,LIM-4\n");
		await dialog.getByRole("button", { name: "Add 4 devices" }).click();
		await dialog.getByRole("heading", { name: "2 devices added" }).waitFor();
		await dialog.getByText("2 lines with errors").waitFor();
		for (const name of ["Spare 1", "Spare 2"]) {
			await dialog.getByRole("cell", { name: `${name} ${noRoom}`, exact: true }).waitFor();
		}
		// The same lines would be refused again.
		expect(await dialog.getByRole("button", { name: /^(Add|Go on with)/ }).count()).toBe(0);
		const refused = page.waitForEvent("download");
		await dialog.getByRole("button", { name: "Download 2 refused lines" }).click();
		expect((await textOf(refused)).trim().split("\r\n")).toEqual([
			"Name,Serial,error",
			`Spare 1,LIM-3,"${noRoom}"`,
			`Spare 2,LIM-4,"${noRoom}"`,
		]);
		const added = await call<{ id: string; name: string }[]>(context, "device.getDevices", { search: "LIM-" }, true);
		expect(added.map(({ name }) => name).sort()).toEqual(["Fits 1", "Fits 2"]);
		await call(context, "device.archiveDevices", { deviceIds: added.map(({ id }) => id) });
	});
});
