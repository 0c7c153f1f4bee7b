import { beforeAll, describe, expect, it } from "vitest";
import type { Device } from "../../shared/device/device";
import type { DeviceRejections } from "../../shared/ingest/device-rejections";
import { addDevice, createOwner } from "./fixtures/fleet";
import { addIntegration, ingestTo } from "./fixtures/integrations";
import { dataOf, type Person } from "./fixtures/people";
import theThingsStackUplink from "./fixtures/webhooks/the-things-stack-uplink.json";

let owner: Person;
let key: string;

beforeAll(async () => {
	({ owner } = await createOwner());
	({ key } = await addIntegration(owner));
});

async function rejectionsOf(deviceId: string): Promise<DeviceRejections | null> {
	return dataOf<Device>(await owner.query("device.getDevice", { deviceId })).refusals;
}

const other = (name: string) => ({ name, quantity: "other" as const, unit: "" });

function uplink(devEui: string, object: Record<string, unknown>): Promise<{ rejected: unknown[] }> {
	const message = { time: "2025-03-14T09:00:00Z", deviceInfo: { devEui }, object, rxInfo: [{ rssi: -102 }] };
	return ingestTo({ key, endpoint: "chirpstack?event=up", body: JSON.stringify(message) });
}

describe("a network server's message", () => {
	it("reports neither a text nor the server's own fields for a device without a channel for it", async () => {
		const { device } = await addDevice(owner, { serialNumber: "A1", channels: [other("Air")] });
		expect((await uplink("A1", { Air: 4, unit: "C", mode: "eco", gone: null, list: [1] })).rejected).toHaveLength(3);
		expect(await rejectionsOf(device.id)).toBeNull();
		const measured = ["temperature", "humidity", "door_open", "probe_1.temperature"].map(other);
		const behind = await addDevice(owner, { serialNumber: "70B3D57ED0061A2F", channels: measured });
		const sent = await ingestTo({ key, endpoint: "the-things-stack", body: JSON.stringify(theThingsStackUplink) });
		expect(sent.rejected).toHaveLength(2); // the battery and the signal
		expect(await rejectionsOf(behind.device.id)).toBeNull();
	});

	it("reports a text if the device has its channel, and a number if it has none", async () => {
		const { device } = await addDevice(owner, { serialNumber: "A2", channels: [other("Air"), other("signal")] });
		await uplink("A2", { air: "4,2", unit: "C", Nose: 7 });
		expect(await rejectionsOf(device.id)).toMatchObject({
			sent: 3,
			refused: 2,
			reasons: [
				{ reason: "bad-value", count: 1 },
				{ reason: "unknown-channel", count: 1 },
			],
			sample: { channel: "air", value: '"4,2"' },
		});
		await uplink("A2", { air: 4.2, unit: "C" });
		expect(await rejectionsOf(device.id)).toBeNull();
	});

	it("changes nothing if it holds only ignored fields", async () => {
		const { device } = await addDevice(owner, { serialNumber: "A3", channels: [other("Air")] });
		await uplink("A3", { Air: "4,2" });
		const before = await rejectionsOf(device.id);
		expect(before).toMatchObject({ sent: 1, refused: 1 });
		await uplink("A3", { unit: "C" });
		expect(await rejectionsOf(device.id)).toEqual(before);
	});
});
