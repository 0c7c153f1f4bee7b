import { listDurableObjectIds } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import type { CurrentAccount, Invitation } from "../../shared/account/account";
import { recordOf } from "../../shared/base/plain-fields";
import { specifiedFormats } from "../../shared/formats/display-formats";
import { sessionLimitNames } from "../../shared/session/session-limits";
import { queryBatch, reasonsOf } from "./fixtures/batch";
import { createOwner } from "./fixtures/fleet";
import { followDirectory, invite } from "./fixtures/invitations";
import { createPerson, dataOf } from "./fixtures/people";

describe("a person without an account", () => {
	it("gets NO_ACCOUNT from each call of a batch, and makes nothing", async () => {
		const visitor = await createPerson();
		const before = await listDurableObjectIds(env.ACCOUNT);
		const batch = await queryBatch(visitor, [
			["account.getCurrent"],
			["device.getDevices"],
			["log.getLogs", { rangeType: "hour", offset: 0 }],
		]);
		expect(batch.status).toBe(403);
		expect(reasonsOf(batch)).toEqual(["NO_ACCOUNT", "NO_ACCOUNT", "NO_ACCOUNT"]);
		expect(batch.answers[0]?.error?.data.code).toBe("FORBIDDEN");
		expect(await listDurableObjectIds(env.ACCOUNT)).toEqual(before);
	});

	it("creates an account and owns it", async () => {
		const visitor = await createPerson({ name: "Olive Owner" });
		const input = { companyName: "  Acme Cold Stores ", timeZone: "Europe/Berlin" };
		const created = dataOf<CurrentAccount>(await visitor.mutate("account.createAccount", input));
		expect(created).toEqual({
			id: expect.stringMatching(/^acc_/),
			companyName: "Acme Cold Stores",
			productName: "AQLCloud",
			logoUrl: null,
			brand: null,
			timeZone: "Europe/Berlin",
			formats: { ...specifiedFormats, hourCycle: "24" },
			supportContact: "",
			language: "en",
			ownLanguage: null,
			secondStepFrom: null,
			sessionLimits: recordOf(sessionLimitNames, () => null),
			deletedFrom: null,
			heldAtPoint: null,
			createdAt: expect.any(Date),
			me: {
				id: expect.stringMatching(/^usr_/),
				name: "Olive Owner",
				email: visitor.email,
				role: "owner",
				scope: "all",
				status: "active",
				secondStep: null,
				lastSeenAt: null,
				lastSignInAt: null,
				invitation: null,
				version: 1,
				createdAt: expect.any(Date),
			},
		});
		const current = dataOf<CurrentAccount>(await visitor.query("account.getCurrent"));
		expect(current).toEqual({
			...created,
			ownSessionHours: null,
			hasOthers: false,
			hasManyDevices: false,
			isIdleMeasured: false,
			me: { ...created.me, lastSeenAt: null },
		});
		const seen = dataOf<CurrentAccount>(await visitor.query("account.getCurrent"));
		expect(seen.me.lastSeenAt).toBeInstanceOf(Date);
	});

	it("gets one account from creating it many times at once, and again later", async () => {
		const visitor = await createPerson();
		const names = ["Acme", "Bolt", "Coyote", "Duck", "Elmer"];
		const responses = await Promise.all(
			names.map((companyName) => visitor.mutate("account.createAccount", { companyName })),
		);
		const accounts = responses.map((response) => dataOf<CurrentAccount>(response));
		expect(new Set(accounts.map(({ id }) => id)).size).toBe(1);
		expect(new Set(accounts.map(({ me }) => me.id)).size).toBe(1);
		const again = dataOf<CurrentAccount>(await visitor.mutate("account.createAccount", { companyName: "Other" }));
		expect(again).toMatchObject({ id: accounts[0]?.id, companyName: accounts[0]?.companyName });
	});

	it("gets the name of each wrong field of an account", async () => {
		const { error } = await (await createPerson()).mutate("account.createAccount", {
			companyName: " ",
			timeZone: "Mars",
		});
		expect(error).toMatchObject({
			message: "Input not valid",
			data: {
				code: "BAD_REQUEST",
				fields: { companyName: "Enter your company's name.", timeZone: "Not a known time zone." },
			},
		});
	});
});

describe("an invitation", () => {
	it("shows to the verified e-mail it was sent to, and is accepted once: a second time changes nothing", async () => {
		const { id: accountId } = await createOwner();
		const guest = await createPerson({ name: "Gus Guest" });
		const invitationId = await invite({ email: guest.email, accountId, role: "operator" });
		const invitations = dataOf<Invitation[]>(await guest.query("account.getInvitations"));
		expect(invitations).toEqual([
			{
				id: invitationId,
				companyName: "Acme Cold Stores",
				inviterName: "Olive Owner",
				role: "operator",
				expiresAt: expect.any(Date),
			},
		]);
		const joined = dataOf<CurrentAccount>(await guest.mutate("account.acceptInvitation", { invitationId }));
		expect(joined).toMatchObject({ id: accountId, me: { name: "Gus Guest", role: "operator" } });
		await followDirectory(accountId);
		expect(dataOf(await guest.query("account.getInvitations"))).toEqual([]);
		const again = await guest.mutate("account.acceptInvitation", { invitationId });
		expect(dataOf(again)).toMatchObject({ id: accountId, me: { name: "Gus Guest", role: "operator" } });
	});

	it("belongs to its e-mail alone, and expires", async () => {
		const { id: accountId } = await createOwner();
		const guest = await createPerson();
		const invitationId = await invite({ email: guest.email, accountId });
		const other = await createPerson();
		const late = await createPerson();
		const lateId = await invite({ email: late.email, accountId, expiresAt: Date.now() - 1 });
		expect(dataOf(await other.query("account.getInvitations"))).toEqual([]);
		expect(dataOf(await late.query("account.getInvitations"))).toEqual([]);
		const responses = [
			await other.mutate("account.acceptInvitation", { invitationId }),
			await late.mutate("account.acceptInvitation", { invitationId: lateId }),
		];
		expect(responses.map(({ error }) => error?.data.reason)).toEqual([
			"INVITATION_OTHER_ADDRESS",
			"INVITATION_EXPIRED",
		]);
	});

	it("stays hidden from an e-mail that is not verified", async () => {
		const { id: accountId } = await createOwner();
		const claimed = await createPerson({ isEmailVerified: false });
		const invitationId = await invite({ email: claimed.email, accountId });
		expect(dataOf(await claimed.query("account.getInvitations"))).toEqual([]);
		const { error } = await claimed.mutate("account.acceptInvitation", { invitationId });
		expect(error?.data).toMatchObject({ code: "FORBIDDEN", reason: "EMAIL_NOT_VERIFIED" });
	});

	it("can be accepted again where joining broke off half-way", async () => {
		const { id: accountId } = await createOwner();
		const guest = await createPerson();
		const invitationId = await invite({ email: guest.email, accountId });
		await env.DIRECTORY.prepare("INSERT INTO members_directory VALUES (?, ?, 0)").bind(guest.sub, accountId).run();
		expect((await guest.query("account.getCurrent")).error?.data.reason).toBe("NO_ACCOUNT");
		const joined = dataOf<CurrentAccount>(await guest.mutate("account.acceptInvitation", { invitationId }));
		expect(joined).toMatchObject({ id: accountId, me: { role: "viewer" } });
	});
});
