import { describe, expect } from "vitest";
import { violations } from "../accessibility";
import { call } from "../device-fleet";
import { groupRow, makeGroup } from "../group-calls";
import { product } from "../this-product";
import { testAsOwner as test } from "../visitor";

const names = ["Told logger 1", "Told logger 2"];

describe("the list of groups", () => {
	test("tells how the devices of each are, and leads to those that need something", async ({ page, context }) => {
		const channels = [{ name: "Battery", quantity: "battery", unit: "%" }];
		const devices = names.map((name) => ({ name, timezoneOffset: 0, timeZoneRule: 2, channels }));
		const [{ key } = { key: "" }] = await call<{ key: string }[]>(context, "device.createDevices", { devices });
		const sent = await fetch(`${product.origin}/api/ingest/v1/readings`, {
			method: "POST",
			headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
			body: JSON.stringify({ readings: [{ channel: "Battery", at: Date.now() - 1_000, value: 17 }] }),
		});
		expect(await sent.json()).toMatchObject({ accepted: 1 });
		const group = await makeGroup(page, "Told group", names);

		await page.goto("/groups/?q=told");
		const row = groupRow(page, "Told group");
		await row.getByRole("cell", { name: "1 never reported" }).waitFor();
		await row.getByRole("cell", { name: /ago$/ }).waitFor();
		expect(await violations(page)).toEqual([]);
		await page.getByRole("columnheader", { name: "Low battery" }).waitFor();
		await row.getByRole("link", { name: "1", exact: true }).click();
		await page.waitForURL(new RegExp(`/devices/?\\?group=${group.id}&battery=20$`));
		await page.getByRole("rowheader", { name: "Told logger 1" }).waitFor();
		await expect.poll(() => page.getByRole("rowheader").count()).toBe(1);
		// What the list of groups calls low, the list of devices marks.
		await page.getByRole("cell", { name: "Low 17 %" }).waitFor();
	});
});
