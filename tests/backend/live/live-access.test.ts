import { runInDurableObject } from "cloudflare:test";
import { eq } from "drizzle-orm";
import { describe, expect, it, vi } from "vitest";
import { groupDevices, users } from "../../../backend/db/schema";
import type { User, UserSession } from "../../../shared/account/account";
import { accountStub, addDevice, addGroup, addMember, createOwner, inAccount, ingest } from "../fixtures/fleet";
import { expectClosed, handshake, openPage, whenIdle } from "../fixtures/live-page";
import { takeLogs } from "../fixtures/logs";
import { createPerson, dataOf, type Person, send } from "../fixtures/people";

function otherBrowserOf(person: Person): Promise<Person> {
	const claims = { origin_jti: crypto.randomUUID(), auth_time: Math.floor(Date.now() / 1_000) - 60 };
	return createPerson({ sub: person.sub, email: person.email, claims });
}

const openSockets = (state: DurableObjectState) =>
	state.getWebSockets().filter(({ readyState }) => readyState === WebSocket.OPEN).length;

describe("the handshake", () => {
	it.for([
		["no token", {}, 401],
		["a forged token", { authorization: "Bearer a.b.c" }, 401],
	] as const)("with %s opens nothing", async ([, headers, status], { expect }) => {
		const response = await handshake({ headers: new Headers(headers) });
		expect([response.status, response.webSocket]).toEqual([status, null]);
		expect(takeLogs()).toEqual([expect.stringContaining("not-identified")]);
	});

	it.for(["GET", "POST"])("is 426 by a %s that asks for no upgrade", async (method) => {
		const { owner } = await createOwner();
		expect((await send("/api/live", { method, headers: owner.headers })).status).toBe(426);
	});

	it("returns 403 to a person without an account and to a disabled member", async () => {
		expect((await handshake(await createPerson())).status).toBe(403);
		const { id } = await createOwner();
		const member = await addMember(id, "viewer");
		await accountStub(id).removeSeedMember(member.sub);
		expect((await handshake(member)).status).toBe(403);
	});

	it("returns 401 with `x-session: ended` for a sign-in that was ended", async () => {
		const { owner } = await createOwner();
		const lost = await otherBrowserOf(owner);
		await owner.mutate("session.endOtherSessions");
		const response = await handshake(lost);
		expect([response.status, response.headers.get("x-session")]).toEqual([401, "ended"]);
	});
});

describe("an open page", () => {
	it("closes with 4403 in the turn in which its person is disabled, and others stay open", async () => {
		const { id, owner } = await createOwner();
		const member = await addMember(id, "viewer");
		const [theirs, mine] = [await openPage(member), await openPage(owner)];
		const left = await runInDurableObject(accountStub(id), (object, state) => {
			void object.removeSeedMember(member.sub);
			return openSockets(state);
		});
		expect(left).toBe(1);
		await expectClosed(theirs, 4403);
		await whenIdle(mine);
	});

	it.for([
		["role", { role: "admin" }],
		["scope", { scope: { groupIds: [] } }],
	] as const)("is closed with 4403 and sent nothing once its person's %s has changed", async ([, change]) => {
		const { id, owner } = await createOwner();
		const { key } = await addDevice(owner);
		const member = await addMember(id, "viewer");
		const page = await openPage(member);
		const changed = "scope" in change ? { scope: { groupIds: [] } } : change;
		await inAccount(id, (db) => db.update(users).set(changed).where(eq(users.sub, member.sub)).run());
		await ingest(key, [{ channel: "Air", at: Date.now(), value: 1 }]);
		await expectClosed(page, 4403);
		expect(page.received).toEqual([]);
	});

	it("stays open where the groups of its person's scope are only stored in another order", async () => {
		const { id, owner } = await createOwner();
		const groupIds = [await addGroup(id, "North"), await addGroup(id, "South")];
		const { key, device } = await addDevice(owner);
		const member = await addMember(id, "viewer", { groupIds });
		await inAccount(id, (db) =>
			db
				.insert(groupDevices)
				.values({ groupId: groupIds[0] ?? "", deviceId: device.id })
				.run(),
		);
		const page = await openPage(member);
		const scope = { groupIds: groupIds.toReversed() };
		await inAccount(id, (db) => db.update(users).set({ scope }).where(eq(users.sub, member.sub)).run());
		await ingest(key, [{ channel: "Air", at: Date.now(), value: 1 }]);
		await vi.waitUntil(() => page.received.length > 0 || page.closeCode() !== null, { timeout: 10_000 });
		expect(page.closeCode()).toBeNull();
	});

	it("closes with 4401 in the turn in which its person signs out, and that person's others stay open", async () => {
		const { owner } = await createOwner();
		const other = await otherBrowserOf(owner);
		const [left, kept] = [await openPage(other), await openPage(owner)];
		expect((await send("/api/session/end", { method: "POST", headers: other.headers })).status).toBe(204);
		await expectClosed(left, 4401);
		await whenIdle(kept);
		expect(kept.closeCode()).toBeNull();
	});

	it("closes with 4401 when its own session is ended, and others stay open", async () => {
		const { owner } = await createOwner();
		const other = await otherBrowserOf(owner);
		const [lost, kept] = [await openPage(other), await openPage(owner)];
		const sessions = dataOf<UserSession[]>(await owner.query("session.getSessions"));
		await owner.mutate("session.endSession", { sessionId: sessions.find(({ isCurrent }) => !isCurrent)?.id });
		await expectClosed(lost, 4401);
		await whenIdle(kept);
		expect(kept.closeCode()).toBeNull();
	});

	it("closes with 4401 when every other session is ended, and the caller's stays open", async () => {
		const { owner } = await createOwner();
		const [lost, kept] = [await openPage(await otherBrowserOf(owner)), await openPage(owner)];
		await owner.mutate("session.endOtherSessions");
		await expectClosed(lost, 4401);
		await whenIdle(kept);
		expect(kept.closeCode()).toBeNull();
	});

	it("closes with 4401 when an owner signs its person out everywhere", async () => {
		const { id, owner } = await createOwner();
		const member = await addMember(id, "viewer");
		const [page, mine] = [await openPage(member), await openPage(owner)];
		const listed = dataOf<User[]>(await owner.query("account.getUsers"));
		const userId = listed.find(({ email }) => email === member.email)?.id;
		dataOf(await owner.mutate("account.endUserSessions", { userId }));
		await expectClosed(page, 4401);
		await whenIdle(mine);
	});
});

describe("messages of a page", () => {
	it("get no response unless they are a ping", async () => {
		const page = await openPage((await createOwner()).owner);
		for (let count = 0; count < 20; count += 1) page.socket.send("anything");
		await whenIdle(page);
		expect([page.received, page.closeCode()]).toEqual([[], null]);
	});

	it("close the socket with 1008 beyond a kilobyte", async () => {
		const page = await openPage((await createOwner()).owner);
		page.socket.send("x".repeat(1_001));
		await expectClosed(page, 1008);
	});

	it("close the socket with 1008 in a flood", async () => {
		const page = await openPage((await createOwner()).owner);
		for (let count = 0; count < 21; count += 1) page.socket.send("anything");
		await expectClosed(page, 1008);
	});
});

describe("a page that leaves", () => {
	it("leaves no socket behind", async () => {
		const { id, owner } = await createOwner();
		const [gone, kept] = [await openPage(owner), await openPage(owner)];
		gone.socket.close(1000);
		await expectClosed(gone, 1000);
		await whenIdle(kept);
		expect(await runInDurableObject(accountStub(id), (_, state) => openSockets(state))).toBe(1);
	});
});

describe("one person's pages", () => {
	it("number fifty at most: the one open longest closes with 4408", async () => {
		const { id, owner } = await createOwner();
		const member = await openPage(await addMember(id, "viewer"));
		const first = await openPage(owner);
		await runInDurableObject(accountStub(id), (_, state) => {
			for (const socket of state.getWebSockets()) {
				const listener: object = socket.deserializeAttachment();
				socket.serializeAttachment({ ...listener, openedAt: Date.now() - 60_000 });
			}
		});
		const others = await Promise.all(Array.from({ length: 50 }, () => openPage(owner)));
		await expectClosed(first, 4408);
		for (const page of [...others, member]) expect(page.closeCode()).toBeNull();
		expect(await runInDurableObject(accountStub(id), (_, state) => openSockets(state))).toBe(51);
	});
});
