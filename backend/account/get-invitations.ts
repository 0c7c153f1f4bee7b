import type { Invitation } from "../../shared/invitation";
import type { Context } from "../context";
import { listInvitations } from "../directory/directory-rows";

/** Pending invitations to the caller's verified e-mail. */
export async function getInvitations({ ctx }: { ctx: Context }): Promise<Invitation[]> {
	const { email } = ctx.identity;
	if (email === null) return [];
	const invitations = await listInvitations(ctx.directory, { email, now: ctx.now });
	return invitations.map(({ id, companyName, inviterName, role, expiresAt }) => {
		return { id, companyName, inviterName, role, expiresAt: new Date(expiresAt) };
	});
}
