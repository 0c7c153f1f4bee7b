import * as z from "zod/mini";
import { AccountId, GroupId, InvitationId, SessionId, UserId } from "./ids";
import { Role } from "./permissions";
import { ZoneName } from "./time-zones";

export const Scope = z.union([z.literal("all"), z.object({ groupIds: z.array(GroupId) })]);
export type Scope = z.infer<typeof Scope>;

export const UserStatus = z.enum(["invited", "active", "disabled"]);
export type UserStatus = z.infer<typeof UserStatus>;

export const User = z.object({
	id: z.string(),
	name: z.string(),
	email: z.string(),
	role: Role,
	scope: Scope,
	status: UserStatus,
	lastSeenAt: z.nullable(z.date()),
	createdAt: z.date(),
});
export type User = z.infer<typeof User>;

export const CurrentAccount = z.object({
	id: AccountId,
	companyName: z.string(),
	productName: z.string(),
	logoUrl: z.nullable(z.string()),
	/** IANA name; the default zone of ranges and schedules. */
	timeZone: ZoneName,
	createdAt: z.date(),
	me: User,
});
export type CurrentAccount = z.infer<typeof CurrentAccount>;

export const CompanyName = z
	.string()
	.check(z.trim(), z.minLength(1, "Enter your company's name."), z.maxLength(64, "At most 64 characters."));

export const CreateAccount = z.object({ companyName: CompanyName, timeZone: z.optional(ZoneName) });
export type CreateAccount = z.infer<typeof CreateAccount>;

export const UserSession = z.object({
	id: SessionId,
	browser: z.string(),
	firstSeenAt: z.date(),
	/** Updated at most every 15 minutes. */
	lastSeenAt: z.date(),
	isCurrent: z.boolean(),
});
export type UserSession = z.infer<typeof UserSession>;

export const EndSession = z.object({ sessionId: SessionId });
export type EndSession = z.infer<typeof EndSession>;

export const EndUserSessions = z.object({ userId: UserId });
export type EndUserSessions = z.infer<typeof EndUserSessions>;

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
