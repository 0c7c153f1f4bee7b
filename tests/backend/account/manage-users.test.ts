import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { openAccountDb } from "../../../backend/db/cached-rows";
import { departures, users } from "../../../backend/db/schema";
import type { CurrentAccount, FormerMembership, User } from "../../../shared/account/account";
import type { Company } from "../../../shared/account/company";
import type { ContactDetails } from "../../../shared/message/contact";
import { transferPurpose } from "../../../shared/session/identity-confirmation";
import { listUsers, reasonOf, userOf } from "../fixtures/account-users";
import { createContact } from "../fixtures/contact-input";
import { accountStub, addGroup, addMember, createOwner, inAccount } from "../fixtures/fleet";
import { followDirectory, invite } from "../fixtures/invitations";
import { expectClosed, openPage } from "../fixtures/live-page";
import { confirmAct, createPerson, dataOf, naming, type Person, queryPath, send } from "../fixtures/people";

const update = (asks: Person, { id, version }: User, access: Partial<Pick<User, "role" | "scope">>) =>
	asks.mutate("account.updateUser", { userId: id, version, role: "viewer", scope: "all", ...access });
const currentReason = async (person: Person) => (await person.query("account.getCurrent")).error?.data.reason ?? null;
const directoryOf = (sub: string) =>
	env.DIRECTORY.prepare("SELECT account_id FROM members_directory WHERE sub = ?").bind(sub).first("account_id");

describe("a change of role and groups", () => {
	it("holds at the next call, raises the version, and closes the open page in the same turn", async () => {
		const { id, owner } = await createOwner();
		const viewer = await addMember(id, "viewer");
		const page = await openPage(viewer);
		const before = await userOf(owner, viewer.email);
		const changed = dataOf<User>(await update(owner, before, { role: "admin" }));
		expect(changed).toEqual({ ...before, role: "admin", version: before.version + 1 });
		await expectClosed(page, 4403);
		expect((await viewer.query("account.getUsers")).error).toBeNull();
	});

	it("rejects an outdated version, and writes nothing", async () => {
		const { id, owner } = await createOwner();
		const viewer = await addMember(id, "viewer");
		const seen = await userOf(owner, viewer.email);
		dataOf(await update(owner, seen, { role: "operator" }));
		expect(await reasonOf(update(owner, seen, { role: "admin" }))).toBe("CHANGED_MEANWHILE");
		expect((await userOf(owner, viewer.email)).role).toBe("operator");
	});

	it("keeps the version and the open page if nothing changes", async () => {
		const { id, owner } = await createOwner();
		const viewer = await addMember(id, "viewer");
		const seen = await userOf(owner, viewer.email);
		expect(dataOf<User>(await update(owner, seen, {})).version).toBe(seen.version);
	});

	it("denies a change of oneself to everybody, an owner included", async () => {
		const { id, owner } = await createOwner();
		const admin = await addMember(id, "admin");
		for (const person of [owner, admin]) {
			const me = await userOf(person, person.email);
			expect(await reasonOf(update(person, me, { role: me.role }))).toBe("OWN_ACCESS");
			for (const verb of ["disableUser", "enableUser", "removeUser"]) {
				expect(await reasonOf(person.mutate(`account.${verb}`, { userId: me.id })), verb).toBe("OWN_ACCESS");
			}
		}
	});

	it("rejects a role that may do more than the caller's own, at its field", async () => {
		const { id, owner } = await createOwner();
		const admin = await addMember(id, "admin");
		const viewer = await addMember(id, "viewer");
		const user = await userOf(owner, viewer.email);
		for (const role of ["owner", "billing"] as const) {
			const { error } = await update(admin, user, { role });
			expect(error?.data).toMatchObject({
				reason: "NOT_PERMITTED",
				fields: { role: expect.stringContaining("owner") },
			});
		}
		expect(await reasonOf(update(admin, await userOf(owner, owner.email), {}))).toBe("NOT_PERMITTED");
	});

	it("leaves an owner all groups", async () => {
		const { id, owner } = await createOwner();
		const group = await addGroup(id, "North");
		const user = await userOf(owner, (await addMember(id, "viewer")).email);
		const { error } = await update(owner, user, { role: "owner", scope: { groupIds: [group] } });
		expect(error?.data).toMatchObject({ code: "BAD_REQUEST", fields: { scope: "An owner sees all groups." } });
	});

	it("stays within the caller's scope, before and after", async () => {
		const { id, owner } = await createOwner();
		const [north, south] = [await addGroup(id, "North"), await addGroup(id, "South")];
		const scoped = await addMember(id, "admin", { groupIds: [north] });
		const inside = await userOf(owner, (await addMember(id, "viewer", { groupIds: [north] })).email);
		const wider = await userOf(owner, (await addMember(id, "viewer", { groupIds: [north, south] })).email);
		expect(await reasonOf(update(scoped, wider, { scope: { groupIds: [north] } }))).toBe("USER_NOT_FOUND");
		const whole = await update(scoped, inside, { scope: "all" });
		expect(whole.error?.data).toMatchObject({ reason: "NOT_PERMITTED", fields: { scope: expect.any(String) } });
		const outside = await update(scoped, inside, { scope: { groupIds: [south] } });
		expect(outside.error?.data).toMatchObject({ reason: "GROUP_NOT_FOUND", fields: { scope: expect.any(String) } });
		dataOf(await update(scoped, inside, { role: "operator", scope: { groupIds: [north] } }));
	});
});

describe("a call on its way while its person's role changes", () => {
	it("applies the permissions of the moment when it is carried out", async () => {
		const { id, owner } = await createOwner();
		const admin = await addMember(id, "admin");
		const viewer = await addMember(id, "viewer");
		const [their, victim] = [await userOf(owner, admin.email), await userOf(owner, viewer.email)];
		for (let round = 0; round < 10; round += 1) {
			const now = await userOf(owner, admin.email);
			const before = await userOf(owner, victim.email);
			const [lowered, done] = await Promise.all([
				update(owner, now, { role: "viewer" }),
				admin.mutate("account.disableUser", { userId: victim.id }),
			]);
			expect(lowered.error).toBeNull();
			const after = await userOf(owner, victim.email);
			if (done.error) expect([done.error.data.reason, after]).toEqual(["NOT_PERMITTED", before]);
			else expect(after.status).toBe("disabled");
			dataOf(await owner.mutate("account.enableUser", { userId: victim.id }));
			dataOf(await update(owner, await userOf(owner, admin.email), { role: their.role }));
		}
	});

	it("denies the call if the role was lowered before the input had arrived", async () => {
		const { id, owner } = await createOwner();
		const admin = await addMember(id, "admin");
		const victim = await userOf(owner, (await addMember(id, "viewer")).email);
		const text = JSON.stringify({ json: { userId: victim.id } });
		const headers = { ...identityHeaders(id, admin), "content-type": "application/json" };
		const path = "https://backend.test/api/proxy/account.removeUser";
		const body = await runInDurableObject(accountStub(id), async (object, state) => {
			const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
			const response = object.fetch(new Request(path, { method: "POST", headers, body: readable }));
			const writer = writable.getWriter();
			await writer.write(new TextEncoder().encode(text.slice(0, 5)));
			openAccountDb(state.storage).update(users).set({ role: "viewer" }).run();
			await writer.write(new TextEncoder().encode(text.slice(5)));
			await writer.close();
			return (await response).json<{ error?: { json: { data: { reason: string } } } }>();
		});
		expect(body.error?.json.data.reason).toBe("NOT_PERMITTED");
		expect(await inAccount(id, (db) => db.select().from(users).all())).toHaveLength(3);
	});
});

/** Headers that the backend Worker sends to an object for a user. */
function identityHeaders(accountId: string, { sub, email }: Person) {
	const signIn = { originJti: null, authTime: null };
	const times = { issuedAt: 0, expiresAt: Date.now() / 1000 + 600 };
	const identity = { sub, username: sub, email, name: "A", signIn, ...times };
	return {
		"x-aqlcloud-identity": JSON.stringify({ identity, accountId, address: null, requestId: crypto.randomUUID() }),
	};
}

describe("a disabled user", () => {
	it("loses access at once, sees the owners' names, and returns with a new sign-in", async () => {
		const { id, owner } = await createOwner("Acme");
		const viewer = await addMember(id, "viewer");
		const user = await userOf(owner, viewer.email);
		const page = await openPage(viewer);
		expect(dataOf<User>(await owner.mutate("account.disableUser", { userId: user.id })).status).toBe("disabled");
		await expectClosed(page, 4403);
		expect(await currentReason(viewer)).toBe("NO_ACCESS");
		const former = dataOf<FormerMembership>(await viewer.query("account.getFormerMembership"));
		expect(former).toEqual({ companyName: "Acme", owners: ["Pat Example"], how: "disabled", at: null });
		const enabled = dataOf<User>(await owner.mutate("account.enableUser", { userId: user.id }));
		expect(enabled).toMatchObject({ status: "active", role: "viewer" });
		const old = await send(queryPath("account.getCurrent"), { headers: viewer.headers });
		expect([old.status, old.headers.get("x-session")]).toEqual([401, "ended"]);
		expect(await currentReason(await anewSignedIn(viewer))).toBeNull();
	});

	it("joins another company that invites them, which is their default then, and may be enabled here beside it", async () => {
		const [first, second] = [await createOwner("First"), await createOwner("Second")];
		const member = await addMember(first.id, "viewer");
		const user = await userOf(first.owner, member.email);
		dataOf(await first.owner.mutate("account.disableUser", { userId: user.id }));
		for (const _ of [1, 2]) expect(await currentReason(member)).toBe("NO_ACCESS");
		const invitationId = await invite({ email: member.email, accountId: second.id, role: "operator" });
		const joined = dataOf<CurrentAccount>(await member.mutate("account.acceptInvitation", { invitationId }));
		expect(joined).toMatchObject({ id: second.id, me: { role: "operator" } });
		expect(dataOf<CurrentAccount>(await member.query("account.getCurrent")).id).toBe(second.id);
		expect(await currentReason(naming(member, first.id))).toBe("NO_ACCESS");
		dataOf(await first.owner.mutate("account.enableUser", { userId: user.id }));
		const anew = await anewSignedIn(member);
		for (const { id } of [first, second]) expect(await currentReason(naming(anew, id))).toBeNull();
	});

	it("becomes enabled by accepting an invitation again, with its role, and keeps the row", async () => {
		const { id, owner } = await createOwner();
		const member = await addMember(id, "admin");
		const user = await userOf(owner, member.email);
		dataOf(await owner.mutate("account.disableUser", { userId: user.id }));
		const invited = { email: member.email, role: "viewer", scope: "all", note: "" };
		const { id: invitationId } = dataOf<User>(await owner.mutate("account.inviteUser", invited));
		await followDirectory(id);
		const joined = dataOf<CurrentAccount>(await member.mutate("account.acceptInvitation", { invitationId }));
		expect(joined.me).toMatchObject({ id: user.id, role: "viewer", status: "active" });
		expect(await currentReason(member)).toBeNull();
		expect((await listUsers(owner)).map(({ email }) => email).sort()).toEqual([owner.email, member.email].sort());
	});
});

function anewSignedIn({ sub, email }: Person, agoSeconds = 0): Promise<Person> {
	const claims = { origin_jti: crypto.randomUUID(), auth_time: Math.floor(Date.now() / 1000) - agoSeconds };
	return createPerson({ sub, email, claims });
}

describe("a removed user", () => {
	it("loses everything at the next call, sees the owners' names, and is forgotten by the directory", async () => {
		const { id, owner } = await createOwner("Acme");
		const member = await addMember(id, "viewer");
		const user = await userOf(owner, member.email);
		const page = await openPage(member);
		const open = await runInDurableObject(accountStub(id), (_, state) => state.getWebSockets(user.id).length);
		expect(open).toBe(1);
		dataOf(await owner.mutate("account.removeUser", { userId: user.id }));
		await expectClosed(page, 4403);
		expect(await currentReason(member)).toBe("NO_ACCOUNT");
		const former = { companyName: "Acme", owners: ["Pat Example"], how: "removed", at: expect.any(Date) };
		expect(dataOf(await member.query("account.getFormerMembership"))).toEqual(former);
		await followDirectory(id);
		expect(await directoryOf(member.sub)).toBeNull();
		expect(dataOf(await member.query("account.getFormerMembership"))).toEqual(former);
		const company = dataOf<Company>(await owner.query("account.getCompany"));
		dataOf(await owner.mutate("account.updateCompany", { ...company, companyName: "Coyote" }));
		const renamed = { ...former, companyName: "Coyote" };
		expect(dataOf(await member.query("account.getFormerMembership"))).toEqual(renamed);
		expect((await listUsers(owner)).map(({ email }) => email)).toEqual([owner.email]);
		const own = dataOf<CurrentAccount>(await member.mutate("account.createAccount", { companyName: "Own" }));
		expect(own.companyName).toBe("Own");
	});

	it("can be invited again, before and after the directory has followed; other browsers of theirs stay out", async () => {
		for (const isFollowed of [false, true]) {
			const { id, owner } = await createOwner();
			const member = await addMember(id, "viewer");
			const other = await anewSignedIn(member, 60);
			for (const browser of [member, other]) expect(await currentReason(browser)).toBeNull();
			dataOf(await owner.mutate("account.removeUser", { userId: (await userOf(owner, member.email)).id }));
			if (isFollowed) await followDirectory(id);
			const invited = { email: member.email, role: "operator", scope: "all", note: "" };
			const { id: invitationId } = dataOf<User>(await owner.mutate("account.inviteUser", invited));
			await followDirectory(id);
			dataOf(await member.mutate("account.acceptInvitation", { invitationId }));
			await followDirectory(id);
			expect(await currentReason(member)).toBeNull();
			expect(await directoryOf(member.sub)).toBe(id);
			const response = await send(queryPath("account.getCurrent"), { headers: other.headers });
			expect([response.status, response.headers.get("x-session")]).toEqual([401, "ended"]);
		}
	});

	it("stays a member after joining again while the directory forgets them", async () => {
		const { id, owner } = await createOwner();
		const member = await addMember(id, "viewer");
		dataOf(await owner.mutate("account.removeUser", { userId: (await userOf(owner, member.email)).id }));
		await followDirectory(id);
		const invited = { email: member.email, role: "viewer", scope: "all", note: "" };
		const { id: invitationId } = dataOf<User>(await owner.mutate("account.inviteUser", invited));
		await followDirectory(id);
		dataOf(await member.mutate("account.acceptInvitation", { invitationId }));
		// Simulates work that ended before it recorded its success.
		await inAccount(id, (db) => db.update(departures).set({ isDirectoryDue: true }).run());
		for (const table of ["members_directory", "memberships"]) {
			await env.DIRECTORY.prepare(`DELETE FROM ${table} WHERE sub = ?`).bind(member.sub).run();
		}
		await followDirectory(id);
		expect(await directoryOf(member.sub)).toBe(id);
		expect(await currentReason(member)).toBeNull();
	});

	it("loses the open invitations that they sent", async () => {
		const { id, owner } = await createOwner();
		const admin = await addMember(id, "admin");
		const guest = await createPerson();
		const invited = { email: guest.email, role: "viewer", scope: "all", note: "" };
		const { id: invitationId } = dataOf<User>(await admin.mutate("account.inviteUser", invited));
		await followDirectory(id);
		dataOf(await owner.mutate("account.removeUser", { userId: (await userOf(owner, admin.email)).id }));
		expect(await reasonOf(guest.mutate("account.acceptInvitation", { invitationId }))).toBe("INVITATION_REVOKED");
	});
});

describe("leaving an account", () => {
	it("ends one's own membership, and is not taken for a removal", async () => {
		const { id, owner } = await createOwner("Acme");
		const member = await addMember(id, "viewer");
		dataOf(await member.mutate("account.leaveAccount", { companyName: "Acme" }));
		expect(await currentReason(member)).toBe("NO_ACCOUNT");
		expect(dataOf(await member.query("account.getFormerMembership"))).toMatchObject({ how: "left" });
		expect(await listUsers(owner)).toHaveLength(1);
	});

	it("requires the company's name, and is rejected for the only owner", async () => {
		const { id, owner } = await createOwner("Acme");
		const second = await addMember(id, "owner");
		const wrong = await owner.mutate("account.leaveAccount", { companyName: "acme" });
		expect(wrong.error?.data.fields).toEqual({ companyName: expect.stringContaining("Acme") });
		dataOf(await second.mutate("account.leaveAccount", { companyName: "Acme" }));
		expect(await reasonOf(owner.mutate("account.leaveAccount", { companyName: "Acme" }))).toBe("LAST_OWNER");
	});

	it("keeps an owner if two leave at once, or one disables the other who leaves", async () => {
		for (const other of ["leave", "disable"]) {
			const { id, owner } = await createOwner("Acme");
			const second = await addMember(id, "owner");
			const { id: userId } = await userOf(owner, owner.email);
			await Promise.all([
				owner.mutate("account.leaveAccount", { companyName: "Acme" }),
				other === "leave"
					? second.mutate("account.leaveAccount", { companyName: "Acme" })
					: second.mutate("account.disableUser", { userId }),
			]);
			const rows = await inAccount(id, (db) => db.select().from(users).all());
			expect(rows.filter(({ role, status }) => role === "owner" && status === "active")).toHaveLength(1);
		}
	});
});

describe("the ownership of an account", () => {
	it("passes to a member, who then sees all groups; the former owner becomes an admin", async () => {
		const { id, owner } = await createOwner();
		const group = await addGroup(id, "North");
		const member = await addMember(id, "viewer", { groupIds: [group] });
		const user = await userOf(owner, member.email);
		expect(await reasonOf(owner.mutate("account.transferOwnership", { userId: user.id }))).toBe(
			"IDENTITY_NOT_CONFIRMED",
		);
		await confirmAct(owner, transferPurpose({ userId: (await userOf(owner, owner.email)).id }));
		expect(await reasonOf(owner.mutate("account.transferOwnership", { userId: user.id }))).toBe(
			"IDENTITY_NOT_CONFIRMED",
		);
		expect((await userOf(owner, member.email)).role).toBe("viewer");
		await confirmAct(owner, transferPurpose({ userId: user.id }));
		const transferred = dataOf<User>(await owner.mutate("account.transferOwnership", { userId: user.id }));
		expect(transferred).toMatchObject({ id: user.id, role: "owner", scope: "all" });
		expect((await userOf(member, owner.email)).role).toBe("admin");
		expect(await reasonOf(owner.mutate("account.transferOwnership", { userId: user.id }))).toBe("NOT_PERMITTED");
	});

	it("rejects a transfer to a disabled user, or to oneself", async () => {
		const { id, owner } = await createOwner();
		const { id: userId } = await userOf(owner, (await addMember(id, "viewer")).email);
		dataOf(await owner.mutate("account.disableUser", { userId }));
		expect(await reasonOf(owner.mutate("account.transferOwnership", { userId }))).toBe("USER_DISABLED");
		const me = await userOf(owner, owner.email);
		expect(await reasonOf(owner.mutate("account.transferOwnership", { userId: me.id }))).toBe("OWN_ACCESS");
	});

	it("stays with one of two owners who lower each other at once", async () => {
		const { id, owner } = await createOwner();
		const second = await addMember(id, "owner");
		const [one, other] = [await userOf(owner, owner.email), await userOf(owner, second.email)];
		await Promise.all([update(owner, other, { role: "viewer" }), update(second, one, { role: "viewer" })]);
		const rows = await inAccount(id, (db) => db.select().from(users).all());
		expect(rows.filter(({ role }) => role === "owner")).toHaveLength(1);
	});
});

it("shows the last sign-in in the list, and follows a changed e-mail", async () => {
	const { id, owner } = await createOwner();
	const member = await addMember(id, "viewer");
	expect((await userOf(owner, member.email)).lastSignInAt).toBeNull();
	const authTime = Math.floor(Date.now() / 1000) - 90;
	const claims = { origin_jti: crypto.randomUUID(), auth_time: authTime, iat: authTime + 60 };
	const email = `new-${member.sub}@example.test`;
	const page = await openPage(owner);
	await (await createPerson({ sub: member.sub, email, claims })).query("account.getCurrent");
	expect((await userOf(owner, email)).lastSignInAt).toEqual(new Date(authTime * 1000));
	await expect.poll(() => page.received).toContain('{"changed":["account"]}');
});

describe("the contacts linked to a user", () => {
	const linked = async () => {
		const { id, owner } = await createOwner();
		const viewer = await addMember(id, "viewer");
		const user = await userOf(owner, viewer.email);
		const contact = await createContact(owner, { linkedUserId: user.id });
		const read = async () => dataOf<ContactDetails>(await owner.query("contact.getContact", { contactId: contact.id }));
		return { id, owner, user, read };
	};

	it("pause with the user if the caller wants it, and stay active otherwise", async () => {
		const { owner, user, read } = await linked();
		dataOf(await owner.mutate("account.disableUser", { userId: user.id }));
		expect(await read()).toMatchObject({ pausedUntil: null, linkedUserId: user.id });
		dataOf(await owner.mutate("account.enableUser", { userId: user.id }));
		dataOf(await owner.mutate("account.disableUser", { userId: user.id, linkedContacts: "pause" }));
		const paused = await read();
		expect(paused.pausedUntil?.getTime()).toBeGreaterThan(Date.now() + 364 * 24 * 60 * 60 * 1000);
		expect(paused.linkedUserId).toBe(user.id);
	});

	it("lose their link once the user is removed", async () => {
		const { owner, user, read } = await linked();
		dataOf(await owner.mutate("account.removeUser", { userId: user.id, linkedContacts: "pause" }));
		expect(await read()).toMatchObject({ pausedUntil: expect.any(Date), linkedUserId: null });
	});

	it("cannot be paused by a member who sees some groups only", async () => {
		const { id, owner } = await linked();
		const group = await addGroup(id, "Own");
		const admin = await addMember(id, "admin", { groupIds: [group] });
		const viewer = await addMember(id, "viewer", { groupIds: [group] });
		const userId = (await userOf(owner, viewer.email)).id;
		const response = admin.mutate("account.removeUser", { userId, linkedContacts: "pause" });
		expect(await reasonOf(response)).toBe("NOT_PERMITTED");
		expect((await userOf(owner, viewer.email)).status).toBe("active");
	});
});
