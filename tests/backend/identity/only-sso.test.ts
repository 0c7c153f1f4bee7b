import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { notices } from "../../../backend/db/schema";
import type { CurrentAccount, Membership } from "../../../shared/account/account";
import type { AuditPage } from "../../../shared/account/audit";
import type { SsoSettings } from "../../../shared/account/sso";
import type { SignInWay } from "../../../shared/session/second-step-report";
import { secondStepPath } from "../../../shared/session/session";
import { listUsers, reasonOf, userOf } from "../fixtures/account-users";
import { addMember, createOwner, inAccount, joinToo, type TestAccount } from "../fixtures/fleet";
import { invite } from "../fixtures/invitations";
import { openPage } from "../fixtures/live-page";
import { createPerson, dataOf, naming, type Person, send } from "../fixtures/people";
import { arrive, company, ssoPerson } from "../fixtures/sso-company";

const denial = (person: Person, path = "account.getCurrent") => reasonOf(person.query(path));
const current = async (person: Person) => dataOf<CurrentAccount>(await person.query("account.getCurrent"));
const settings = async (person: Person) => dataOf<SsoSettings>(await person.query("account.getSso"));
const requireSso = (person: Person, emergencyOwnerIds: string[] | null) =>
	person.mutate("account.requireSso", { emergencyOwnerIds });
const fieldOf = async (response: ReturnType<Person["mutate"]>) =>
	(await response).error?.data.fields?.emergencyOwnerIds ?? null;

/** As the console reports at a sign-in by the user pool. `way` null: with the profile. */
function report(
	{ headers }: Person,
	secondStep: "on" | "off" | null = "on",
	way: SignInWay | null = secondStep === "off" ? "password" : "code",
): Promise<Response> {
	const sent = new Headers(headers);
	sent.set("content-type", "application/json");
	return send(secondStepPath, { method: "POST", headers: sent, body: JSON.stringify({ secondStep, way }) });
}

const emergencyStanding = async ({ headers }: Person) => (await send(secondStepPath, { headers })).json();

/** Another sign-in of the same person by the user pool. */
const signedInAgain = ({ sub, email }: Person) =>
	createPerson({ sub, email, claims: { origin_jti: crypto.randomUUID(), auth_time: Math.floor(Date.now() / 1_000) } });

/** A company whose owner has a second step, and a member who has come in by the provider. */
async function readyCompany() {
	const made = await company({ newcomer: { role: "viewer", scope: "all" } });
	await report(made.owner);
	const ada = await ssoPerson({ provider: made.provider, email: `ada@${made.domain}` });
	expect(await arrive(ada)).toBe("member");
	await current(ada);
	return { ...made, ada, ownerId: (await current(made.owner)).me.id };
}

/** The account of `readyCompany`, which members enter by the provider alone. */
async function closedCompany() {
	const made = await readyCompany();
	const closed = dataOf<SsoSettings>(await requireSso(made.owner, [made.ownerId]));
	expect(closed.emergencyOwnerIds).toEqual([made.ownerId]);
	return made;
}

const told = ({ id }: TestAccount) =>
	inAccount(id, (db) =>
		db
			.select({ recipient: notices.recipientKey, facts: notices.facts })
			.from(notices)
			.where(eq(notices.cause, "emergency"))
			.all(),
	);

describe("an account that signs in by its provider alone", () => {
	it("S84 denies members who sign in by the user pool, and their live pages, and goes on for the provider's", async () => {
		const { id, owner, ownerId, ada, domain } = await readyCompany();
		const member = await createPerson({ email: `ben@${domain}` });
		await joinToo(member, id, "admin");
		const page = await openPage(naming(member, id));
		expect(await denial(member)).toBeNull();
		dataOf(await requireSso(owner, [ownerId]));
		await expect.poll(page.closeCode, { timeout: 10_000 }).toBe(4401);
		expect(await denial(member)).toBe("SESSION_ONLY_SSO");
		const checked = await send("/api/session", { headers: member.headers });
		expect([checked.status, checked.headers.get("x-session-reason")]).toEqual([401, "onlySso"]);
		expect((await report(member)).headers.get("x-session-reason")).toBe("onlySso");
		expect((await current(ada)).id).toBe(id);
		expect((await current(owner)).id).toBe(id);
		dataOf(await requireSso(owner, null));
		expect(await denial(member)).toBeNull();
	});

	it("S84 leaves the member's other accounts open to the same sign-in", async () => {
		const { id, domain } = await closedCompany();
		const other = await createOwner("Other");
		const member = await createPerson({ email: `ben@${domain}` });
		await joinToo(member, id, "admin");
		await joinToo(member, other.id, "viewer");
		expect(await denial(naming(member, id))).toBe("NO_ACCESS");
		expect((await current(naming(member, other.id))).id).toBe(other.id);
		expect((await send("/api/session", { headers: member.headers })).status).toBe(204);
		expect((await report(member)).status).toBe(204);
		expect(dataOf<Membership[]>(await naming(member, other.id).query("account.getMemberships"))).toContainEqual(
			expect.objectContaining({ accountId: id, state: "signedOut", isOnlySso: true }),
		);
	});

	it("S84 takes no downgrade: neither an invitation accepted by password nor a token without its id token", async () => {
		const { id, ada, domain, provider } = await closedCompany();
		const email = `new@${domain}`;
		const bySignUp = await createPerson({ email });
		const invitationId = await invite({ email, accountId: id, role: "admin" });
		expect(await reasonOf(bySignUp.mutate("account.acceptInvitation", { invitationId }))).toBe("INVITATION_ONLY_SSO");
		expect(await denial(bySignUp)).toBe("NO_ACCOUNT");
		const byProvider = await ssoPerson({ provider, email });
		expect(await arrive(byProvider)).toBe("member");
		expect((await current(byProvider)).me.role).toBe("admin");
		const stolen = await createPerson({ sub: ada.sub, email: ada.email });
		expect(await denial(stolen)).toBe("SESSION_ONLY_SSO");
		ada.headers.delete("x-aqlcloud-id-token");
		expect((await current(ada)).id).toBe(id);
	});

	it("S85 lets an emergency owner in by a second step alone, and reports each sign-in to every owner once", async () => {
		const closed = await closedCompany();
		const { id, owner, ownerId } = closed;
		const second = await addMember(id, "owner");
		expect(await denial(second)).toBe("SESSION_ONLY_SSO");
		expect(await told(closed)).toEqual([]);
		const again = await signedInAgain(owner);
		expect(await denial(again)).toBe("SESSION_ONLY_SSO");
		expect((await report(again)).status).toBe(204);
		for (let count = 0; count < 3; count += 1) expect((await current(again)).id).toBe(id);
		const messages = await told(closed);
		expect(new Set(messages.map(({ recipient }) => recipient)).size).toBe(2);
		expect(messages).toHaveLength(2);
		expect(messages[0]?.facts).toMatchObject({ email: owner.email, path: "/accounts/users" });
		const byPasskey = await signedInAgain(owner);
		expect((await report(byPasskey, null, "passkey")).status).toBe(204);
		await current(byPasskey);
		expect(await told(closed)).toHaveLength(4);
		const { entries } = dataOf<AuditPage>(await owner.query("account.getAudit", {}));
		expect(entries[0]).toMatchObject({ action: "system.useEmergencyWay", actor: { id: ownerId } });
		const untimed = await createPerson({
			sub: owner.sub,
			email: owner.email,
			claims: { origin_jti: undefined, auth_time: undefined },
		});
		await report(untimed);
		expect(await denial(untimed)).toBe("SESSION_ONLY_SSO");
	});

	it("S85 takes no second step of another sign-in, nor one that the profile reports", async () => {
		const { id, owner } = await closedCompany();
		const byPassword = await signedInAgain(owner);
		expect((await report(byPassword, "on", null)).status).toBe(401);
		expect(await denial(byPassword)).toBe("SESSION_ONLY_SSO");
		expect(await emergencyStanding(byPassword)).toBe("unproven");
		expect((await current(owner)).id).toBe(id);
		expect(await emergencyStanding(owner)).toBe("proven");
		await report(owner, "off", null);
		expect((await current(owner)).id).toBe(id);
	});

	it.for(["password", "setUp"] as const)(
		"S91 drops an emergency owner whom the password alone let in (%s), until an owner chooses them again",
		async (way) => {
			const closed = await closedCompany();
			const { id, owner, ownerId, ada } = closed;
			const adaId = (await current(ada)).me.id;
			dataOf(await owner.mutate("account.updateUser", { userId: adaId, version: 1, role: "owner", scope: "all" }));
			const stranger = await signedInAgain(owner);
			expect((await report(stranger, way === "setUp" ? "on" : "off", way)).status).toBe(401);
			expect((await settings(ada)).emergencyOwnerIds).toEqual([]);
			expect(await told(closed)).toContainEqual(
				expect.objectContaining({ facts: expect.objectContaining({ isDropped: true, email: owner.email }) }),
			);
			const byCode = await signedInAgain(owner);
			expect((await report(byCode)).status).toBe(401);
			for (const each of [stranger, byCode, owner]) expect(await denial(each)).toBe("SESSION_ONLY_SSO");
			const { entries } = dataOf<AuditPage>(await ada.query("account.getAudit", {}));
			expect(entries[0]).toMatchObject({ action: "system.dropEmergencyOwner", actor: { id: ownerId } });
			dataOf(await requireSso(ada, [ownerId]));
			const again = await signedInAgain(owner);
			expect((await report(again)).status).toBe(204);
			expect((await current(again)).id).toBe(id);
		},
	);

	it("S92 makes an owner choose a demoted, disabled or removed emergency owner again", async () => {
		const { id, owner, ownerId, ada, domain } = await closedCompany();
		const adaId = (await current(ada)).me.id;
		dataOf(await owner.mutate("account.updateUser", { userId: adaId, version: 1, role: "owner", scope: "all" }));
		const second = await createPerson({ email: `second@${domain}` });
		await joinToo(second, id, "owner");
		await report(second);
		const userId = (await userOf(ada, second.email)).id;
		const update = async (role: "owner" | "admin") => {
			const { version } = await userOf(ada, second.email);
			dataOf(await ada.mutate("account.updateUser", { userId, version, role, scope: "all" }));
		};
		const choose = async () => dataOf(await requireSso(ada, [ownerId, userId]));
		await choose();
		await update("admin");
		await update("owner");
		expect((await settings(ada)).emergencyOwnerIds).toEqual([ownerId]);
		await choose();
		dataOf(await ada.mutate("account.disableUser", { userId, takesKeys: false }));
		dataOf(await ada.mutate("account.enableUser", { userId }));
		expect((await settings(ada)).emergencyOwnerIds).toEqual([ownerId]);
		const again = await signedInAgain(second);
		expect((await report(again)).status).toBe(401);
	});

	it("tells a disabled member that they are disabled, and not that single sign-on is required", async () => {
		const { id, owner, domain } = await closedCompany();
		const ben = await createPerson({ email: `ben@${domain}` });
		await joinToo(ben, id, "viewer");
		const userId = (await userOf(owner, ben.email)).id;
		dataOf(await owner.mutate("account.disableUser", { userId, takesKeys: false }));
		expect((await report(ben, "off")).status).toBe(204);
		expect(await denial(ben)).toBe("NO_ACCESS");
	});

	it("S86 locks no account out: it needs a ready provider, a held domain, a sign-in by it, and an owner with a second step", async () => {
		const bare = await createOwner();
		await report(bare.owner);
		const { me } = await current(bare.owner);
		expect((await settings(bare.owner)).gaps).toEqual(["provider", "domain"]);
		expect(await fieldOf(requireSso(bare.owner, [me.id]))).toBe("The sign-in service is not ready yet.");
		for (const state of [{ isReady: false }, { isHeld: false }, { missingSince: 1 }, { missingSince: Date.now() }]) {
			const made = await company(state);
			await report(made.owner);
			expect(await fieldOf(requireSso(made.owner, [(await current(made.owner)).me.id]))).toMatch(
				/not ready|No domain is proved/,
			);
		}
		const untried = await company();
		await report(untried.owner);
		const untriedOwner = (await current(untried.owner)).me.id;
		expect(await fieldOf(requireSso(untried.owner, [untriedOwner]))).toContain("Nobody has signed in");
		const { id, owner, ownerId, ada } = await readyCompany();
		await report(owner, "off");
		expect(await fieldOf(requireSso(owner, [ownerId]))).toContain("has not signed in by password and second step");
		const adaId = (await current(ada)).me.id;
		expect(await fieldOf(requireSso(owner, [adaId]))).toBe("One of them is no owner any more. Choose again.");
		const four = await Promise.all(Array.from({ length: 4 }, () => addMember(id, "owner")));
		const ids = (await listUsers(owner)).filter(({ email }) => four.some((each) => each.email === email));
		expect(
			await fieldOf(
				requireSso(
					owner,
					ids.map((each) => each.id),
				),
			),
		).toBe("Choose one to 3 owners.");
	});

	it("S86 keeps an emergency owner, whatever is done to members", async () => {
		const { id, owner, ownerId, ada } = await closedCompany();
		const adaId = (await current(ada)).me.id;
		dataOf(await owner.mutate("account.updateUser", { userId: adaId, version: 1, role: "owner", scope: "all" }));
		const { version } = await userOf(ada, owner.email);
		const companyName = (await current(owner)).companyName;
		const changes: [Person, string, object][] = [
			[ada, "account.updateUser", { userId: ownerId, version, role: "admin", scope: "all" }],
			[ada, "account.disableUser", { userId: ownerId, takesKeys: false }],
			[ada, "account.removeUser", { userId: ownerId, takesKeys: false }],
			[owner, "account.leaveAccount", { companyName }],
		];
		for (const [person, path, input] of changes) {
			expect(await reasonOf(person.mutate(path, input)), path).toBe("LAST_EMERGENCY_OWNER");
		}
		const second = await addMember(id, "owner");
		expect((await report(second)).status).toBe(401);
		dataOf(await requireSso(ada, [ownerId, (await userOf(ada, second.email)).id]));
		dataOf(await ada.mutate("account.removeUser", { userId: ownerId, takesKeys: false }));
		expect(await denial(second)).toBe("SESSION_ONLY_SSO");
		const again = await signedInAgain(second);
		await report(again);
		expect((await current(again)).id).toBe(id);
	});

	it("S86 keeps the last emergency owner with a second step, and lets one without it go", async () => {
		const { id, owner, ownerId, ada } = await closedCompany();
		const adaId = (await current(ada)).me.id;
		dataOf(await owner.mutate("account.updateUser", { userId: adaId, version: 1, role: "owner", scope: "all" }));
		const second = await addMember(id, "owner");
		await report(second);
		const secondId = (await userOf(ada, second.email)).id;
		dataOf(await requireSso(ada, [ownerId, secondId]));
		const again = await signedInAgain(second);
		expect((await report(again)).status).toBe(204);
		await report(again, "off", null);
		const removed = (userId: string) => reasonOf(ada.mutate("account.removeUser", { userId, takesKeys: false }));
		expect(await removed(ownerId)).toBe("LAST_EMERGENCY_OWNER");
		expect(await removed(secondId)).toBeNull();
		await report(owner, "off", null);
		const other = await addMember(id, "viewer");
		expect(await removed((await userOf(ada, other.email)).id)).toBeNull();
		expect(await removed(ownerId)).toBe("LAST_EMERGENCY_OWNER");
	});

	it("S86 keeps the provider and the last domain, and stays closed while a replaced provider or a sleeping domain waits", async () => {
		const { id, owner, ownerId, domain, ada } = await closedCompany();
		expect(await reasonOf(owner.mutate("account.removeProvider"))).toBe("ONLY_SSO");
		expect(await reasonOf(owner.mutate("account.releaseDomain", { domain }))).toBe("ONLY_SSO");
		const member = await createPerson({ email: `ben@${domain}` });
		await joinToo(member, id, "admin");
		await env.DIRECTORY.prepare("UPDATE domain_claims SET missing_since = 1 WHERE account_id = ?").bind(id).run();
		expect(await denial(member)).toBe("SESSION_ONLY_SSO");
		expect((await current(ada)).id).toBe(id);
		const saml = { kind: "saml", metadataUrl: "https://id.example.com/m" };
		const replaced = dataOf<SsoSettings>(await owner.mutate("account.requestProvider", saml));
		expect(replaced).toMatchObject({ emergencyOwnerIds: [ownerId], gaps: ["provider", "domain", "signIn"] });
		expect(await denial(member)).toBe("SESSION_ONLY_SSO");
		const again = await signedInAgain(owner);
		await report(again);
		expect((await current(again)).id).toBe(id);
	});

	it("S93 never closes without its provider and a domain, whichever changes come together", async () => {
		const changes = {
			close: (owner: Person, ownerId: string) => requireSso(owner, [ownerId]),
			open: (owner: Person) => requireSso(owner, null),
			removeProvider: (owner: Person) => owner.mutate("account.removeProvider"),
			releaseDomain: (owner: Person, _: string, domain: string) => owner.mutate("account.releaseDomain", { domain }),
		};
		const names = ["close", "removeProvider", "releaseDomain", "open"] as const;
		const orders = names.flatMap((one) => names.map((other) => [one, other, "close"] as const));
		const outcomes = new Set<string>();
		for (const order of orders) {
			const { owner, ownerId, domain, ada } = await readyCompany();
			const results = await Promise.all(order.map((name) => changes[name](owner, ownerId, domain)));
			for (const [index, { error }] of results.entries()) {
				outcomes.add(`${order[index]} ${error ? (error.data.reason ?? "field") : "done"}`);
			}
			const { emergencyOwnerIds, provider, domains } = await settings(owner);
			const isClosed = emergencyOwnerIds !== null;
			expect(!isClosed || (provider !== null && domains.length > 0), order.join(" ")).toBe(true);
			if (isClosed) expect(await denial(ada), order.join(" ")).toBeNull();
		}
		expect(outcomes).toContain("removeProvider ONLY_SSO");
		expect(outcomes).toContain("close field");
	});
});

describe("the second step of a member who signs in both ways", () => {
	it("S87 counts at the provider for that sign-in alone", async () => {
		const { id, owner, domain, provider } = await readyCompany();
		const ben = await createPerson({ email: `ben@${domain}` });
		await joinToo(ben, id, "admin");
		await report(ben, "off");
		dataOf(await owner.mutate("account.requireSecondStep", { graceDays: 0 }));
		const bySso = await ssoPerson({ provider, email: ben.email });
		expect(await arrive(bySso)).toBe("member");
		expect(await denial(bySso, "account.getUsers")).toBeNull();
		expect(await denial(ben, "account.getUsers")).toBe("SECOND_STEP_REQUIRED");
	});

	it("S89 counts by a passkey for the sign-in by it, and the same person's password stays denied", async () => {
		const { id, owner } = await readyCompany();
		const ben = await addMember(id, "admin");
		dataOf(await owner.mutate("account.requireSecondStep", { graceDays: 0 }));
		const [byPasskey, byPassword] = [await signedInAgain(ben), await signedInAgain(ben)];
		expect((await report(byPasskey, "off", "passkey")).status).toBe(204);
		expect((await report(byPassword, "off")).status).toBe(204);
		expect(await denial(byPasskey, "account.getUsers")).toBeNull();
		expect((await current(byPasskey)).me.secondStep).toBe("on");
		expect(await denial(byPassword, "account.getUsers")).toBe("SECOND_STEP_REQUIRED");
		expect(await userOf(owner, ben.email)).toMatchObject({ secondStep: "off" });
		const unread = await signedInAgain(ben);
		await report(unread, null, "passkey");
		expect(await denial(unread, "account.getUsers")).toBeNull();
	});
});
