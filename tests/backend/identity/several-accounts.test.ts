import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { listAccountIds } from "../../../backend/db/account-membership-rows";
import type { CurrentAccount, Membership, UserSession } from "../../../shared/account/account";
import { accountCookie, headerNames } from "../../../shared/base/header-names";
import { sessionEndPath, sessionPath } from "../../../shared/session/session";
import { reasonOf, userOf } from "../fixtures/account-users";
import { addDevice, addMember, createOwner, joinToo } from "../fixtures/fleet";
import { groupInput } from "../fixtures/group-input";
import { followDirectory } from "../fixtures/invitations";
import { expectClosed, openPage } from "../fixtures/live-page";
import { createPerson, dataOf, naming, type Person, queryPath, send } from "../fixtures/people";

const current = async (person: Person) => dataOf<CurrentAccount>(await person.query("account.getCurrent"));
const denial = async (person: Person, path = "account.getCurrent") => (await person.query(path)).error?.data.reason;
const sessionStatus = async ({ headers }: Person) => (await send(sessionPath, { headers })).status;
const memberships = async (person: Person) => dataOf<Membership[]>(await person.query("account.getMemberships"));

/** A consultant of two companies, in a tab of each; Acme is their default. */
async function consultant() {
	const [acme, bolt] = [await createOwner("Acme"), await createOwner("Bolt")];
	const person = await addMember(acme.id, "admin");
	await joinToo(person, bolt.id, "viewer");
	return { acme, bolt, person, inAcme: naming(person, acme.id), inBolt: naming(person, bolt.id) };
}

describe("a person with two accounts", () => {
	it("reaches the account that the tab names, otherwise the default", async () => {
		const { acme, bolt, person, inAcme, inBolt } = await consultant();
		const { device } = await addDevice(acme.owner);
		expect(await current(inAcme)).toMatchObject({ companyName: "Acme", hasOthers: true, me: { role: "admin" } });
		expect(await current(inBolt)).toMatchObject({ companyName: "Bolt", hasOthers: true, me: { role: "viewer" } });
		expect((await current(person)).id).toBe(acme.id);
		expect(dataOf(await inAcme.query("device.getDevice", { deviceId: device.id }))).toMatchObject({ id: device.id });
		const { error } = await inBolt.query("device.getDevice", { deviceId: device.id });
		expect(error?.data.reason).toBe("DEVICE_NOT_FOUND");
		for (const [tab, id] of [
			[inBolt, bolt.id],
			[person, acme.id],
		] as const) {
			const { headers } = await send(queryPath("account.getCurrent"), { headers: tab.headers });
			expect(headers.get(headerNames.account)).toBe(id);
		}
	});

	it("begins a new tab with the one that the cookie prefers, if it is theirs", async () => {
		const { acme, bolt, person } = await consultant();
		const other = await createOwner("Coyote");
		for (const [preferred, id] of [
			[bolt.id, bolt.id],
			[other.id, acme.id],
			["acc_x", acme.id],
		] as const) {
			const headers = new Headers(person.headers);
			headers.set(headerNames.preferredAccount, preferred);
			const response = await send(queryPath("account.getCurrent"), { headers });
			expect(response.headers.get(headerNames.account), `${accountCookie} ${preferred}`).toBe(id);
		}
	});

	it("changes nothing without naming one, and what they name", async () => {
		const { acme, bolt, person, inAcme } = await consultant();
		const made = (tab: Person) => tab.mutate("group.createGroup", groupInput());
		const { error } = await made(person);
		expect([error?.data.reason, error?.data.httpStatus]).toEqual(["RELOAD", 412]);
		expect(dataOf(await acme.owner.query("group.getGroups"))).toEqual([]);
		dataOf(await made(inAcme));
		expect(dataOf(await acme.owner.query("group.getGroups"))).toHaveLength(1);
		expect(dataOf(await bolt.owner.query("group.getGroups"))).toEqual([]);
	});

	it("sees each account with the name and role that it has at this moment", async () => {
		const { acme, bolt, person, inBolt } = await consultant();
		const company = dataOf<{ version: number }>(await acme.owner.query("account.getCompany"));
		dataOf(await acme.owner.mutate("account.updateCompany", { ...company, companyName: "Zenith" }));
		const listed = [
			{ accountId: bolt.id, companyName: "Bolt", role: "viewer", state: "open" },
			{ accountId: acme.id, companyName: "Zenith", role: "admin", state: "open" },
		];
		expect(await memberships(person)).toEqual(listed);
		expect(await memberships(inBolt)).toEqual(listed);
		expect(await memberships(acme.owner)).toEqual([{ ...listed[1], role: "owner" }]);
		expect(await memberships(await createPerson())).toEqual([]);
	});
});

describe("an account of other people", () => {
	it("S60 denies alike whether it exists or not, with nothing of it, by every way in", async () => {
		const { person } = await consultant();
		const victim = await createOwner("Victim");
		const { device } = await addDevice(victim.owner, { name: "Secret freezer" });
		const missing = `acc_${"0".repeat(26)}`;
		const rowsFor = async (named: string) => {
			const { headers } = naming(person, named);
			const exported = { rangeType: "hour", offset: 0, format: "csv", form: "wide", clock: "device" };
			const query = encodeURIComponent(JSON.stringify(exported));
			const written = new Headers([...headers, ["content-type", "application/json"]]);
			const body = JSON.stringify({ json: { companyName: "Victim" } });
			const upgrade = new Headers(person.headers);
			upgrade.set("upgrade", "websocket");
			const responses = await Promise.all([
				send(queryPath("account.getCurrent"), { headers }),
				send(queryPath("device.getDevice", { deviceId: device.id }), { headers }),
				send(`/api/proxy/account.getCurrent,device.getDevices?batch=1&input=%7B%7D`, { headers }),
				send("/api/proxy/account.leaveAccount", { method: "POST", headers: written, body }),
				send(`/api/export?query=${query}&account=${encodeURIComponent(named)}`, { headers: person.headers }),
				send(`/api/files/fil_${"0".repeat(26)}?account=${encodeURIComponent(named)}`, { headers: person.headers }),
				send(`/api/live?account=${encodeURIComponent(named)}`, { headers: upgrade }),
			]);
			return Promise.all(
				responses.map(async (response) => [
					response.status,
					(await response.text()).replaceAll(/"requestId":"[^"]+"/g, ""),
					response.headers.get(headerNames.account),
				]),
			);
		};
		const denied = await rowsFor(victim.id);
		expect(denied.map(([status]) => status)).toEqual([403, 403, 403, 403, 403, 403, 403]);
		expect(JSON.stringify(denied)).not.toMatch(/Secret|Victim|acc_/);
		for (const hostile of [missing, "", "x".repeat(500), `${victim.id}, ${victim.id}`]) {
			expect(await rowsFor(hostile)).toEqual(denied);
		}
	});

	it("denies a person with one account, and one with none", async () => {
		const [one, victim] = [await createOwner("One"), await createOwner("Victim")];
		expect(await denial(naming(one.owner, victim.id))).toBe("NO_ACCESS");
		expect(await denial(naming(await createPerson(), victim.id))).toBe("NO_ACCOUNT");
		expect((await current(naming(one.owner, one.id))).hasOthers).toBe(false);
	});

	it("makes no account from there, and lets their own be found", async () => {
		const [{ owner, id }, victim] = [await createOwner("One"), await createOwner("Victim")];
		const tab = naming(owner, victim.id);
		expect(await reasonOf(tab.mutate("account.createAccount", { companyName: "Mine" }))).toBe("NO_ACCESS");
		expect((await memberships(tab)).map(({ accountId }) => accountId)).toEqual([id]);
	});
});

describe("the end of one membership", () => {
	it("keeps the other after leaving one, also the default, at once and after the directory has followed", async () => {
		const { acme, bolt, person, inAcme, inBolt } = await consultant();
		dataOf(await inAcme.mutate("account.leaveAccount", { companyName: "Acme" }));
		for (const _ of ["at once", "later"]) {
			expect(await denial(inAcme)).toBe("NO_ACCESS");
			expect((await current(inBolt)).id).toBe(bolt.id);
			expect((await current(person)).id).toBe(bolt.id);
			expect((await memberships(person)).map(({ accountId }) => accountId)).toEqual([bolt.id]);
			expect(await sessionStatus(person)).toBe(204);
			await followDirectory(acme.id);
		}
		expect(await listAccountIds(env.DIRECTORY, person.sub)).toEqual([bolt.id]);
		expect(dataOf(await inAcme.query("account.getFormerMembership"))).toMatchObject({ companyName: "Acme" });
	});

	it("keeps the other after a removal, and the live line of its tabs", async () => {
		const { acme, bolt, inAcme, inBolt, person } = await consultant();
		const [staying, closing] = [await openPage(inAcme), await openPage(inBolt)];
		const { id: userId } = await userOf(bolt.owner, person.email);
		dataOf(await bolt.owner.mutate("account.removeUser", { userId }));
		await followDirectory(bolt.id);
		expect(await denial(inBolt)).toBe("NO_ACCESS");
		expect((await current(inAcme)).id).toBe(acme.id);
		await expectClosed(closing, 4403);
		expect(staying.closeCode()).toBeNull();
	});

	it("leaves a person without an account after the last one", async () => {
		const { acme, bolt, person, inAcme, inBolt } = await consultant();
		dataOf(await inAcme.mutate("account.leaveAccount", { companyName: "Acme" }));
		dataOf(await inBolt.mutate("account.leaveAccount", { companyName: "Bolt" }));
		for (const { id } of [acme, bolt]) await followDirectory(id);
		for (const tab of [person, inAcme, inBolt]) expect(await denial(tab)).toBe("NO_ACCOUNT");
	});
});

describe("a sign-in", () => {
	it("S62 ends in one account alone, and wholly once all accounts have ended it", async () => {
		const { acme, bolt, person, inAcme, inBolt } = await consultant();
		for (const tab of [inAcme, inBolt]) await current(tab);
		const end = async ({ owner }: typeof acme) =>
			dataOf(await owner.mutate("account.endUserSessions", { userId: (await userOf(owner, person.email)).id }));
		await end(acme);
		const { status, headers } = await send(queryPath("account.getCurrent"), { headers: inAcme.headers });
		expect([status, headers.get("x-session"), await denial(inAcme)]).toEqual([403, null, "NO_ACCESS"]);
		expect((await current(inBolt)).id).toBe(bolt.id);
		expect((await current(person)).id, "names none").toBe(bolt.id);
		expect(await sessionStatus(person)).toBe(204);
		expect((await memberships(person)).map(({ state }) => state)).toEqual(["signedOut", "open"]);
		const live = await send(`/api/live?account=${acme.id}`, {
			headers: { ...Object.fromEntries(person.headers), upgrade: "websocket" },
		});
		expect([live.status, live.headers.get("x-session")]).toEqual([403, null]);
		await end(bolt);
		for (const tab of [inAcme, inBolt, person]) {
			const response = await send(queryPath("account.getCurrent"), { headers: tab.headers });
			expect([response.status, response.headers.get("x-session")]).toEqual([401, "ended"]);
		}
		expect(await sessionStatus(person)).toBe(401);
	});

	it("S62 ends in all accounts if the person ends it: by signing out, and from another browser", async () => {
		const { acme, bolt, inAcme, person } = await consultant();
		const claims = { origin_jti: crypto.randomUUID() };
		const other = await createPerson({ sub: person.sub, email: person.email, claims });
		const third = await createPerson({
			sub: person.sub,
			email: person.email,
			claims: { origin_jti: crypto.randomUUID() },
		});
		for (const { id } of [acme, bolt]) for (const browser of [person, other, third]) await current(naming(browser, id));
		const sessions = dataOf<UserSession[]>(await naming(other, acme.id).query("session.getSessions"));
		const sessionId = sessions.find(({ isCurrent }) => isCurrent)?.id;
		dataOf(await inAcme.mutate("session.endSession", { sessionId }));
		for (const { id } of [acme, bolt]) {
			const response = await send(queryPath("account.getCurrent"), { headers: naming(other, id).headers });
			expect(response.status).toBe(401);
			await current(naming(third, id));
		}
		dataOf(await inAcme.mutate("session.endOtherSessions"));
		expect(await sessionStatus(third)).toBe(401);
		expect(await sessionStatus(person)).toBe(204);
		const ended = await send(sessionEndPath, { method: "POST", headers: person.headers });
		expect([ended.status, await sessionStatus(person)]).toEqual([204, 401]);
	});
});
