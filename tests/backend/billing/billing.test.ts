import { describe, expect, it } from "vitest";
import { quotaReachedAt } from "../../../backend/billing/router";
import { BillingSummary, StorageDetails } from "../../../shared/account/billing";
import { dayMs } from "../../../shared/base/durations";
import { addDevice, addMember, createOwner, ingest } from "../fixtures/fleet";
import { dataOf } from "../fixtures/people";

it("billing.getBillingSummary counts what there is", async () => {
	const { owner, id } = await createOwner();
	await addMember(id, "viewer");
	const { key } = await addDevice(owner);
	await addDevice(owner);
	const now = Date.now();
	await ingest(
		key,
		[1, 2, 3].map((value) => ({ channel: "Air", at: now - value * 1000, value })),
	);
	const summary = dataOf<BillingSummary>(await owner.query("billing.getBillingSummary"));
	expect(BillingSummary.parse(summary)).toEqual(summary);
	const { usedBytes } = dataOf<StorageDetails>(await owner.query("billing.getStorageDetails"));
	expect(usedBytes).toBeGreaterThan(3);
	const { usage, ...plan } = summary;
	expect(plan).toEqual({ planName: "Local", status: "active", trialEndsAt: null });
	expect(usage.map(({ meter, used, included }) => ({ meter, used, included }))).toEqual([
		{ meter: "devices", used: 2, included: null },
		{ meter: "users", used: 2, included: null },
		{ meter: "storageBytes", used: usedBytes, included: 5_000_000_000 },
		...["emails", "sms", "calls", "webhooks"].map((meter) => ({ meter, used: 0, included: null })),
		{ meter: "apiCalls", used: 1, included: null },
		{ meter: "reportRuns", used: 0, included: null },
	]);
});

describe("billing.getStorageDetails", () => {
	it("returns zero for an account without readings", async () => {
		const { owner } = await createOwner();
		await addDevice(owner);
		expect(dataOf(await owner.query("billing.getStorageDetails"))).toEqual({
			usedBytes: 0,
			quotaBytes: 5_000_000_000,
			readings: 0,
			oldestReadingAt: null,
			growthBytesPerDay: 0,
			fullAt: null,
			devices: [],
		});
	});

	it("counts a reading once, however often it is sent or changed", async () => {
		const { owner } = await createOwner();
		const { device, key } = await addDevice(owner);
		const now = Date.now();
		const at = [now - 40 * dayMs, now - 1000];
		for (const value of [1, 1, 2])
			await ingest(
				key,
				at.map((time) => ({ channel: "Air", at: time, value })),
			);
		const details = dataOf<StorageDetails>(await owner.query("billing.getStorageDetails"));
		expect(StorageDetails.parse(details)).toEqual(details);
		const { usedBytes, growthBytesPerDay } = details;
		// A duplicate reading is not counted, a replacing one is.
		expect(usedBytes).toBeGreaterThan(2);
		expect(growthBytesPerDay).toBe((4 / 2) * usedBytes);
		expect(details).toMatchObject({
			readings: 2,
			oldestReadingAt: new Date(now - 40 * dayMs),
			fullAt: null,
			devices: [
				{ deviceId: device.id, name: "Freezer 1", readings: 2, usedBytes, newestReadingAt: new Date(now - 1000) },
			],
		});
	});
});

describe("the day the quota is reached", () => {
	const now = 1_800_000_000_000;
	const growth = { usedBytes: 400, quotaBytes: 1000, growthBytesPerDay: 100 };

	it("follows from today's growth", () => {
		expect(quotaReachedAt(growth, now)).toEqual(new Date(now + 6 * dayMs));
	});

	it("returns now once the quota is reached", () => {
		expect(quotaReachedAt({ ...growth, usedBytes: 2000 }, now)).toEqual(new Date(now));
	});

	it.each([0, 1e-9])("returns null at a growth of %s", (growthBytesPerDay) => {
		expect(quotaReachedAt({ ...growth, growthBytesPerDay }, now)).toBeNull();
	});
});
