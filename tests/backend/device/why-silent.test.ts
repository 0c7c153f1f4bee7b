import { beforeAll, describe, expect, it } from "vitest";
import { silenceReasons } from "../../../backend/device/status/silence-reasons";
import { dayMs, hourMs, minuteMs } from "../../../shared/base/durations";
import type { Device } from "../../../shared/device/device";
import { addDevice, addGroup, addMember, createOwner, postReadings, type TestAccount } from "../fixtures/fleet";
import { dataOf, type Person, send } from "../fixtures/people";
import { silences } from "../fixtures/silences";
import { uploadAt } from "../fixtures/uploads";

describe("the reasons for a silence", () => {
	it.each(silences)("names what a person sees in $title", ({ facts, expected }) => {
		const reasons = silenceReasons(facts);
		expect(reasons.map(({ text }) => text)).toEqual(expected);
		for (const { advice } of reasons) expect(advice).toMatch(/^[A-Z].*\.$/);
	});
});

describe("an offline device of an account", () => {
	let account: TestAccount;
	const channels = [
		{ name: "Air", quantity: "temperature" as const, unit: "°C" },
		{ name: "Battery", quantity: "battery" as const, unit: "%" },
		{ name: "Signal", quantity: "signal" as const, unit: "dBm" },
	];
	const lastAt = Date.now() - 5 * hourMs;

	beforeAll(async () => {
		account = await createOwner();
	});

	const reasonsOf = async (person: Person, deviceId: string) =>
		dataOf<Device>(await person.query("device.getDevice", { deviceId })).whySilent;
	const textsOf = async (person: Person, deviceId: string) =>
		(await reasonsOf(person, deviceId))?.map(({ text }) => text);
	const air = (at: number) => ({ channel: "Air", at, value: 4 });

	it("returns reasons from its readings, log, key and rejected uploads, in their order", async () => {
		const { device, key } = await addDevice(account.owner, { channels, uploadIntervalSeconds: 3_600 });
		const nights = [7, 6, 5].map((days) => lastAt - days * dayMs);
		for (const at of nights) {
			await uploadAt(key, at, [air(at)]);
			await uploadAt(key, at + 8 * hourMs, [air(at + 8 * hourMs)]);
		}
		for (const [index, dBm] of [-94, -95, -96, -117, -118, -116].entries()) {
			const at = lastAt - (5 - index) * hourMs;
			const battery = { channel: "Battery", at, value: 60 - 10 * index };
			await uploadAt(key, at, [air(at), battery, { channel: "Signal", at, value: dBm }]);
		}
		const refused = await send("/api/ingest/v1/readings", {
			method: "POST",
			headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
			body: "{",
		});
		expect(refused.status).toBe(400);
		await account.owner.mutate("device.rotateDeviceKey", { deviceId: device.id, graceSeconds: 0 });
		expect(await textsOf(account.owner, device.id)).toEqual([
			"The battery fell from 60 % to 10 % within 48 h before its last upload.",
			"It sends, but its uploads are refused, the newest 5 h after its last good one: the body cannot be read.",
			"Its key was replaced 5 h after its last upload, and the new key was never used.",
			expect.stringMatching(
				/^It was silent \d times in the 30 days before, for 8 h to 16 h, and came back each time\.$/,
			),
			"The signal fell by 22 dB before its last upload, from −95 dBm to −117 dBm.",
		]);
	});

	it("counts only the neighbours that the reader sees, and names none", async () => {
		const groupId = await addGroup(account.id, "Cellars");
		const add = (name: string, site: string, groupIds: string[] = []) =>
			addDevice(account.owner, { name, site, groupIds });
		const own = await add("Own cellar", "Denver", [groupId]);
		const seen = await add("Seen cellar", "Denver", [groupId]);
		const hidden = await add("Hidden attic", "Denver");
		const elsewhere = await add("Far cellar", "Boulder", [groupId]);
		for (const { key } of [own, hidden, elsewhere]) await uploadAt(key, lastAt, [air(lastAt)]);
		await uploadAt(seen.key, Date.now() - minuteMs, [air(Date.now() - minuteMs)]);
		const scoped = await addMember(account.id, "viewer", { groupIds: [groupId] });
		expect(await textsOf(account.owner, own.device.id)).toEqual([
			"2 of 3 devices of the site “Denver”, with this one, went silent within 2 minutes.",
		]);
		expect(await reasonsOf(scoped, own.device.id)).toEqual([]);
		expect(await reasonsOf(scoped, elsewhere.device.id)).toEqual([]);
	});

	it("prefers the gateway of a custom field to the site", async () => {
		const metadata = { Gateway: "GW-7" };
		const one = await addDevice(account.owner, { name: "Roof 1", site: "Golden", metadata });
		const other = await addDevice(account.owner, { name: "Roof 2", site: "Golden", metadata });
		const third = await addDevice(account.owner, { name: "Roof 3", site: "Golden" });
		for (const { key } of [one, other, third]) await uploadAt(key, lastAt, [air(lastAt)]);
		expect(await textsOf(account.owner, one.device.id)).toEqual([
			"2 of 2 devices of the gateway “GW-7”, with this one, went silent within 2 minutes.",
		]);
	});

	it("returns none while it sends, and an empty list if no fact speaks", async () => {
		const { device, key } = await addDevice(account.owner, { channels });
		await uploadAt(key, lastAt, [air(lastAt)]);
		expect(await reasonsOf(account.owner, device.id)).toEqual([]);
		expect((await postReadings(key, [air(Date.now())])).status).toBe(200);
		expect(await reasonsOf(account.owner, device.id)).toBeUndefined();
	});
});
