import { runInDurableObject } from "cloudflare:test";
import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import type { AccountDb } from "../../../backend/base/context";
import { devices, logEvents, retentionShortenings } from "../../../backend/db/schema";
import { createSettling } from "../../../backend/storage/settle-retention";
import { accountStub, addDevice, addDeviceCopies, createOwner, ingest } from "../fixtures/fleet";
import { partsOf } from "../fixtures/works";

const copies = 119;

async function unsettled(db: AccountDb): Promise<number> {
	return copies + 1 - (await db.$count(devices, eq(devices.settledDays, 30)));
}

async function shorten(act: (db: AccountDb, settle: (next: () => Promise<void>) => Promise<void>) => Promise<void>) {
	const { id, owner } = await createOwner();
	const { key } = await addDevice(owner);
	await ingest(key, [{ channel: "Air", at: Date.now(), value: 4 }]);
	await runInDurableObject(accountStub(id), async (object, { storage }) => {
		const store = partsOf(object);
		addDeviceCopies(storage.sql, copies);
		store.db.update(devices).set({ retentionDays: 30 }).run();
		await act(
			store.db,
			(next) =>
				new Promise((resolve) =>
					createSettling(
						{ next },
						() => store,
						async () => resolve(),
					).look(),
				),
		);
	});
}

it("settles the retention of many devices in slices, the first at once", async () => {
	await shorten(async (db, settle) => {
		const left: number[] = [];
		await settle(async () => void left.push(await unsettled(db)));
		expect([left, await unsettled(db)]).toEqual([[70, 20], 0]);
		const waiting = await db.$count(retentionShortenings);
		const said = db.select({ text: logEvents.text }).from(logEvents).all();
		expect([waiting, said.filter(({ text }) => text.startsWith("Readings are kept for 30 days")).length]).toEqual([
			1, 1,
		]);
	});
});

it("goes on after the next write where the object ended in between", async () => {
	await shorten(async (db, settle) => {
		void settle(() => new Promise(() => {}));
		expect(await unsettled(db)).toBe(70);
		await settle(async () => {});
		expect(await unsettled(db)).toBe(0);
	});
});

it("settles what changes after the last slice, too", async () => {
	const { id, owner } = await createOwner();
	await addDevice(owner);
	await runInDurableObject(accountStub(id), async (object, { storage }) => {
		const store = partsOf(object);
		addDeviceCopies(storage.sql, copies);
		const ends: (() => void)[] = [];
		const settling = createSettling(
			{ next: async () => {} },
			() => store,
			async () => ends.shift()?.(),
		);
		for (const retentionDays of [30, 20]) {
			store.db.update(devices).set({ retentionDays }).run();
			await new Promise<void>((resolve) => {
				ends.push(resolve);
				settling.look();
			});
			expect(await store.db.$count(devices, eq(devices.settledDays, retentionDays))).toBe(copies + 1);
		}
	});
});
