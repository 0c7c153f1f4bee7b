import {
	type CreateAccount,
	type CurrentAccount,
	type FormerMembership,
	type Invitation,
	type InvitationTarget,
	maskedEmail,
	type OpenedInvitation,
} from "../../shared/account";
import type { Context, NewAccount } from "../base/context";
import { domainError } from "../base/errors";
import {
	claimAccount,
	findFormerMember,
	findIndexedInvitation,
	listOpenInvitations,
	releaseClaim,
} from "../db/directory-rows";
import { ensureAccount } from "./members";

/**
 * Makes an account for a signed-in person without one; otherwise returns theirs. Completes an interrupted creation, and
 * makes an own account for a person stranded in another account.
 */
export async function createAccount({ ctx, input }: { ctx: Context; input: CreateAccount }): Promise<CurrentAccount> {
	const { sub, email, name, username } = ctx.identity;
	const request: Omit<NewAccount, "accountId"> = {
		companyName: input.companyName,
		timeZone: input.timeZone ?? "UTC",
		planName: ctx.planName,
		owner: { sub, email: email ?? "", name: name ?? email ?? username },
		origin: ctx.origin,
	};
	if (ctx.kind === "member") return orThrow(ensureAccount(ctx, { ...request, accountId: ctx.accountId }));
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

/**
 * The only way into an account of others. Its object decides, before the directory names it for the person and again
 * after; a claim that leads to no membership is taken back.
 */
export async function acceptInvitation(call: { ctx: Context; input: InvitationTarget }): Promise<CurrentAccount> {
	const { ctx, input } = call;
	const { email, sub } = ctx.identity;
	if (email === null) throw domainError("EMAIL_NOT_VERIFIED");
	const indexed = await findIndexedInvitation(ctx.directory, input.invitationId);
	if (!indexed) throw domainError("INVITATION_NOT_FOUND", input);
	if (indexed.email !== email) throw domainError("INVITATION_OTHER_ADDRESS", input);
	const { accountId } = indexed;
	const isMember = ctx.kind === "member" && ctx.user.status === "active";
	if (isMember && ctx.accountId !== accountId) throw domainError("ALREADY_A_MEMBER");
	const object = ctx.accountObject(accountId);
	const found = await object.openInvitation(input.invitationId, ctx.now);
	if (found.state !== "open" && !isMember) throw refusal(found.state, input);
	const claim = { sub, accountId, strandedIn: formerAccount(ctx), now: ctx.now };
	if ((await claimAccount(ctx.directory, claim)) !== accountId) throw domainError("ALREADY_A_MEMBER");
	const { name, signIn } = ctx.identity;
	const person = { sub, email, name: name ?? email, signIn, origin: ctx.origin };
	const accepted = await object.acceptInvitation(input.invitationId, person, ctx.now);
	if (accepted.status === "refused") {
		await releaseClaim(ctx.directory, claim);
		throw refusal(accepted.state, input);
	}
	// Again: the directory may have forgotten a former membership in between.
	await claimAccount(ctx.directory, claim);
	return accepted.account;
}

/** An account that may be left without asking: one that disabled the person, or does not know them. */
function formerAccount(ctx: Context): string | null {
	if (ctx.kind === "visitor") return ctx.strandedIn;
	return ctx.user.status === "active" ? null : ctx.accountId;
}

function refusal(state: OpenedInvitation["state"], input: InvitationTarget): Error {
	if (state === "expired") return domainError("INVITATION_EXPIRED", input);
	if (state === "revoked") return domainError("INVITATION_REVOKED", input);
	if (state === "used") return domainError("INVITATION_USED", input);
	return domainError("INVITATION_NOT_FOUND", input);
}

type Opening = { ctx: Context; input: InvitationTarget };

export async function getInvitation({ ctx, input }: Opening): Promise<OpenedInvitation> {
	const { email } = ctx.identity;
	if (email === null) return { state: "unverified" };
	const indexed = await findIndexedInvitation(ctx.directory, input.invitationId);
	if (!indexed) return { state: "unknown" };
	const isMember = ctx.kind === "member" && ctx.user.status === "active";
	if (isMember) return { state: ctx.accountId === indexed.accountId ? "member" : "elsewhere" };
	if (indexed.email !== email) return { state: "otherAddress", email: maskedEmail(indexed.email) };
	return ctx.accountObject(indexed.accountId).openInvitation(input.invitationId, ctx.now);
}

export async function getInvitations({ ctx }: { ctx: Context }): Promise<Invitation[]> {
	const { email } = ctx.identity;
	if (email === null) return [];
	const invitations = await listOpenInvitations(ctx.directory, { email, now: ctx.now });
	return invitations.map(({ id, companyName, inviterName, role, expiresAt }) => {
		return { id, companyName, inviterName, role, expiresAt: new Date(expiresAt) };
	});
}

/** Null for an active member, and for who never belonged to an account. */
export async function getFormerMembership({ ctx }: { ctx: Context }): Promise<FormerMembership | null> {
	const accountId = formerAccount(ctx);
	const { sub } = ctx.identity;
	if (ctx.kind === "member" && accountId === null) return null;
	const known = accountId === null ? null : await ctx.accountObject(accountId).formerMembership(sub);
	return known ?? findFormerMember(ctx.directory, sub);
}
