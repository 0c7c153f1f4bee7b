import type { AcceptInvitation, CreateAccount, CurrentAccount } from "../../shared/account";
import type { Context, NewAccount, NewMember } from "../base/context";
import { domainError } from "../base/errors";
import { claimAccount, deleteInvitation, findInvitation, type InvitationRow } from "../db/directory-rows";
import { ensureAccount, ensureMember } from "./members";

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

export async function acceptInvitation(call: { ctx: Context; input: AcceptInvitation }): Promise<CurrentAccount> {
	const { ctx, input } = call;
	const { email } = ctx.identity;
	if (email === null) throw domainError("EMAIL_NOT_VERIFIED");
	const invitation = await findInvitation(ctx.directory, { id: input.invitationId, email, now: ctx.now });
	if (!invitation) throw domainError("INVITATION_NOT_FOUND", { invitationId: input.invitationId });
	const account = await join(ctx, invitation, newMember(ctx, invitation));
	if (!account) throw domainError("NO_ACCESS");
	// Last: while the invitation exists, an interrupted join can be repeated.
	await deleteInvitation(ctx.directory, invitation.id);
	return account;
}

async function join(ctx: Context, { accountId }: InvitationRow, member: NewMember): Promise<CurrentAccount | null> {
	if (ctx.kind === "member") {
		if (ctx.accountId !== accountId) throw domainError("ALREADY_A_MEMBER");
		return ensureMember(ctx, member);
	}
	const { strandedIn, now } = ctx;
	const claimed = await claimAccount(ctx.directory, { sub: member.sub, accountId, strandedIn, now });
	if (claimed !== accountId) throw domainError("ALREADY_A_MEMBER");
	return ctx.accountObject(accountId).ensureMember(member, ctx.now);
}

function newMember({ identity }: Context, { email, role, scope }: InvitationRow): NewMember {
	return { sub: identity.sub, email, name: identity.name ?? email, role, scope };
}
