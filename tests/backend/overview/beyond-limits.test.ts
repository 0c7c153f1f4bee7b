import { describe, expect, it } from "vitest";
import type { DeviceListRow } from "../../../shared/device/device";
import type { CreateDevice } from "../../../shared/device/device-inputs";
import type { FleetOverview } from "../../../shared/overview/fleet-overview";
import { addAlert, warmRule } from "../fixtures/alert-rules";
import { accountStub, addDevice, addMember, createOwner } from "../fixtures/fleet";
import { createGroup } from "../fixtures/group-input";
import { limitChannels } from "../fixtures/limit-channels";
import { dataOf, type Person } from "../fixtures/people";
import { uploadAt } from "../fixtures/uploads";
import { workThrough } from "../fixtures/works";

const minuteMs = 60_000;

const overviewOf = async (person: Person) =>
	dataOf<FleetOverview>(await person.query("device.getOverview", { hours: 24 }));

const air = { name: "Air", quantity: "temperature", unit: "°C" } as const;

/** Reads the value every ten minutes from half an hour ago. Returns the time of the first reading. */
async function measure(owner: Person, values: Record<string, number>, changes: Partial<CreateDevice> = {}) {
	const { device, key } = await addDevice(owner, changes);
	const now = Date.now();
	const times = [30, 20, 10, 1].map((minutes) => now - minutes * minuteMs);
	const entries = times.flatMap((at) => Object.entries(values).map(([channel, value]) => ({ channel, at, value })));
	await uploadAt(key, now, entries);
	return { device, firstAt: now - 30 * minuteMs };
}

describe("values beyond a limit without an open alert", () => {
	it("counts a device that waits for its rule's delay, since when and until when", async () => {
		const { owner } = await createOwner();
		await addAlert(owner, { rule: { ...warmRule, forSeconds: 45 * 60 } });
		const { firstAt } = await measure(owner, { Air: 9.5 });
		await measure(owner, { Air: 4 }, { name: "Cold" });
		const { beyond, alerts, tiles } = await overviewOf(owner);
		expect(beyond).toEqual({ devices: 1, side: "above", since: firstAt, alertAt: firstAt + 45 * minuteMs });
		expect(alerts.open).toBe(0);
		expect(tiles?.[0]).toMatchObject({ outSince: null, reading: { value: 9.5, isOut: true } });
	});

	it("leaves a device with an open alert about the value to the alerts", async () => {
		const { owner } = await createOwner();
		await addAlert(owner, {});
		await measure(owner, { Air: 9.5 });
		const { beyond, alerts } = await overviewOf(owner);
		expect([beyond?.devices, alerts.open]).toEqual([0, 1]);
	});

	it("counts a value outside the channel's range, which has no time", async () => {
		const { id, owner } = await createOwner();
		const { device } = await measure(owner, { Air: -30 });
		await limitChannels(id, device.id, { min: -25, max: -15 });
		expect((await overviewOf(owner)).beyond).toEqual({ devices: 1, side: "below", since: null, alertAt: null });
	});

	it("counts a channel that the list of devices leaves out", async () => {
		const { id, owner } = await createOwner();
		const channels = ["One", "Two", "Three", "Four"].map((name) => ({ ...air, name }));
		const { device } = await measure(owner, { One: 5, Two: 5, Three: 5, Four: 12 }, { channels });
		await limitChannels(id, device.id, { min: 0, max: 10 });
		expect((await overviewOf(owner)).beyond).toMatchObject({ devices: 1, side: "above" });
	});

	it("hides limits of other groups' rules from a member of one group, channels beyond the list included", async () => {
		const { id, owner } = await createOwner();
		const [mine, hidden] = [await createGroup(owner, { name: "Mine" }), await createGroup(owner, { name: "Hidden" })];
		const rule = { ...warmRule, forSeconds: 45 * 60 };
		await addAlert(owner, { scope: { groupIds: [hidden.id] }, rule });
		const channels = ["One", "Two", "Three", "Four"].map((name) => ({ ...air, name }));
		const groupIds = [mine.id, hidden.id];
		const { firstAt } = await measure(owner, { One: 5, Two: 5, Three: 5, Four: 12 }, { channels, groupIds });
		const member = await addMember(id, "viewer", { groupIds: [mine.id] });
		expect((await overviewOf(owner)).beyond).toMatchObject({ devices: 1, since: firstAt });
		expect((await overviewOf(member)).beyond).toMatchObject({ devices: 0, since: null });
		await addAlert(owner, { name: "Mine too", scope: { groupIds: [mine.id] }, rule });
		expect((await overviewOf(member)).beyond?.devices).toBe(1);
	});
});

describe("the sample on the dashboard", () => {
	it("keeps the account's own rules off the sample, and the sample off the account's own devices", async () => {
		const { id, owner } = await createOwner();
		await addAlert(owner, {});
		dataOf(await owner.mutate("firstSteps.loadSample"));
		await workThrough(accountStub(id), Date.now());
		const rows = dataOf<DeviceListRow[]>(await owner.query("device.getDevices"));
		// Hall, server room and greenhouse are far above the own rule's 8 °C.
		expect(rows.flatMap(({ latest }) => latest.filter(({ isOut }) => isOut))).toEqual([]);
		const alone = await overviewOf(owner);
		expect(alone).toMatchObject({ devices: 6, sampleDevices: 0, unwatched: 0, rules: 4, beyond: { devices: 0 } });
		await measure(owner, { Air: 4 }, { name: "Own" });
		const { tiles, ...own } = await overviewOf(owner);
		expect(own).toMatchObject({ devices: 1, sampleDevices: 6, unwatched: 0, rules: 1, beyond: { devices: 0 } });
		expect(tiles?.map(({ name }) => name)).toEqual(["Own"]);
	});
});
