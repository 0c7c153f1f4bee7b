import * as z from "zod/mini";
import { InvitationId } from "./ids";
import { Role } from "./permissions";

/** An invitation as the invited person sees it before they belong to the account. */
export const Invitation = z.object({
	id: InvitationId,
	companyName: z.string(),
	inviterName: z.string(),
	role: Role,
	expiresAt: z.date(),
});
export type Invitation = z.infer<typeof Invitation>;

export const AcceptInvitation = z.object({ invitationId: InvitationId });
export type AcceptInvitation = z.infer<typeof AcceptInvitation>;
