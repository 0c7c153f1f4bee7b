import { invitationPath, type SentInvitation } from "../../shared/account/account";
import type { AccountDb, MemberContext } from "../base/context";
import { findInvitation, type InvitationRow } from "../db/invitation-rows";
import { findMessageOfStep } from "../db/notice-rows";
import type { CauseFacts } from "../message/causes";
import type { CauseHooks } from "../message/message-outcome";
import { queueMessage } from "../message/queue-message";

/** Call it in the transaction that sends the invitation. */
export function queueInvitation(ctx: MemberContext, invitation: InvitationRow): void {
	queueMessage(ctx, {
		...stepOf(invitation),
		recipient: { to: "address", address: invitation.email, channel: "email" },
		facts: factsOf(invitation),
		requestedBy: ctx.user.id,
	});
}

/** What became of its newest mail; null: none was queued, or it is too old to be kept. */
export function invitationMail(db: AccountDb, invitation: InvitationRow): SentInvitation["mail"] {
	return findMessageOfStep(db, stepOf(invitation));
}

/** An invitation that was accepted or withdrawn is not sent; another is sent as it is by then. */
export const invitationHook: CauseHooks["invitation"] = {
	stillOwed: ({ db, now }, notices) =>
		notices.flatMap(({ id, about }) => {
			const invitation = findInvitation(db, about);
			const isOpen = invitation && invitation.endedAt === null && invitation.expiresAt.getTime() > now;
			return isOpen ? [{ id, facts: factsOf(invitation) }] : [];
		}),
};

/** Sending again is a step of its own. */
function stepOf({ id, sentAt }: InvitationRow) {
	return { cause: "invitation", about: id, step: Math.floor(sentAt.getTime() / 1000) } as const;
}

function factsOf(invitation: InvitationRow): CauseFacts["invitation"] {
	const { inviterName, role, note, expiresAt } = invitation;
	return { inviterName, role, note, path: invitationPath(invitation), expiresAt: expiresAt.getTime() };
}
