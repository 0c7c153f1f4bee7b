import { describe, expect, it } from "vitest";
import { logEvents } from "../../../backend/db/schema";
import { limitsOf } from "../../../backend/session/sign-ins";
import type { CurrentAccount } from "../../../shared/account/account";
import type { AuditPage } from "../../../shared/account/audit";
import { recordOf } from "../../../shared/base/plain-fields";
import { type SessionLimits, sessionHeaders, sessionLimitNames } from "../../../shared/session/session-limits";
import { reasonOf } from "../fixtures/account-users";
import { addMember, createOwner, inAccount, joinToo } from "../fixtures/fleet";
import { handshake, openPage } from "../fixtures/live-page";
import { createPerson, dataOf, naming, type Person, queryPath, send } from "../fixtures/people";

const hourSeconds = 3_600;

const none: SessionLimits = recordOf(sessionLimitNames, () => null);

function beIdle({ headers }: Person, minutes: number | null): void {
	if (minutes === null) headers.delete(sessionHeaders.idleMinutes);
	else headers.set(sessionHeaders.idleMinutes, String(minutes));
}

const limit = (owner: Person, limits: Partial<SessionLimits>) =>
	owner.mutate("account.limitSessions", { ...none, ...limits });
const currentOf = async (person: Person) => dataOf<CurrentAccount>(await person.query("account.getCurrent"));

async function limitedAccount(limits: Partial<SessionLimits>) {
	const made = await createOwner();
	beIdle(made.owner, 0);
	dataOf(await limit(made.owner, limits));
	return made;
}

function signedInAgo({ sub, email }: Person, seconds: number): Promise<Person> {
	const auth_time = Math.floor(Date.now() / 1_000) - seconds;
	return createPerson({ sub, email, claims: { origin_jti: crypto.randomUUID(), auth_time } });
}

/** What the console reads of a call, of the session check, and of a live line's handshake. */
async function endingsOf(person: Person): Promise<(string | null)[]> {
	const { headers } = person;
	const responses = [
		await send(queryPath("account.getCurrent"), { headers }),
		await send("/api/session", { headers }),
		await handshake(person),
	];
	for (const { webSocket } of responses) webSocket?.accept();
	return responses.map((response) => response.headers.get("x-session") && response.headers.get("x-session-reason"));
}

const goesOn = [null, null, null];

describe("idle sessions of an account", () => {
	it("end after the account's minutes, wherever the console asks", async () => {
		const { owner } = await limitedAccount({ idleMinutes: 15 });
		beIdle(owner, 15);
		expect(await endingsOf(owner)).toEqual(goesOn);
		beIdle(owner, 16);
		expect(await endingsOf(owner)).toEqual(["idle", "idle", "idle"]);
		expect(await reasonOf(owner.query("account.getCurrent"))).toBe("SESSION_IDLE");
		beIdle(owner, null);
		expect(await endingsOf(owner)).toEqual(goesOn);
	});

	it("go on without a limit, which is the default, and once it is taken back", async () => {
		const { owner } = await createOwner();
		beIdle(owner, 10_000);
		expect(await endingsOf(owner)).toEqual(goesOn);
		beIdle(owner, 0);
		dataOf(await limit(owner, { idleMinutes: 5 }));
		dataOf(await limit(owner, none));
		beIdle(owner, 10_000);
		expect(await endingsOf(owner)).toEqual(goesOn);
	});

	it("end for all accounts of the browser's person, whichever the page names", async () => {
		const [strict, other] = [await limitedAccount({ idleMinutes: 5 }), await createOwner()];
		const member = await addMember(other.id, "viewer");
		await joinToo(member, strict.id);
		const [inStrict, inOther] = [naming(member, strict.id), naming(member, other.id)];
		for (const person of [member, inStrict, inOther]) beIdle(person, 6);
		expect((await endingsOf(inStrict)).slice(0, 2)).toEqual(["idle", "idle"]);
		expect((await endingsOf(inOther)).slice(0, 2)).toEqual([null, "idle"]);
		beIdle(inOther, 5);
		expect(await endingsOf(inOther)).toEqual(goesOn);
	});
});

describe("the age of sign-ins that an account allows", () => {
	it("ends older ones, and no other account's", async () => {
		const { id, owner } = await limitedAccount({ sessionHours: 12 });
		const [young, old] = [
			await signedInAgo(owner, 12 * hourSeconds - 60),
			await signedInAgo(owner, 12 * hourSeconds + 1),
		];
		expect(await endingsOf(young)).toEqual(goesOn);
		expect(await endingsOf(old)).toEqual(["tooOld", "tooOld", "tooOld"]);
		expect(await reasonOf(old.query("account.getCurrent"))).toBe("SESSION_TOO_OLD");
		const other = await createOwner();
		const member = await addMember(other.id, "viewer");
		await joinToo(member, id);
		const oldMember = await signedInAgo(member, 13 * hourSeconds);
		expect(await reasonOf(naming(oldMember, id).query("account.getCurrent"))).toBe("NO_ACCESS");
		expect((await currentOf(naming(oldMember, other.id))).id).toBe(other.id);
		expect((await send("/api/session", { headers: oldMember.headers })).status).toBe(204);
		expect(dataOf(await naming(oldMember, other.id).query("account.getMemberships"))).toContainEqual(
			expect.objectContaining({ accountId: id, state: "signedOut" }),
		);
	});

	it("counts a token without the time of its sign-in as older", async () => {
		const { owner } = await limitedAccount({ sessionHours: 720 });
		const claims = { origin_jti: crypto.randomUUID(), auth_time: undefined };
		const untimed = await createPerson({ sub: owner.sub, email: owner.email, claims });
		expect(await endingsOf(untimed)).toEqual(["tooOld", "tooOld", "tooOld"]);
	});

	it("closes a live line at the first change after it", async () => {
		const { id, owner } = await createOwner();
		const old = await signedInAgo(owner, 2 * hourSeconds);
		const page = await openPage(naming(old, id));
		beIdle(owner, 0);
		dataOf(await limit(owner, { sessionHours: 1 }));
		await expect.poll(page.closeCode, { timeout: 10_000 }).toBe(4401);
	});

	it("last 12 hours after a sign-in by a company's provider, unless the account sets other hours", () => {
		const [byProvider, byPool] = [{ provider: "sso-abcd" }, { provider: null }];
		expect(limitsOf({ ...none, idleMinutes: 5 }, byProvider)).toEqual({ ...none, idleMinutes: 5, sessionHours: 12 });
		expect(limitsOf({ ...none, idleMinutes: 5 }, byPool)).toEqual({ ...none, idleMinutes: 5 });
		expect(limitsOf({ ...none, sessionHours: 8 }, byProvider)).toEqual({ ...none, sessionHours: 8 });
	});
});

describe("setting the limits of sessions", () => {
	it("shows them to every member, logs and audits them, and changes nothing twice", async () => {
		const { id, owner } = await limitedAccount({ idleMinutes: 15, sessionHours: 12 });
		dataOf(await limit(owner, { idleMinutes: 15, sessionHours: 12 }));
		dataOf(await limit(owner, { idleMinutes: 20, sessionHours: 12 }));
		const member = await addMember(id, "viewer");
		expect(await currentOf(member)).toMatchObject({ sessionLimits: { idleMinutes: 20, sessionHours: 12 } });
		dataOf(await limit(owner, none));
		const { entries } = dataOf<AuditPage>(await owner.query("account.getAudit", { kind: "account" }));
		const limited = entries.filter(({ action }) => action === "account.limitSessions");
		expect(limited.map(({ entities }) => entities[0]?.fields.map(({ field }) => field).sort())).toEqual([
			["idleMinutes", "sessionHours"],
			["idleMinutes"],
			["idleMinutes", "sessionHours"],
		]);
		const lines = await inAccount(id, (db) => db.select().from(logEvents).all());
		expect(lines.map(({ text }) => text).filter((text) => text.startsWith("Sessions"))).toEqual([
			"Sessions end after 15 minutes without activity",
			"Sessions end 12 hours after signing in",
			"Sessions end after 20 minutes without activity",
			"Sessions no longer end without activity",
			"Sessions no longer end some hours after signing in",
		]);
	});

	it("says at the field where the console does not measure, which leaves the other limit free", async () => {
		const { owner } = await createOwner();
		const denied = await limit(owner, { idleMinutes: 15, sessionHours: 8 });
		expect(denied.error?.data.fields).toEqual({
			idleMinutes: "This console cannot limit it: its secret SESSION_KEY is missing.",
		});
		expect(await currentOf(owner)).toMatchObject({ sessionLimits: none, isIdleMeasured: false });
		dataOf(await limit(owner, { sessionHours: 8 }));
		beIdle(owner, 0);
		expect(await currentOf(owner)).toMatchObject({ isIdleMeasured: true });
		dataOf(await limit(owner, { idleMinutes: 15, sessionHours: 8 }));
		beIdle(owner, null);
		dataOf(await limit(owner, { idleMinutes: 15, sessionHours: 9 }));
	});

	it("takes whole numbers within the bounds, and the owners' alone", async () => {
		const { id, owner } = await createOwner();
		beIdle(owner, 0);
		const wrong: Partial<Record<keyof SessionLimits, unknown>>[] = [
			...[4, 481, 5.5, -5, "15", Number.NaN, undefined].map((idleMinutes) => ({ idleMinutes })),
			...[0, 721, 1.5, "12", undefined].map((sessionHours) => ({ sessionHours })),
		];
		for (const change of wrong) {
			const { error } = await owner.mutate("account.limitSessions", { ...none, ...change });
			expect(Object.keys(error?.data.fields ?? {}), JSON.stringify(change)).toEqual(Object.keys(change));
		}
		for (const idleMinutes of [5, 480]) dataOf(await limit(owner, { idleMinutes, sessionHours: 720 }));
		expect(await reasonOf(limit(await addMember(id, "admin"), none))).toBe("NOT_PERMITTED");
	});
});
