import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { invitations, users } from "../../../backend/db/schema";
import type { CurrentAccount, Invitation, OpenedInvitation, User } from "../../../shared/account/account";
import { serverLimits } from "../../../shared/base/limits";
import { listUsers, reasonOf, userOf } from "../fixtures/account-users";
import { accountStub, addGroup, addMember, createOwner, inAccount, newId } from "../fixtures/fleet";
import { followDirectory, invite } from "../fixtures/invitations";
import { createPerson, dataOf, naming, type Person } from "../fixtures/people";
import { workThrough } from "../fixtures/works";

const sendTo = (asks: Person, email: string, access: object = {}) =>
	asks.mutate("account.inviteUser", { email, role: "viewer", scope: "all", note: "", ...access });
const open = async (person: Person, invitationId: string) =>
	dataOf<OpenedInvitation>(await person.query("account.getInvitation", { invitationId }));
const accept = (person: Person, invitationId: string) => person.mutate("account.acceptInvitation", { invitationId });

async function invited() {
	const { id, owner } = await createOwner("Acme");
	const guest = await createPerson({ name: "Gus Guest" });
	const user = dataOf<User>(await sendTo(owner, guest.email, { role: "operator", note: " Welcome " }));
	await followDirectory(id);
	return { id, owner, guest, user };
}

describe("an invitation", () => {
	it("appears in the list of users until it is accepted, with its end and note", async () => {
		const { id, owner, guest, user } = await invited();
		const at = expect.any(Date);
		expect(user).toEqual({
			id: expect.stringMatching(/^inv_/),
			version: 1,
			name: "",
			email: guest.email,
			role: "operator",
			scope: "all",
			status: "invited",
			lastSeenAt: null,
			lastSignInAt: null,
			createdAt: at,
			invitation: {
				invitedBy: (await userOf(owner, owner.email)).id,
				inviterName: "Pat Example",
				note: "Welcome",
				sentAt: at,
				expiresAt: at,
				mail: { state: "queued", reason: null },
			},
		});
		const { sentAt, expiresAt } = user.invitation ?? { sentAt: new Date(0), expiresAt: new Date(0) };
		expect(expiresAt.getTime() - sentAt.getTime()).toBe(serverLimits.invitationMs);
		expect(await userOf(owner, guest.email)).toMatchObject({ id: user.id, status: "invited", version: 1 });
		dataOf(await accept(guest, user.id));
		await followDirectory(id);
		expect(await userOf(owner, guest.email)).toMatchObject({ name: "Gus Guest", status: "active", invitation: null });
		expect(await listUsers(owner)).toHaveLength(2);
		expect(dataOf(await guest.query("account.getInvitations"))).toEqual([]);
	});

	it("ignores the case of its address, and adds no member when it is opened", async () => {
		const { id, owner } = await createOwner();
		const guest = await createPerson();
		const user = dataOf<User>(await sendTo(owner, ` ${guest.email.toUpperCase()} `));
		expect(user.email).toBe(guest.email);
		await followDirectory(id);
		expect((await open(guest, user.id)).state).toBe("open");
		expect(dataOf<Invitation[]>(await guest.query("account.getInvitations"))).toHaveLength(1);
		expect((await guest.query("account.getCurrent")).error?.data.reason).toBe("NO_ACCOUNT");
	});

	it("rejects a second one for the address at its field while the first is open, and not afterwards", async () => {
		const { id, owner, guest, user } = await invited();
		expect(await reasonOf(sendTo(owner, guest.email))).toBe("ALREADY_INVITED");
		dataOf(await owner.mutate("account.revokeInvitation", { invitationId: user.id }));
		const again = dataOf<User>(await sendTo(owner, guest.email));
		await followDirectory(id);
		expect(again.id).not.toBe(user.id);
		expect((await open(guest, user.id)).state).toBe("unknown");
		dataOf(await accept(guest, again.id));
	});

	it("rejects an active user's address, and too many open invitations", async () => {
		const { id, owner } = await createOwner();
		const member = await addMember(id, "viewer");
		expect(await reasonOf(sendTo(owner, member.email))).toBe("ALREADY_A_USER");
		await inAccount(id, (db) => {
			const facts = {
				role: "viewer" as const,
				scope: "all" as const,
				note: "",
				invitedBy: "",
				inviterName: "",
				version: 1,
			};
			const [at, expiresAt] = [new Date(), new Date(Date.now() + 60_000)];
			for (let count = 0; count < serverLimits.invitations; count += 1) {
				const row = { id: newId("invitation"), email: `${count}@a.test`, ...facts, createdAt: at, sentAt: at };
				db.insert(invitations)
					.values({ ...row, expiresAt, dueAt: expiresAt })
					.run();
			}
		});
		expect(await reasonOf(sendTo(owner, "one@more.test"))).toBe("INVITATION_LIMIT");
	});

	it("changes before it is accepted only if its version is current", async () => {
		const { id, owner, guest, user } = await invited();
		const change = { invitationId: user.id, version: user.version, role: "viewer", scope: "all" };
		expect(dataOf<User>(await owner.mutate("account.updateInvitation", change))).toMatchObject({ role: "viewer" });
		expect(await reasonOf(owner.mutate("account.updateInvitation", change))).toBe("CHANGED_MEANWHILE");
		// The directory has the former role until it follows; the account is the source of truth.
		expect(dataOf<CurrentAccount>(await accept(guest, user.id)).me.role).toBe("viewer");
		await followDirectory(id);
	});
});

describe("the state that the link shows", () => {
	it("shows another person's address masked, and an unverified address as such", async () => {
		const { owner, guest, user } = await invited();
		const other = await createPerson();
		const masked = `${guest.email[0]}…@example.test`;
		expect(await open(other, user.id)).toEqual({ state: "otherAddress", email: masked });
		expect(await reasonOf(accept(other, user.id))).toBe("INVITATION_OTHER_ADDRESS");
		expect(await open(owner, user.id)).toEqual({ state: "otherAddress", email: masked });
		const claimed = await createPerson({ email: guest.email, isEmailVerified: false });
		expect(await open(claimed, user.id)).toEqual({ state: "unverified" });
		expect(await reasonOf(accept(claimed, user.id))).toBe("EMAIL_NOT_VERIFIED");
	});

	it("shows that the person is a member of this account already, whichever account their tab names", async () => {
		const { id, guest, user } = await invited();
		dataOf(await accept(guest, user.id));
		expect(await open(guest, user.id)).toEqual({ state: "member" });
		const { id: other } = await createOwner("Coyote");
		const second = await invite({ email: guest.email, accountId: other });
		expect((await open(guest, second)).state).toBe("open");
		dataOf(await accept(guest, second));
		for (const named of [id, other]) expect(await open(naming(guest, named), second)).toEqual({ state: "member" });
	});

	it("shows that the invitation was used by a person who has lost their access since", async () => {
		const { id, owner, guest, user } = await invited();
		dataOf(await accept(guest, user.id));
		dataOf(await owner.mutate("account.removeUser", { userId: (await userOf(owner, guest.email)).id }));
		await followDirectory(id);
		const used = { state: "used", companyName: "Acme", inviterName: "Pat Example" };
		expect(await open(guest, user.id)).toEqual(used);
		expect(await reasonOf(accept(guest, user.id))).toBe("INVITATION_USED");
		expect((await guest.query("account.getCurrent")).error?.data.reason).toBe("NO_ACCOUNT");
	});

	it("shows that it has expired, until it is sent again, and that it was withdrawn", async () => {
		const { id, owner, guest, user } = await invited();
		await inAccount(id, (db) =>
			db
				.update(invitations)
				.set({ expiresAt: new Date(Date.now() - 1) })
				.run(),
		);
		expect(await open(guest, user.id)).toEqual({ state: "expired", companyName: "Acme", inviterName: "Pat Example" });
		expect(await reasonOf(accept(guest, user.id))).toBe("INVITATION_EXPIRED");
		dataOf(await owner.mutate("account.resendInvitation", { invitationId: user.id }));
		await followDirectory(id);
		expect((await open(guest, user.id)).state).toBe("open");
		dataOf(await owner.mutate("account.revokeInvitation", { invitationId: user.id }));
		expect(await open(guest, user.id)).toMatchObject({ state: "revoked" });
		expect(await reasonOf(accept(guest, user.id))).toBe("INVITATION_REVOKED");
		await followDirectory(id);
		expect(dataOf(await guest.query("account.getInvitations"))).toEqual([]);
		expect((await listUsers(owner)).map(({ email }) => email)).toEqual([owner.email]);
	});

	it("shows that the invitation is unknown", async () => {
		const guest = await createPerson();
		expect(await open(guest, newId("invitation"))).toEqual({ state: "unknown" });
	});
});

describe("the acceptance of an invitation", () => {
	it("creates one member if it is repeated many times at once", async () => {
		const { id, guest, user } = await invited();
		const responses = await Promise.all([1, 2, 3, 4].map(() => accept(guest, user.id)));
		expect(new Set(responses.map((response) => dataOf<CurrentAccount>(response).me.id)).size).toBe(1);
		expect(await inAccount(id, (db) => db.select().from(users).all())).toHaveLength(2);
	});

	it("joins both companies if two invitations are accepted at once", async () => {
		const guest = await createPerson();
		const places = [await createOwner("Acme"), await createOwner("Bolt")];
		const sent = await Promise.all(places.map(({ id }) => invite({ email: guest.email, accountId: id })));
		for (const response of await Promise.all(sent.map((invitationId) => accept(guest, invitationId)))) dataOf(response);
		for (const { id, owner } of places) {
			expect((await userOf(owner, guest.email)).status).toBe("active");
			expect(dataOf<CurrentAccount>(await naming(guest, id).query("account.getCurrent")).id).toBe(id);
		}
	});

	it("adds no member if the invitation is withdrawn on the way", async () => {
		const { id, guest, user } = await invited();
		const stub = accountStub(id);
		await inAccount(id, (db) => db.update(invitations).set({ end: "revoked", endedAt: new Date() }).run());
		const person = { sub: guest.sub, email: guest.email, name: "G", signIn: { originJti: null, authTime: null } };
		expect(await stub.acceptInvitation(user.id, person, Date.now())).toEqual({ status: "refused", state: "revoked" });
		expect(await inAccount(id, (db) => db.select().from(users).all())).toHaveLength(1);
		const row = env.DIRECTORY.prepare("SELECT account_id FROM members_directory WHERE sub = ?").bind(guest.sub);
		expect(await row.first()).toBeNull();
	});

	it("assigns the named groups that still exist", async () => {
		const { id, owner } = await createOwner();
		const [north, south] = [await addGroup(id, "North"), await addGroup(id, "South")];
		const scoped = await addMember(id, "admin", { groupIds: [north] });
		const guest = await createPerson();
		const user = dataOf<User>(await sendTo(owner, guest.email, { scope: { groupIds: [north, south] } }));
		expect((await listUsers(scoped)).map(({ email }) => email)).toEqual([scoped.email]);
		expect(await reasonOf(scoped.mutate("account.resendInvitation", { invitationId: user.id }))).toBe(
			"INVITATION_NOT_FOUND",
		);
		await followDirectory(id);
		expect(dataOf<CurrentAccount>(await accept(guest, user.id)).me.scope).toEqual({ groupIds: [north, south] });
	});
});

it("removes an invitation from the directory a month after its end", async () => {
	const { id, user } = await invited();
	const indexed = () => env.DIRECTORY.prepare("SELECT id FROM invitations WHERE id = ?").bind(user.id).first("id");
	expect(await indexed()).toBe(user.id);
	const month = 30 * 24 * 3_600_000;
	await workThrough(accountStub(id), Date.now() + serverLimits.invitationMs + month - 60_000);
	expect(await indexed()).toBe(user.id);
	await workThrough(accountStub(id), Date.now() + serverLimits.invitationMs + month);
	expect(await indexed()).toBeNull();
	expect(await inAccount(id, (db) => db.select().from(invitations).all())).toEqual([]);
});
