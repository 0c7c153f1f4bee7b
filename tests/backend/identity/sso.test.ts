import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { listAccountIds } from "../../../backend/db/account-membership-rows";
import { departures } from "../../../backend/db/schema";
import type { CurrentAccount, Invitation, Membership } from "../../../shared/account/account";
import type { AuditPage } from "../../../shared/account/audit";
import { dayMs } from "../../../shared/base/durations";
import { headerNames } from "../../../shared/base/header-names";
import { sessionEndPath } from "../../../shared/session/session";
import { ssoOfferPath } from "../../../shared/session/sso-offer";
import { userOf } from "../fixtures/account-users";
import { addMember, createOwner, inAccount, joinToo } from "../fixtures/fleet";
import { followDirectory, invite } from "../fixtures/invitations";
import { takeLogs } from "../fixtures/logs";
import { createPerson, dataOf, naming, type Person, send } from "../fixtures/people";
import { arrive, company, ssoPerson } from "../fixtures/sso-company";

const current = async (person: Person) => dataOf<CurrentAccount>(await person.query("account.getCurrent"));
const denial = async (person: Person, path = "account.getCurrent") => (await person.query(path)).error?.data.reason;
const offer = async (domain: string) => {
	const response = await send(`${ssoOfferPath}?domain=${domain}`);
	return response.status === 204 ? null : response.json();
};

describe("a company's provider", () => {
	it("appears for the domain that its account holds, once it is ready", async () => {
		const { domain, provider } = await company();
		expect(await offer(domain)).toEqual({ provider, company: "Company" });
		expect(await offer(`mail.${domain}`)).toBeNull();
		expect(await offer("")).toBeNull();
		expect(await offer((await company({ isReady: false })).domain)).toBeNull();
		expect(await offer((await company({ isHeld: false })).domain)).toBeNull();
	});

	it("appears until the domain's record was gone for seven days", async () => {
		const awake = await company({ missingSince: Date.now() - 7 * dayMs + 60_000 });
		const asleep = await company({ missingSince: Date.now() - 7 * dayMs - 60_000 });
		expect(await offer(awake.domain)).not.toBeNull();
		expect(await offer(asleep.domain)).toBeNull();
	});
});

describe("an arrival by a company's provider", () => {
	it("S82 signs in the member whose address it is, in this account", async () => {
		const { id, domain, provider } = await company();
		const known = await addMember(id, "admin");
		const email = `grace@${domain}`;
		const invited = await createPerson({ email });
		await joinToo(invited, id, "operator");
		const person = await ssoPerson({ provider, email: `Grace@${domain.toUpperCase()}` });
		expect(await denial(person)).toBe("NO_ACCOUNT");
		expect(await arrive(person)).toBe("member");
		expect((await current(person)).me).toMatchObject({ email, role: "operator" });
		expect((await current(person)).me.id).toBe((await current(invited)).me.id);
		expect((await current(known)).me.role).toBe("admin");
	});

	it("ends 12 hours after the sign-in, also without its id token, while another account of the member goes on", async () => {
		const { id, domain, provider } = await company();
		const [member, elsewhere] = [await createPerson({ email: `ada@${domain}` }), await createOwner()];
		await joinToo(member, id);
		await joinToo(member, elsewhere.id);
		const [sub, twelveHours] = [crypto.randomUUID(), 12 * 3_600];
		const signedInAgo = (ageSeconds: number) => ssoPerson({ provider, email: `ada@${domain}`, sub, ageSeconds });
		expect(await arrive(await signedInAgo(0))).toBe("member");
		expect(await denial(await signedInAgo(twelveHours - 60))).toBeUndefined();
		expect((await current(await signedInAgo(0))).ownSessionHours).toBe(12);
		expect((await current(naming(member, id))).ownSessionHours).toBeNull();
		const old = await signedInAgo(twelveHours + 60);
		expect(await denial(old)).toBe("SESSION_TOO_OLD");
		old.headers.delete(headerNames.idToken);
		expect(await denial(old)).toBe("SESSION_TOO_OLD");
		expect(await denial(naming(member, elsewhere.id))).toBeUndefined();
	});

	it("S82 opens none of the member's other accounts, nor lists them or their invitations", async () => {
		const acme = await company();
		const other = await createOwner("Other");
		const email = `ada@${acme.domain}`;
		const ada = await createPerson({ email });
		await joinToo(ada, acme.id);
		await joinToo(ada, other.id, "owner");
		await invite({ email, accountId: (await createOwner("Third")).id });
		const person = await ssoPerson({ provider: acme.provider, email });
		expect(await arrive(person)).toBe("member");
		expect((await current(person)).id).toBe(acme.id);
		expect(await denial(naming(person, other.id))).toBe("NO_ACCESS");
		expect(dataOf<Membership[]>(await person.query("account.getMemberships"))).toHaveLength(1);
		expect(dataOf<Invitation[]>(await person.query("account.getInvitations"))).toEqual([]);
		expect(dataOf<Invitation[]>(await ada.query("account.getInvitations"))).toHaveLength(1);
		expect((await person.mutate("account.createAccount", { companyName: "Mine", timeZone: "UTC" })).data).toMatchObject(
			{
				id: acme.id,
			},
		);
	});

	it.for([true, false])(
		"S82 signs nobody in with an address of a domain that its account does not hold, verified: %s",
		async (isEmailVerified) => {
			const [acme, victim] = [await company(), await company()];
			const email = `ceo@${victim.domain}`;
			const ceo = await createPerson({ email });
			await joinToo(ceo, victim.id, "owner");
			await joinToo(ceo, acme.id, "owner");
			const forged = await ssoPerson({ provider: acme.provider, email, isEmailVerified });
			expect(await arrive(forged)).toBe("denied");
			expect(await denial(forged)).toBe("NO_ACCOUNT");
			expect(await denial(naming(forged, victim.id))).toBe("NO_ACCOUNT");
			const invitationId = await invite({ email, accountId: (await createOwner("Third")).id });
			expect((await forged.mutate("account.acceptInvitation", { invitationId })).error?.data.reason).toBe(
				"EMAIL_NOT_VERIFIED",
			);
			expect(await listAccountIds(env.DIRECTORY, forged.sub)).toEqual([]);
		},
	);

	it("S82 stays nobody where its provider was removed, or never was an account's", async () => {
		const acme = await company();
		const email = `ada@${acme.domain}`;
		const unknown = await ssoPerson({ provider: "sso-nobodys1", email });
		expect(await arrive(unknown)).toBe("denied");
		const person = await ssoPerson({ provider: acme.provider, email });
		await env.DIRECTORY.prepare("DELETE FROM identity_providers WHERE name = ?").bind(acme.provider).run();
		expect(await arrive(person)).toBe("denied");
		const invitationId = await invite({ email, accountId: (await createOwner("Third")).id });
		for (const nobody of [unknown, person]) {
			expect((await nobody.mutate("account.acceptInvitation", { invitationId })).error?.data.reason).toBe(
				"EMAIL_NOT_VERIFIED",
			);
		}
	});

	it("S90 ends with its removed provider at once, while the member's password goes on", async () => {
		const { id, owner, domain, provider } = await company();
		const ada = await createPerson({ email: `ada@${domain}` });
		await joinToo(ada, id);
		const bySso = await ssoPerson({ provider, email: ada.email });
		expect(await arrive(bySso)).toBe("member");
		expect((await current(bySso)).id).toBe(id);
		expect((await current(ada)).id).toBe(id);
		const unused = await ssoPerson({ provider, email: ada.email });
		expect(await arrive(unused)).toBe("member");
		dataOf(await owner.mutate("account.removeProvider"));
		expect(await denial(bySso)).toBe("SESSION_ENDED");
		expect(await denial(unused)).toBe("SESSION_ENDED");
		expect(await denial(ada)).toBeUndefined();
		expect(await arrive(bySso)).toBe("denied");
	});

	it("S90 ends with a provider that another one has replaced, once that one is removed", async () => {
		const { owner, domain, provider } = await company({ newcomer: { role: "viewer", scope: "all" } });
		const bySso = await ssoPerson({ provider, email: `ada@${domain}` });
		expect(await arrive(bySso)).toBe("member");
		bySso.headers.delete(headerNames.idToken);
		expect(await denial(bySso)).toBeUndefined();
		dataOf(await owner.mutate("account.requestProvider", { kind: "saml", metadataUrl: "https://id.example.com/m" }));
		expect(await denial(bySso)).toBeUndefined();
		dataOf(await owner.mutate("account.removeProvider"));
		expect(await denial(bySso)).toBe("SESSION_ENDED");
	});

	it("S82 stays the person it was first, whatever address it asserts later", async () => {
		const { id, domain, provider } = await company();
		const [ada, owner] = [
			await createPerson({ email: `ada@${domain}` }),
			await createPerson({ email: `boss@${domain}` }),
		];
		await joinToo(ada, id, "viewer");
		await joinToo(owner, id, "owner");
		const first = await ssoPerson({ provider, email: ada.email });
		expect(await arrive(first)).toBe("member");
		const later = await ssoPerson({ provider, email: owner.email, sub: first.sub });
		expect(await arrive(later)).toBe("member");
		expect((await current(later)).me.role).toBe("viewer");
	});

	it("lets people in who are new, with the role and scope that the owner chose for the domain", async () => {
		const { id, owner, domain, provider } = await company({ newcomer: { role: "operator", scope: "all" } });
		const person = await ssoPerson({ provider, email: `new@${domain}`, isEmailVerified: false });
		expect(await arrive(person)).toBe("member");
		expect((await current(person)).me).toMatchObject({
			role: "operator",
			email: `new@${domain}`,
			name: "Ada Asserted",
		});
		expect(await userOf(owner, `new@${domain}`)).toMatchObject({ role: "operator", secondStep: "provider" });
		const { entries } = dataOf<AuditPage>(await owner.query("account.getAudit", {}));
		expect(entries[0]).toMatchObject({ action: "system.joinBySso", actor: { name: "Ada Asserted" } });
		expect(await listAccountIds(env.DIRECTORY, person.sub)).toEqual([id]);
	});

	it("lets people in by an invitation, and nobody else where the domain asks for one", async () => {
		const { id, domain, provider } = await company();
		const invited = await ssoPerson({ provider, email: `invited@${domain}` });
		const stranger = await ssoPerson({ provider, email: `stranger@${domain}` });
		await invite({ email: invited.email, accountId: id, role: "admin" });
		expect(await arrive(invited)).toBe("member");
		expect((await current(invited)).me.role).toBe("admin");
		expect(await arrive(stranger)).toBe("denied");
		expect(await listAccountIds(env.DIRECTORY, stranger.sub)).toEqual([]);
	});

	it("keeps out whom an owner has disabled or removed, until they are invited again", async () => {
		const { id, owner, domain, provider } = await company({ newcomer: { role: "viewer", scope: "all" } });
		const person = await ssoPerson({ provider, email: `gone@${domain}` });
		expect(await arrive(person)).toBe("member");
		const { id: userId } = await userOf(owner, person.email);
		dataOf(await owner.mutate("account.disableUser", { userId, takesKeys: false }));
		expect(await arrive(person)).toBe("denied");
		dataOf(await owner.mutate("account.removeUser", { userId, takesKeys: false }));
		await followDirectory(id);
		expect(await arrive(person)).toBe("denied");
		await invite({ email: person.email, accountId: id });
		expect(await arrive(person)).toBe("member");
	});

	it("a person who was removed or left stays out, also where they had signed in by password", async () => {
		const { id, owner, domain, provider } = await company({ newcomer: { role: "viewer", scope: "all" } });
		const [removed, left] = [
			await createPerson({ email: `removed@${domain}` }),
			await createPerson({ email: `left@${domain}` }),
		];
		await joinToo(removed, id);
		await joinToo(left, id);
		const { id: userId } = await userOf(owner, removed.email);
		dataOf(await owner.mutate("account.removeUser", { userId, takesKeys: false }));
		dataOf(await left.mutate("account.leaveAccount", { companyName: (await current(owner)).companyName }));
		for (const { email } of [removed, left]) {
			const bySso = await ssoPerson({ provider, email });
			expect(await arrive(bySso)).toBe("denied");
			await invite({ email, accountId: id });
			expect(await arrive(bySso)).toBe("member");
		}
	});

	it("S98 keeps out who may be a member that the previous release removed, and lets in who cannot be", async () => {
		const { id, owner, domain, provider } = await company({ newcomer: { role: "viewer", scope: "all" } });
		const removed = await createPerson({ email: `gone@${domain}` });
		await joinToo(removed, id);
		const { id: userId } = await userOf(owner, removed.email);
		dataOf(await owner.mutate("account.removeUser", { userId, takesKeys: false }));
		await inAccount(id, (db) => db.update(departures).set({ email: null }).run());
		const arrival = async (name: string) => arrive(await ssoPerson({ provider, email: `${name}@${domain}` }));
		expect(await arrival("gone")).toBe("denied");
		expect(await arrival("gus")).toBe("denied");
		expect(await arrival("ada")).toBe("member");
		await inAccount(id, (db) =>
			db
				.update(departures)
				.set({ at: new Date(1) })
				.run(),
		);
		expect(await arrival("ben")).toBe("denied");
		await invite({ email: `ben@${domain}`, accountId: id });
		expect(await arrival("ben")).toBe("member");
	});

	it("lets members in while the domain sleeps, and nobody new", async () => {
		const { id, domain, provider } = await company({ newcomer: { role: "viewer", scope: "all" } });
		const known = await ssoPerson({ provider, email: `known@${domain}` });
		expect(await arrive(known)).toBe("member");
		await env.DIRECTORY.prepare("UPDATE domain_claims SET missing_since = 1 WHERE account_id = ?").bind(id).run();
		expect(await arrive(known)).toBe("member");
		expect(await arrive(await ssoPerson({ provider, email: `new@${domain}` }))).toBe("denied");
	});

	it("needs valid tokens of one person", async () => {
		const { domain, provider } = await company({ newcomer: { role: "viewer", scope: "all" } });
		const [one, other] = [
			await ssoPerson({ provider, email: `one@${domain}` }),
			await ssoPerson({ provider, email: `other@${domain}` }),
		];
		const headers = new Headers(one.headers);
		headers.set("x-aqlcloud-id-token", other.headers.get("x-aqlcloud-id-token") ?? "");
		expect(await arrive({ ...one, headers })).toBe("denied");
		expect(await arrive({ ...one, headers: new Headers() })).toBe("denied");
	});

	it("ends its own sign-in at sign-out, and no other of the person", async () => {
		const { id, domain, provider } = await company();
		const ada = await createPerson({ email: `ada@${domain}` });
		await joinToo(ada, id);
		const person = await ssoPerson({ provider, email: ada.email });
		await arrive(person);
		expect((await current(person)).id).toBe(id);
		const authorization = person.headers.get("authorization") ?? "";
		expect((await send(sessionEndPath, { method: "POST", headers: { authorization } })).status).toBe(204);
		expect(await denial(person)).toBe("SESSION_ENDED");
		expect((await current(ada)).id).toBe(id);
		takeLogs();
	});
});
