import type { CurrentAccount } from "../../shared/account";
import type { AcceptInvitation } from "../../shared/invitation";
import type { Context } from "../context";
import { claimAccount, deleteInvitation, findInvitation, type InvitationRow } from "../directory/directory-rows";
import { domainError } from "../errors";
import { ensureMember } from "./ensure-member";
import type { NewMember } from "./new-user";

/** Joins the account that invited the caller's verified e-mail. One account per person for now. */
export async function acceptInvitation(call: { ctx: Context; input: AcceptInvitation }): Promise<CurrentAccount> {
	const { ctx, input } = call;
	const { email } = ctx.identity;
	if (email === null) throw domainError("EMAIL_NOT_VERIFIED");
	const invitation = await findInvitation(ctx.directory, { id: input.invitationId, email, now: ctx.now });
	if (!invitation) throw domainError("INVITATION_NOT_FOUND", { invitationId: input.invitationId });
	const account = await join(ctx, invitation, newMember(ctx, invitation));
	if (!account) throw domainError("NO_ACCESS");
	// Last: while it stands, a join that broke off half-way can be repeated.
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
