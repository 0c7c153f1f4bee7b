import { describe, expect } from "vitest";
import { violations } from "./accessibility";
import { call, wholeDevice } from "./device-fleet";
import { product } from "./this-product";
import { signIn, test } from "./visitor";

type Created = { device: { id: string }; key: string };

describe("a reading that is out of its channel's limits", () => {
	test("says so in the log, wide and long, and others do not", async ({ page, context }) => {
		await signIn(context, "owner");
		const channels = [{ name: "Air", quantity: "temperature", unit: "°C" }];
		const logger = { name: "Limited logger", timezoneOffset: 0, timeZoneRule: 2, channels };
		const { device, key } = await call<Created>(context, "device.createDevice", logger);
		const { version, channels: made } = (await wholeDevice(context, device.id)) as unknown as {
			version: number;
			channels: { id: string }[];
		};
		const limited = [{ ...channels[0], id: made[0]?.id, decimals: 1, min: 2, max: 8 }];
		await call(context, "device.updateDevice", { deviceId: device.id, version, channels: limited });
		const at = Date.now() - 60_000;
		const sent = await fetch(`${product.origin}/api/ingest/v1/readings`, {
			method: "POST",
			headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
			body: JSON.stringify({ readings: [9.5, 5, 1.5].map((value, i) => ({ channel: "Air", at: at - i, value })) }),
		});
		expect(await sent.json()).toMatchObject({ accepted: 3 });
		for (const form of ["wide", "long"]) {
			await page.goto(`/log/?device=${device.id}&form=${form}`);
			await page.getByRole("cell", { name: "Above 8.0 °C 9.5 °C" }).waitFor();
			await page.getByRole("cell", { name: "Below 2.0 °C 1.5 °C" }).waitFor();
			await page.getByRole("cell", { name: "5.0 °C", exact: true }).waitFor();
		}
		expect(await violations(page)).toEqual([]);
	});
});
