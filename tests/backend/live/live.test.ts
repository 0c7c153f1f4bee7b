import { evictDurableObject, runInDurableObject } from "cloudflare:test";
import { eq } from "drizzle-orm";
import { describe, expect, it, vi } from "vitest";
import { groupDevices } from "../../../backend/db/schema";
import { LiveListener } from "../../../backend/live/live-listener";
import type { CreatedDevice } from "../../../shared/device/device-inputs";
import {
	accountStub,
	addDevice,
	addGroup,
	addMember,
	createOwner,
	inAccount,
	ingest,
	type TestAccount,
} from "../fixtures/fleet";
import { expectClosed, openPage, topicsOf, whenIdle } from "../fixtures/live-page";

const reading = (value: number) => [{ channel: "Air", at: Date.now(), value }];

async function accountWithDevice(): Promise<TestAccount & CreatedDevice> {
	const account = await createOwner();
	return { ...account, ...(await addDevice(account.owner)) };
}

describe("an invalidation", () => {
	it("reaches an open page after an upload, and names the changed topics alone", async () => {
		const { owner, key } = await accountWithDevice();
		const page = await openPage(owner);
		await ingest(key, reading(1));
		await vi.waitUntil(() => page.received.length > 0, { timeout: 10_000 });
		expect(Object.keys(JSON.parse(page.received[0] ?? ""))).toEqual(["changed"]);
		expect(topicsOf(page)[0]?.toSorted()).toEqual(["devices", "log"]);
	});

	it("reaches every page of every member of the account, and none of another", async () => {
		const { id, owner, key } = await accountWithDevice();
		const stranger = (await createOwner("Theirs")).owner;
		const pages = [await openPage(owner), await openPage(owner), await openPage(await addMember(id, "viewer"))];
		const foreign = await openPage(stranger);
		await ingest(key, reading(1));
		for (const page of pages) await vi.waitUntil(() => page.received.length > 0, { timeout: 10_000 });
		await whenIdle(foreign);
		expect(foreign.received).toEqual([]);
	});

	it("comes at most once a second, however much is uploaded, and covers the last upload too", async () => {
		const { owner, key } = await accountWithDevice();
		const page = await openPage(owner);
		const startedAt = Date.now();
		for (let value = 0; value < 20; value += 1) await ingest(key, reading(value));
		await vi.waitUntil(() => page.received.length >= 2, { timeout: 10_000 });
		await whenIdle(page);
		expect(topicsOf(page).at(-1)?.toSorted()).toEqual(["devices", "log"]);
		const secondsBegun = Math.ceil((Date.now() - startedAt) / 1_000);
		expect(page.received.length).toBeLessThanOrEqual(1 + secondsBegun);
	});

	it("comes after the object slept, by a socket it has never seen in its memory", async () => {
		const { id, owner, key } = await accountWithDevice();
		const page = await openPage(owner);
		await evictDurableObject(accountStub(id));
		await ingest(key, reading(1));
		await vi.waitUntil(() => page.received.length > 0, { timeout: 10_000 });
		expect(page.closeCode()).toBeNull();
	});

	it("informs an opening page of changes since its request, and of nothing older", async () => {
		const { owner, key } = await accountWithDevice();
		await ingest(key, reading(1));
		const [late, prompt] = [await openPage(owner, 60_000), await openPage(owner, 0)];
		await vi.waitUntil(() => late.received.length > 0, { timeout: 10_000 });
		await whenIdle(prompt);
		expect(prompt.received).toEqual([]);
	});
});

describe("the audience of a device", () => {
	it("includes pages whose groups hold the device now, and none by role alone", async () => {
		const { id, owner, device, key } = await accountWithDevice();
		const [theirs, other] = [await addGroup(id, "Theirs"), await addGroup(id, "Other")];
		await inAccount(id, (db) => db.insert(groupDevices).values({ groupId: theirs, deviceId: device.id }).run());
		const inside = await openPage(await addMember(id, "viewer", { groupIds: [theirs] }));
		const outside = await openPage(await addMember(id, "admin", { groupIds: [other] }));
		const billing = await openPage(await addMember(id, "billing"));
		const everybody = await openPage(owner);
		await ingest(key, reading(1));
		await vi.waitUntil(() => inside.received.length > 0 && everybody.received.length > 0, { timeout: 10_000 });
		for (const page of [outside, billing]) {
			await whenIdle(page);
			expect(page.received).toEqual([]);
		}

		const moved = { groupId: other };
		await inAccount(id, (db) => db.update(groupDevices).set(moved).where(eq(groupDevices.deviceId, device.id)).run());
		const known = { inside: inside.received.length, everybody: everybody.received.length };
		await ingest(key, reading(2));
		await vi.waitUntil(() => outside.received.length > 0 && everybody.received.length > known.everybody, {
			timeout: 10_000,
		});
		await whenIdle(inside);
		expect(inside.received).toHaveLength(known.inside);
	});

	it("excludes a page whose token has expired: it closes with 4401 and gets nothing", async () => {
		const { id, owner, key } = await accountWithDevice();
		const page = await openPage(owner);
		await runInDurableObject(accountStub(id), (_, state) => {
			for (const socket of state.getWebSockets()) {
				const listener = LiveListener.parse(socket.deserializeAttachment());
				expect(listener.expiresAt).toBeGreaterThan(Date.now() / 1_000 + 3_000);
				socket.serializeAttachment({ ...listener, expiresAt: Math.floor(Date.now() / 1_000) });
			}
		});
		await ingest(key, reading(1));
		await expectClosed(page, 4401);
		expect(page.received).toEqual([]);
	});
});
