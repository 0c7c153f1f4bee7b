import type { BrowserContext } from "playwright-core";
import { expect } from "vitest";
import { call } from "./device-fleet";
import { product } from "./this-product";

export type Logger = { id: string; key: string };
type Sent = { channel: string; at: number; value: number };

const twoChannels = [
	{ name: "Temperature", quantity: "temperature", unit: "°C" },
	{ name: "Humidity", quantity: "humidity", unit: "%" },
];

export async function addLogger(context: BrowserContext, name: string, extra: object = {}): Promise<Logger> {
	const device = { name, timezoneOffset: 60, timeZoneRule: 2, channels: twoChannels, ...extra };
	const { device: created, key } = await call<{ device: { id: string }; key: string }>(
		context,
		"device.createDevice",
		device,
	);
	return { id: created.id, key };
}

export async function send({ key }: Pick<Logger, "key">, readings: Sent[]): Promise<void> {
	const answer = await fetch(`${product.origin}/api/ingest/v1/readings`, {
		method: "POST",
		headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
		body: JSON.stringify({ readings }),
	});
	expect(await answer.json()).toMatchObject({ accepted: readings.length, rejected: [] });
}

export async function statusOfKey(key: string): Promise<number> {
	const answer = await fetch(`${product.origin}/api/ingest/v1/readings`, {
		method: "POST",
		headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
		body: JSON.stringify({ readings: [{ channel: "Temperature", at: Date.now(), value: 1 }] }),
	});
	await answer.body?.cancel();
	return answer.status;
}
