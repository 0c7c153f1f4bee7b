import { describe, expect } from "vitest";
import { expectAccessible } from "../accessibility";
import { call, wholeDevice } from "../device-fleet";
import { addLogger } from "../device-logger";
import { product } from "../this-product";
import { testAsOwner as test } from "../visitor";

type Channel = { id: string; name: string; value: number | null };

async function post(key: string, body: object): Promise<number> {
	const answer = await fetch(`${product.origin}/api/ingest/v1/chirpstack?event=up`, {
		method: "POST",
		headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
		body: JSON.stringify(body),
	});
	await answer.body?.cancel();
	return answer.status;
}

describe("the last messages of an integration", () => {
	test("say what became of each; one is read again once its channel is there, and its reading is stored", async ({
		page,
		context,
	}) => {
		const name = `Site server ${Math.random().toString(36).slice(2, 8)}`;
		const { key } = await call<{ key: string }>(context, "account.createIntegrationKey", {
			name,
			isCreatingDevices: false,
		});
		const devEui = `e2e${Math.random().toString(16).slice(2, 10)}`;
		const logger = await addLogger(context, "Read again cellar", { serialNumber: devEui });
		const frame = { deviceInfo: { devEui }, devAddr: "00000001", fCnt: 7, data: "AAE=" };
		const time = new Date().toISOString();
		expect(await post(key, { ...frame, time, object: { Temperature: 4, Pressure: 1013, bins: [1, 2] } })).toBe(200);
		expect(await post(key, { devEUI: "ABN6EAAAJwo=", object: { temperature: 21.5 } })).toBe(400);

		await page.goto("/log");
		await page.getByRole("button", { name: "More actions" }).click();
		await page.getByRole("menuitem", { name: /^Connect devices and network servers/ }).click();
		const dialog = page.getByRole("dialog");
		await dialog.getByRole("button", { name: `Messages of ${name}`, exact: true }).click();
		const rows = dialog.getByRole("list", { name: `Last messages of ${name}` }).getByRole("listitem");
		await rows
			.filter({ hasText: "Rejected" })
			.getByText(/ChirpStack version 3/)
			.waitFor();
		const partly = rows.filter({ hasText: devEui });
		await partly.getByText("1 reading rejected: the channel does not exist (Pressure).").waitFor();
		await partly.getByText("bins is a list: not understood.").waitFor();
		await partly.getByRole("button", { name: "Show message" }).click();
		await partly.getByText('"Pressure": 1013').waitFor();
		await expectAccessible(page, "[role=dialog]");

		const device = await wholeDevice(context, logger.id);
		const { channels } = device as unknown as { channels: Channel[] }; // as the call of the form has them
		const pressure = { name: "Pressure", quantity: "pressure", unit: "hPa", decimals: 1, min: null, max: null };
		await call(context, "device.updateDevice", { ...device, deviceId: logger.id, channels: [...channels, pressure] });
		await partly.getByRole("button", { name: "Read again" }).click();
		await page.getByText("1 reading stored from the message.").waitFor();
		await partly.getByText("1 new reading.").waitFor();
		await partly.getByText("rejected").waitFor({ state: "detached" });

		await page.goto(`/devices/${logger.id}`);
		await page.getByRole("region", { name: "Not stored" }).getByText("bins is a list: not understood.").waitFor();
		await page.getByText("1,013.0 hPa").first().waitFor();
	});
});
