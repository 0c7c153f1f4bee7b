import { invitationPath, type SentInvitation } from "../../shared/account/account";
import type { AccountDb, MemberContext } from "../base/context";
import { findInvitation, type InvitationRow } from "../db/invitation-rows";
import { findMessageOfStep } from "../db/notice-rows";
import type { CauseFacts } from "../message/causes";
import type { CauseHooks } from "../message/message-outcome";
import { queueMessage } from "../message/queue-message";

/** Call in the transaction that sends the invitation. */
export function queueInvitation(ctx: MemberContext, invitation: InvitationRow): void {
	queueMessage(ctx, {
		...stepOf(invitation),
		recipient: { to: "address", address: invitation.email, channel: "email" },
		facts: factsOf(invitation),
		requestedBy: ctx.user.id,
	});
}

/** State of the newest mail; null if none was queued, or it is deleted. */
export function invitationMail(db: AccountDb, invitation: InvitationRow): SentInvitation["mail"] {
	return findMessageOfStep(db, stepOf(invitation));
}

export const invitationHook: CauseHooks["invitation"] = {
	stillOwed: ({ db, now }, notices) =>
		notices.flatMap(({ id, about }) => {
			const invitation = findInvitation(db, about);
			const isOpen = invitation && invitation.endedAt === null && invitation.expiresAt.getTime() > now;
			return isOpen ? [{ id, facts: factsOf(invitation) }] : [];
		}),
};

function stepOf({ id, sentAt }: InvitationRow) {
	return { cause: "invitation", about: id, step: Math.floor(sentAt.getTime() / 1000) } as const;
}

function factsOf(invitation: InvitationRow): CauseFacts["invitation"] {
	const { inviterName, role, note, expiresAt } = invitation;
	return { inviterName, role, note, path: invitationPath(invitation), expiresAt: expiresAt.getTime() };
}
