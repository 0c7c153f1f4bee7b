import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { createAccountLookup } from "../../../backend/db/account-lookup";
import { users } from "../../../backend/db/schema";
import type { CurrentAccount } from "../../../shared/account/account";
import { queryBatch, reasonsOf } from "../fixtures/batch";
import { accountStub, addMember, createOwner, inAccount, newId } from "../fixtures/fleet";
import { invite } from "../fixtures/invitations";
import { createPerson, dataOf, queryPath, send } from "../fixtures/people";

const notMember = "x-aqlcloud-not-member";
const set = (accountId: string, sub: string, status: "active" | "disabled") =>
	inAccount(accountId, (db) => db.update(users).set({ status }).where(eq(users.sub, sub)).run());
const forget = (accountId: string, sub: string) =>
	inAccount(accountId, (db) => db.delete(users).where(eq(users.sub, sub)).run());
const point = (sub: string, accountId: string) =>
	env.DIRECTORY.batch([
		env.DIRECTORY.prepare("DELETE FROM memberships WHERE sub = ?").bind(sub),
		env.DIRECTORY.prepare("INSERT OR REPLACE INTO members_directory VALUES (?, ?, 0)").bind(sub, accountId),
	]);

it("ends at once for a removed member: NO_ACCESS on each call, and the header", async () => {
	const { id } = await createOwner();
	const member = await addMember(id, "viewer");
	expect((await member.query("account.getCurrent")).error).toBeNull();
	await set(id, member.sub, "disabled");
	const batch = await queryBatch(member, [["account.getCurrent"], ["device.getDevices"]]);
	expect(batch.status).toBe(403);
	expect(reasonsOf(batch)).toEqual(["NO_ACCESS", "NO_ACCESS"]);
	const response = await send(queryPath("account.getCurrent"), { headers: member.headers });
	expect(response.headers.get(notMember)).toBe("disabled");
});

it("ends at once for a disabled member, and comes back with them", async () => {
	const { id } = await createOwner();
	const member = await addMember(id, "viewer");
	await set(id, member.sub, "disabled");
	expect((await member.query("device.getDevices")).error?.data.reason).toBe("NO_ACCESS");
	await set(id, member.sub, "active");
	const response = await send(queryPath("device.getDevices"), { headers: member.headers });
	expect([response.status, response.headers.has(notMember)]).toEqual([200, false]);
});

it("follows a changed role at the next call", async () => {
	const { id } = await createOwner();
	const member = await addMember(id, "admin");
	expect((await member.query("account.getUsers")).error).toBeNull();
	await inAccount(id, (db) => db.update(users).set({ role: "viewer" }).where(eq(users.sub, member.sub)).run());
	expect((await member.query("account.getUsers")).error?.data.reason).toBe("NOT_PERMITTED");
});

it("does not come back by creating the account again", async () => {
	const { id } = await createOwner();
	const member = await addMember(id, "viewer");
	await set(id, member.sub, "disabled");
	const { error } = await member.mutate("account.createAccount", { companyName: "Mine now" });
	expect(error?.data).toMatchObject({ code: "FORBIDDEN", reason: "NO_ACCESS" });
	const stranger = { accountId: id, companyName: "Mine", timeZone: "UTC", planName: "Local" };
	const owner = { sub: member.sub, email: "", name: "" };
	expect(await accountStub(id).ensureAccount({ ...stranger, owner }, Date.now())).toBeNull();
});

it("moves to the account that the directory names by now, which returns the result", async () => {
	const first = await createOwner("First");
	const second = await createOwner("Second");
	const member = await addMember(first.id, "viewer");
	expect(dataOf<CurrentAccount>(await member.query("account.getCurrent")).companyName).toBe("First");
	await forget(first.id, member.sub);
	await point(member.sub, second.id);
	const joined = { sub: member.sub, email: "", name: "M", role: "viewer" as const, scope: "all" as const };
	await accountStub(second.id).ensureMember(joined, Date.now());
	expect(dataOf<CurrentAccount>(await member.query("account.getCurrent")).companyName).toBe("Second");
});

it("becomes NO_ACCOUNT once the directory has forgotten a removed member", async () => {
	const { id } = await createOwner();
	const member = await addMember(id, "viewer");
	await member.query("account.getCurrent");
	await forget(id, member.sub);
	for (const table of ["members_directory", "memberships"]) {
		await env.DIRECTORY.prepare(`DELETE FROM ${table} WHERE sub = ?`).bind(member.sub).run();
	}
	expect((await member.query("account.getCurrent")).error?.data.reason).toBe("NO_ACCOUNT");
	const created = dataOf<CurrentAccount>(await member.mutate("account.createAccount", { companyName: "Own" }));
	expect(created).toMatchObject({ companyName: "Own", me: { role: "owner" } });
});

describe("a person whom the directory sends to an account that does not know them", () => {
	it("gets NO_ACCOUNT, as after a creation that broke off before its object, until they create it again", async () => {
		const person = await createPerson();
		const accountId = newId("account");
		await point(person.sub, accountId);
		const batch = await queryBatch(person, [["account.getCurrent"], ["account.getInvitations"]]);
		expect(reasonsOf(batch)).toEqual(["NO_ACCOUNT", undefined]);
		const responses = await Promise.all(
			["Late", "Later"].map((companyName) => person.mutate("account.createAccount", { companyName })),
		);
		const [created, other] = responses.map((response) => dataOf<CurrentAccount>(response));
		expect(created).toMatchObject({
			id: accountId,
			companyName: expect.stringMatching(/^Late/),
			me: { role: "owner" },
		});
		expect(other).toEqual(created);
		expect((await person.query("account.getCurrent")).error).toBeNull();
	});

	it("gets one account of their own by creating one, if that account is another person's", async () => {
		const { id } = await createOwner("Acme");
		const person = await createPerson();
		await point(person.sub, id);
		// The second call uses the cached membership.
		for (const _ of [1, 2]) expect((await person.query("account.getCurrent")).error?.data.reason).toBe("NO_ACCOUNT");
		const responses = await Promise.all(
			["Own", "Own too"].map((companyName) => person.mutate("account.createAccount", { companyName })),
		);
		const [created, other] = responses.map((response) => dataOf<CurrentAccount>(response));
		expect(created).toMatchObject({ companyName: expect.stringMatching(/^Own/), me: { role: "owner" } });
		expect(created?.id).not.toBe(id);
		expect(other?.id).toBe(created?.id);
		expect(dataOf<CurrentAccount>(await person.query("account.getCurrent")).id).toBe(created?.id);
	});

	it("joins the company that invited them", async () => {
		const { id } = await createOwner("Acme");
		const person = await createPerson();
		await point(person.sub, newId("account"));
		const invitationId = await invite({ email: person.email, accountId: id });
		for (const _ of [1, 2]) expect((await person.query("account.getCurrent")).error?.data.reason).toBe("NO_ACCOUNT");
		const joined = dataOf<CurrentAccount>(await person.mutate("account.acceptInvitation", { invitationId }));
		expect(joined).toMatchObject({ id, me: { role: "viewer" } });
		expect(dataOf<CurrentAccount>(await person.query("account.getCurrent")).id).toBe(id);
	});
});

it("caches the membership for five minutes, and reads it again each time an object denies it", async () => {
	let now = 0;
	const lookup = createAccountLookup(env.DIRECTORY, () => now);
	const sub = crypto.randomUUID();
	const of = (accountId: string, isFromCache = false) => ({ accountIds: [accountId], isFromCache });
	expect(await lookup.find({ sub })).toEqual({ accountIds: [], isFromCache: false });
	await point(sub, "acc_one");
	expect(await lookup.find({ sub })).toEqual(of("acc_one"));
	await point(sub, "acc_two");
	expect(await lookup.find({ sub })).toEqual(of("acc_one", true));
	expect(await lookup.findAgain({ sub })).toEqual(of("acc_two"));
	await point(sub, "acc_three");
	expect(await lookup.findAgain({ sub })).toEqual(of("acc_three"));
	await point(sub, "acc_four");
	now += 5 * 60 * 1000;
	expect(await lookup.find({ sub })).toEqual(of("acc_four"));
});
