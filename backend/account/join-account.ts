import {
	type CreateAccount,
	type CurrentAccount,
	type FormerMembership,
	type Invitation,
	type InvitationTarget,
	maskedEmail,
	type OpenedInvitation,
} from "../../shared/account/account";
import { serverLimits } from "../../shared/base/limits";
import { pick } from "../../shared/base/plain-fields";
import { formatsOfLanguage } from "../../shared/formats/language-formats";
import { acceptedLanguage } from "../../shared/message/language";
import type { Context, NewAccount } from "../base/context";
import { domainError } from "../base/errors";
import {
	addMembership,
	claimAccount,
	findFormerMember,
	listAccountIds,
	removeMembership,
} from "../db/account-membership-rows";
import { findIndexedInvitation, listOpenInvitations } from "../db/directory-rows";
import { firstHourCycle } from "./first-clock";
import { ensureAccount } from "./members";

/** Creates an account for a signed-in person without one, else returns theirs. Completes an interrupted creation. */
export async function createAccount({ ctx, input }: { ctx: Context; input: CreateAccount }): Promise<CurrentAccount> {
	const { sub, email, name, username } = ctx.identity;
	const { timeZone = "UTC" } = input;
	const request: Omit<NewAccount, "accountId"> = {
		companyName: input.companyName,
		timeZone,
		hourCycle: firstHourCycle(timeZone, input.language),
		formats: pick(formatsOfLanguage(input.language ?? "en"), ["dateOrder", "weekStart", "decimalSign"]),
		language: acceptedLanguage(input.language ?? null),
		planName: ctx.planName,
		owner: { sub, email: email ?? "", name: name ?? email ?? username },
		origin: ctx.origin,
	};
	if (ctx.kind === "member") return orThrow(ensureAccount(ctx, { ...request, accountId: ctx.accountId }));
	// A sign-in by a company's provider opens no other account.
	if (ctx.isElsewhere || ctx.identity.reach != null) throw domainError("NO_ACCESS");
	const { directory, strandedIn, now } = ctx;
	const ensureIn = (accountId: string) => ctx.accountObject(accountId).ensureAccount({ ...request, accountId }, now);
	const finished = strandedIn === null ? null : await ensureIn(strandedIn);
	if (finished) return finished;
	return orThrow(
		await ensureIn(await claimAccount(directory, { sub, accountId: ctx.newId("account"), strandedIn, now })),
	);
}

function orThrow(account: CurrentAccount | null): CurrentAccount {
	if (!account) throw domainError("NO_ACCESS");
	return account;
}

/** The account object decides. The directory lists the membership before and after, and removes it if joining fails. */
export async function acceptInvitation({ ctx, input }: Opening): Promise<CurrentAccount> {
	const { directory, now } = ctx;
	const { email, sub, name, signIn } = ctx.identity;
	if (email === null) throw domainError("EMAIL_NOT_VERIFIED");
	const indexed = await findIndexedInvitation(directory, input.invitationId);
	if (!indexed || !isWithinReach(ctx, indexed)) throw domainError("INVITATION_NOT_FOUND", input);
	if (indexed.email !== email) throw domainError("INVITATION_OTHER_ADDRESS", input);
	const { accountId } = indexed;
	const object = ctx.accountObject(accountId);
	const found = await object.openInvitation(input.invitationId, now);
	if (found.state !== "open" && !(await isMemberOf(ctx, accountId))) throw denial(found.state, input);
	const others = await listAccountIds(directory, sub);
	if (others.length >= serverLimits.memberships && !others.includes(accountId)) throw domainError("MEMBERSHIP_LIMIT");
	const joining = { sub, accountId, lostIn: lostAccount(ctx), now };
	const { isNew } = await addMembership(directory, joining);
	const person = { sub, email, name: name ?? email, signIn, origin: ctx.origin };
	const accepted = await object.acceptInvitation(input.invitationId, person, now);
	if (accepted.status === "refused") {
		if (isNew) await removeMembership(directory, { sub, accountId, until: now });
		throw denial(accepted.state, input);
	}
	// The directory may have removed a former membership meanwhile.
	await addMembership(directory, joining);
	if (ctx.kind === "visitor" && ctx.strandedIn !== null && ctx.strandedIn !== accountId) {
		await removeMembership(directory, { sub, accountId: ctx.strandedIn, until: now });
	}
	return accepted.account;
}

/** An address that one account vouches for proves nothing to other accounts. */
function isWithinReach({ identity: { reach } }: Context, { accountId }: { accountId: string }): boolean {
	return reach == null || reach === accountId;
}

async function isMemberOf(ctx: Context, accountId: string): Promise<boolean> {
	if (ctx.kind === "member" && ctx.accountId === accountId) return ctx.user.status === "active";
	const { sub, signIn } = ctx.identity;
	return (await ctx.accountObject(accountId).membership(sub, signIn))?.state === "open";
}

function lostAccount(ctx: Context): string | null {
	if (ctx.kind === "visitor") return ctx.strandedIn;
	return ctx.user.status === "active" ? null : ctx.accountId;
}

function denial(state: OpenedInvitation["state"] | "onlySso", input: InvitationTarget): Error {
	if (state === "expired") return domainError("INVITATION_EXPIRED", input);
	if (state === "revoked") return domainError("INVITATION_REVOKED", input);
	if (state === "onlySso") return domainError("INVITATION_ONLY_SSO", input);
	if (state === "used") return domainError("INVITATION_USED", input);
	return domainError("INVITATION_NOT_FOUND", input);
}

type Opening = { ctx: Context; input: InvitationTarget };

export async function getInvitation({ ctx, input }: Opening): Promise<OpenedInvitation> {
	const { email } = ctx.identity;
	if (email === null) return { state: "unverified" };
	const indexed = await findIndexedInvitation(ctx.directory, input.invitationId);
	if (!indexed || !isWithinReach(ctx, indexed)) return { state: "unknown" };
	if (indexed.email !== email) return { state: "otherAddress", email: maskedEmail(indexed.email) };
	const isOwn = ctx.kind === "member" && ctx.accountId === indexed.accountId && ctx.user.status === "active";
	if (isOwn) return { state: "member" };
	const opened = await ctx.accountObject(indexed.accountId).openInvitation(input.invitationId, ctx.now);
	return opened.state !== "open" && (await isMemberOf(ctx, indexed.accountId)) ? { state: "member" } : opened;
}

export async function getInvitations({ ctx }: { ctx: Context }): Promise<Invitation[]> {
	const { email } = ctx.identity;
	if (email === null) return [];
	const invitations = await listOpenInvitations(ctx.directory, { email, now: ctx.now });
	return invitations
		.filter((invitation) => isWithinReach(ctx, invitation))
		.map(({ id, companyName, inviterName, role, expiresAt }) => {
			return { id, companyName, inviterName, role, expiresAt: new Date(expiresAt) };
		});
}

/** Null for an active member, and for a person who was never a member. */
export async function getFormerMembership({ ctx }: { ctx: Context }): Promise<FormerMembership | null> {
	const accountId = lostAccount(ctx);
	const { sub, reach } = ctx.identity;
	if (ctx.kind === "member" && accountId === null) return null;
	const known = accountId === null ? null : await ctx.accountObject(accountId).formerMembership(sub);
	if (known) return known;
	const left = reach == null ? await findFormerMember(ctx.directory, sub) : null;
	const place = left?.accountId != null ? await ctx.accountObject(left.accountId).currentPlace() : null;
	return left && { ...left.former, ...place };
}
