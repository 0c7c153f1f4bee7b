import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { sessions, users } from "../../../backend/db/schema";
import type { User, UserSession } from "../../../shared/account/account";
import { wholeError } from "../fixtures/batch";
import { addMember, createOwner, inAccount, newId } from "../fixtures/fleet";
import { takeLogs } from "../fixtures/logs";
import { createPerson, dataOf, type Person, queryPath, send } from "../fixtures/people";
import { accessClaims, signToken } from "../fixtures/tokens";

const nowSeconds = () => Math.floor(Date.now() / 1000);
const hourSeconds = 3_600;

type SignInOptions = { signedInAgoSeconds?: number; originJti?: string | undefined; userAgent?: string };

function otherBrowserOf(person: Person, options: SignInOptions = {}): Promise<Person> {
	const { signedInAgoSeconds = 60, userAgent } = options;
	const origin_jti = "originJti" in options ? options.originJti : crypto.randomUUID();
	const claims = { origin_jti, auth_time: nowSeconds() - signedInAgoSeconds };
	return createPerson({ sub: person.sub, email: person.email, claims, ...(userAgent !== undefined && { userAgent }) });
}

const sessionsOf = async (person: Person) => dataOf<UserSession[]>(await person.query("session.getSessions"));
const currentOf = async (person: Person) => (await sessionsOf(person)).find(({ isCurrent }) => isCurrent);
const fetchCurrent = (person: Person) => send(queryPath("account.getCurrent"), { headers: person.headers });
/** The console makes this call before it changes anything at the user pool. */
const fetchStanding = (person: Person) => send("/api/session", { headers: person.headers });

async function expectEnded(person: Person): Promise<void> {
	const response = await fetchCurrent(person);
	expect([response.status, response.headers.get("x-session")]).toEqual([401, "ended"]);
	expect(await wholeError(response)).toMatchObject({ data: { code: "UNAUTHORIZED", reason: "SESSION_ENDED" } });
	const standing = await fetchStanding(person);
	expect([standing.status, standing.headers.get("x-session")]).toEqual([401, "ended"]);
}

async function expectAlive(person: Person): Promise<void> {
	const response = await fetchCurrent(person);
	expect([response.status, response.headers.get("x-session")]).toEqual([200, null]);
	expect((await fetchStanding(person)).status).toBe(204);
}

const firefox = "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0";

describe("the list of sessions", () => {
	it("names each browser once, marks the caller's, and holds nothing of a token", async () => {
		const { owner } = await createOwner();
		const originJti = crypto.randomUUID();
		const other = await otherBrowserOf(owner, { userAgent: firefox, originJti });
		await other.query("account.getCurrent");
		await other.query("account.getCurrent");
		const listed = await sessionsOf(owner);
		expect(listed.map(({ browser, isCurrent }) => [browser, isCurrent])).toEqual(
			expect.arrayContaining([
				["Firefox on Windows", false],
				["Unknown browser", true],
			]),
		);
		expect(listed).toHaveLength(2);
		expect(listed[0]).toEqual({
			id: expect.stringMatching(/^ses_/),
			browser: expect.any(String),
			firstSeenAt: expect.any(Date),
			lastSeenAt: expect.any(Date),
			isCurrent: expect.any(Boolean),
		});
		expect(JSON.stringify(listed)).not.toContain(originJti);
	});

	it("holds one's own alone: none of a colleague and none of another account", async () => {
		const { id, owner } = await createOwner();
		const admin = await addMember(id, "admin");
		const stranger = (await createOwner()).owner;
		const ids = new Set((await Promise.all([owner, admin, stranger].map(currentOf))).map((session) => session?.id));
		expect(ids.size).toBe(3);
		for (const person of [owner, admin, stranger]) expect(await sessionsOf(person)).toHaveLength(1);
	});

	it("updates once in 15 minutes for a session, however many calls it makes", async () => {
		const { id, owner } = await createOwner();
		await owner.query("account.getCurrent");
		const setSeen = (agoMs: number) =>
			inAccount(id, (db) =>
				db
					.update(sessions)
					.set({ lastSeenAt: new Date(Date.now() - agoMs) })
					.run(),
			);
		const seenAgoMs = async () => Date.now() - ((await currentOf(owner))?.lastSeenAt.getTime() ?? 0);
		await setSeen(14 * 60_000);
		expect(await seenAgoMs()).toBeGreaterThanOrEqual(14 * 60_000);
		await setSeen(15 * 60_000);
		expect(await seenAgoMs()).toBeLessThan(60_000);
	});

	it("forgets sessions that were unused for 60 days, and keeps ended ones", async () => {
		const { id, owner } = await createOwner();
		const [forgotten, ended] = [await otherBrowserOf(owner), await otherBrowserOf(owner)];
		for (const browser of [forgotten, ended]) await browser.query("account.getCurrent");
		const endedId = (await currentOf(ended))?.id ?? "";
		await owner.mutate("session.endSession", { sessionId: endedId });
		const longAgo = new Date(Date.now() - 61 * 24 * 3_600_000);
		await inAccount(id, (db) => db.update(sessions).set({ lastSeenAt: longAgo }).run());
		await expectAlive(await otherBrowserOf(owner));
		const kept = await inAccount(id, (db) => db.select().from(sessions).all());
		expect(kept.filter(({ lastSeenAt }) => lastSeenAt.getTime() === longAgo.getTime()).map((row) => row.id)).toEqual([
			endedId,
		]);
		await expectEnded(ended);
	});
});

describe("ending one session", () => {
	it("returns 401 and `x-session: ended` to its calls, and leaves the others alone", async () => {
		const { owner } = await createOwner();
		const lost = await otherBrowserOf(owner);
		const lostId = (await currentOf(lost))?.id ?? "";
		const left = dataOf<UserSession[]>(await owner.mutate("session.endSession", { sessionId: lostId }));
		expect(left.map(({ isCurrent }) => isCurrent)).toEqual([true]);
		await expectEnded(lost);
		await expectAlive(owner);
	});

	it("holds for tokens that the same sign-in is given later", async () => {
		const { owner } = await createOwner();
		const originJti = crypto.randomUUID();
		const lost = await otherBrowserOf(owner, { originJti });
		await owner.mutate("session.endSession", { sessionId: (await currentOf(lost))?.id });
		await expectEnded(await otherBrowserOf(owner, { originJti }));
	});

	it("identifies a sign-in by its time if tokens carry no origin_jti", async () => {
		const { owner } = await createOwner();
		const sameSignIn = { originJti: undefined, signedInAgoSeconds: 500 };
		const lost = await otherBrowserOf(owner, sameSignIn);
		await owner.mutate("session.endSession", { sessionId: (await currentOf(lost))?.id });
		await expectEnded(lost);
		await expectAlive(await otherBrowserOf(owner, { originJti: undefined, signedInAgoSeconds: 400 }));
	});

	it("returns SESSION_NOT_FOUND for a session of a colleague, of another account, and for an unknown or ended one", async () => {
		const { id, owner } = await createOwner();
		const [admin, stranger] = [await addMember(id, "admin"), (await createOwner()).owner];
		const lost = await otherBrowserOf(owner);
		const lostId = (await currentOf(lost))?.id;
		await owner.mutate("session.endSession", { sessionId: lostId });
		const ids = [(await currentOf(owner))?.id, (await currentOf(stranger))?.id, newId("session")];
		for (const sessionId of ids) {
			const { error } = await admin.mutate("session.endSession", { sessionId });
			expect(error?.data).toMatchObject({ code: "NOT_FOUND", reason: "SESSION_NOT_FOUND" });
		}
		const again = await owner.mutate("session.endSession", { sessionId: lostId });
		expect(again.error?.data.reason).toBe("SESSION_NOT_FOUND");
		for (const person of [owner, stranger]) await expectAlive(person);
	});
});

describe("ending every other session", () => {
	it("keeps the caller's, and ends those that were never seen here as well", async () => {
		const { id, owner } = await createOwner();
		const colleague = await addMember(id, "viewer");
		const [seen, unseen] = [await otherBrowserOf(owner), await otherBrowserOf(owner, { signedInAgoSeconds: 1 })];
		await expectAlive(seen);
		const left = dataOf<UserSession[]>(await owner.mutate("session.endOtherSessions"));
		expect(left.map(({ isCurrent }) => isCurrent)).toEqual([true]);
		await expectEnded(seen);
		await expectEnded(unseen);
		for (const person of [owner, colleague]) await expectAlive(person);
	});

	it("ends a sign-in that the user pool's clock puts ahead of ours", async () => {
		const { owner } = await createOwner();
		const ahead = await otherBrowserOf(owner, { signedInAgoSeconds: -5 });
		await expectAlive(ahead);
		await owner.mutate("session.endOtherSessions");
		await expectEnded(ahead);
	});

	it("lets the person sign in again, and follows the last request", async () => {
		const { owner } = await createOwner();
		await owner.mutate("session.endOtherSessions");
		const later = await otherBrowserOf(owner, { signedInAgoSeconds: 0 });
		await expectAlive(later);
		await later.mutate("session.endOtherSessions");
		await expectEnded(owner);
		await expectAlive(later);
	});

	it("ends tokens without the time of their sign-in", async () => {
		const { owner } = await createOwner();
		const claims = { auth_time: undefined, origin_jti: undefined };
		const timeless = await createPerson({ sub: owner.sub, email: owner.email, claims });
		await expectAlive(timeless);
		expect((await sessionsOf(timeless)).some(({ isCurrent }) => isCurrent)).toBe(false);
		await owner.mutate("session.endOtherSessions");
		await expectEnded(timeless);
	});

	it("does not bring back a session that was ended by itself", async () => {
		const { owner } = await createOwner();
		const other = await otherBrowserOf(owner);
		await other.mutate("session.endOtherSessions");
		const again = await otherBrowserOf(owner, { signedInAgoSeconds: -2 });
		await again.mutate("session.endSession", { sessionId: (await currentOf(other))?.id });
		await expectEnded(other);
	});
});

describe("the session check", () => {
	it("lists no session and adds none", async () => {
		const { owner } = await createOwner();
		expect((await fetchStanding(await otherBrowserOf(owner))).status).toBe(204);
		expect(await sessionsOf(owner)).toHaveLength(1);
	});

	it("returns 204 to a person without an account, and to a disabled member", async () => {
		expect((await fetchStanding(await createPerson())).status).toBe(204);
		const { id } = await createOwner();
		const member = await addMember(id, "viewer");
		await inAccount(id, (db) => db.update(users).set({ status: "disabled" }).where(eq(users.sub, member.sub)).run());
		expect((await fetchStanding(member)).status).toBe(204);
	});

	it("reveals no session to a caller without a token, and takes nothing but a read", async () => {
		const unknown = await send("/api/session");
		expect([unknown.status, unknown.headers.get("x-session")]).toEqual([401, null]);
		expect(takeLogs()).toEqual([expect.stringContaining('"event":"not-identified"')]);
		const { owner } = await createOwner();
		expect((await send("/api/session", { method: "POST", headers: owner.headers })).status).toBe(404);
	});
});

describe("signing another user out", () => {
	const userIdOf = async (asks: Person, email: string) =>
		dataOf<User[]>(await asks.query("account.getUsers")).find((user) => user.email === email)?.id;

	it("ends every session of theirs, known or not; they may sign in again", async () => {
		const { id, owner } = await createOwner();
		const [admin, viewer] = [await addMember(id, "admin"), await addMember(id, "viewer")];
		const unseen = await otherBrowserOf(viewer);
		await expectAlive(viewer);
		const userId = await userIdOf(admin, viewer.email);
		const response = await admin.mutate("account.endUserSessions", { userId });
		expect(dataOf<User>(response)).toMatchObject({ id: userId, role: "viewer" });
		expect(Object.keys(dataOf<User>(response))).not.toContain("sub");
		await expectEnded(viewer);
		await expectEnded(unseen);
		for (const person of [owner, admin]) await expectAlive(person);
		await expectAlive(await otherBrowserOf(viewer, { signedInAgoSeconds: 0 }));
	});

	it("ends a session they had spared themselves", async () => {
		const { id, owner } = await createOwner();
		const viewer = await addMember(id, "viewer");
		await viewer.mutate("session.endOtherSessions");
		await owner.mutate("account.endUserSessions", { userId: await userIdOf(owner, viewer.email) });
		await expectEnded(viewer);
	});

	it("denies an admin for an owner, and anyone for themselves and for people of other accounts", async () => {
		const { id, owner } = await createOwner();
		const admin = await addMember(id, "admin");
		const elsewhere = await createOwner();
		const theirId = await userIdOf(elsewhere.owner, elsewhere.owner.email);
		const attempts: [Person, string | undefined, string][] = [
			[admin, await userIdOf(owner, owner.email), "NOT_PERMITTED"],
			[admin, await userIdOf(owner, admin.email), "OWN_SESSIONS"],
			[owner, await userIdOf(owner, owner.email), "OWN_SESSIONS"],
			[owner, theirId, "USER_NOT_FOUND"],
			[owner, newId("user"), "USER_NOT_FOUND"],
		];
		for (const [person, userId, reason] of attempts) {
			const { error } = await person.mutate("account.endUserSessions", { userId });
			expect(error?.data.reason).toBe(reason);
		}
		for (const person of [owner, admin, elsewhere.owner]) await expectAlive(person);
	});

	it("allows an owner to do so for another owner", async () => {
		const { id, owner } = await createOwner();
		const second = await addMember(id, "owner");
		await expectAlive(second);
		await owner.mutate("account.endUserSessions", { userId: await userIdOf(owner, second.email) });
		await expectEnded(second);
	});
});

describe("name and e-mail of a user", () => {
	const rowOf = (accountId: string, sub: string) =>
		inAccount(accountId, (db) => db.select().from(users).where(eq(users.sub, sub)).get());
	const signedInAs = (
		person: Person,
		name: string,
		more: { email?: string; iat?: number; isEmailVerified?: boolean },
	) => {
		const { iat = nowSeconds(), email = person.email, isEmailVerified = true } = more;
		return createPerson({ sub: person.sub, email, name, isEmailVerified, claims: { iat } });
	};

	it("follow the verified id token", async () => {
		const { id, owner } = await createOwner();
		const changed = await signedInAs(owner, "Zoë Smith", { email: "ZOE@example.test" });
		const current = dataOf<{ me: User }>(await changed.query("account.getCurrent"));
		expect(current.me).toMatchObject({ name: "Zoë Smith", email: "zoe@example.test" });
		expect(await rowOf(id, owner.sub)).toMatchObject({ name: "Zoë Smith", email: "zoe@example.test" });
	});

	it("stay where the token holds no name, and where the new e-mail is not verified", async () => {
		const { owner } = await createOwner();
		const unverified = { email: "mallory@example.test", isEmailVerified: false };
		const current = dataOf<{ me: User }>(await (await signedInAs(owner, "", unverified)).query("account.getCurrent"));
		expect(current.me).toMatchObject({ name: "Pat Example", email: owner.email });
	});

	it("survive an older token of another browser", async () => {
		const { id, owner } = await createOwner();
		await (await signedInAs(owner, "New", {})).query("account.getCurrent");
		const older = await signedInAs(owner, "Old", { iat: nowSeconds() - hourSeconds / 2 });
		expect(dataOf<{ me: User }>(await older.query("account.getCurrent")).me.name).toBe("New");
		expect(await rowOf(id, owner.sub)).toMatchObject({ name: "New" });
	});

	it("stay unchanged for a former member", async () => {
		const { id } = await createOwner();
		const member = await addMember(id, "viewer");
		await inAccount(id, (db) => db.update(users).set({ status: "disabled" }).where(eq(users.sub, member.sub)).run());
		await (await signedInAs(member, "Changed", {})).query("account.getCurrent");
		expect((await rowOf(id, member.sub))?.name).toBe("A viewer");
	});
});

describe("signing out", () => {
	const signOut = (headers: Headers) => send("/api/session/end", { method: "POST", headers });
	const bearer = (token: string) => new Headers({ authorization: `Bearer ${token}` });

	it("ends this sign-in and no other, whether or not it was ever used here", async () => {
		const { owner } = await createOwner();
		for (const isUsed of [true, false]) {
			const other = await otherBrowserOf(owner);
			if (isUsed) await expectAlive(other);
			expect((await signOut(other.headers)).status).toBe(204);
			await expectEnded(other);
		}
		expect(await sessionsOf(owner)).toHaveLength(1);
		await expectAlive(await otherBrowserOf(owner));
	});

	it("works with an expired token, and for a person without an account", async () => {
		const { owner } = await createOwner();
		const claims = { ...accessClaims(owner.sub), origin_jti: crypto.randomUUID() };
		const expired = { ...claims, exp: nowSeconds() - 60 };
		expect((await signOut(bearer(await signToken(expired)))).status).toBe(204);
		const response = await send(queryPath("account.getCurrent"), { headers: bearer(await signToken(claims)) });
		expect([response.status, response.headers.get("x-session")]).toEqual([401, "ended"]);
		expect((await signOut((await createPerson()).headers)).status).toBe(204);
	});

	it("ends nothing by a forged token, another client's, or a read", async () => {
		const { owner } = await createOwner();
		const other = await otherBrowserOf(owner);
		const token = other.headers.get("authorization")?.slice("Bearer ".length) ?? "";
		expect((await signOut(bearer(`${token.slice(0, -8)}AAAAAAAA`))).status).toBe(401);
		expect((await signOut(bearer(await signToken({ ...accessClaims(owner.sub), client_id: "x" })))).status).toBe(401);
		expect((await signOut(new Headers())).status).toBe(401);
		expect(takeLogs()).toHaveLength(3);
		expect((await send("/api/session/end", { headers: other.headers })).status).toBe(404);
		await expectAlive(other);
	});
});
