import * as z from "zod/mini";
import { AccountId, GroupId, InvitationId, SessionId, UserId } from "../base/ids";
import { lengthBeforeCleaning, setOf } from "../base/input-bounds";
import { limits } from "../base/limits";
import { nameText, paragraphText } from "../base/name-text";
import { DisplayFormats } from "../formats/display-formats-schema";
import { MessageState, SuppressionReason } from "../message/message";
import { ZoneName } from "../time/time-zones";
import { ShownBrand } from "./brand";
import { Role } from "./permissions";

export const Scope = z.union([z.literal("all"), z.object({ groupIds: z.array(GroupId) })]);
export type Scope = z.infer<typeof Scope>;

export const UserStatus = z.enum(["invited", "active", "disabled"]);
export type UserStatus = z.infer<typeof UserStatus>;

/** Of a sign-in. `provider`: another one signs the person in, and only it knows whether it requests a second step. */
export const SecondStep = z.enum(["on", "off", "provider"]);
export type SecondStep = z.infer<typeof SecondStep>;

/** For texts that more people read than those who manage users: `m…@example.com`. */
export function maskedEmail(email: string): string {
	const at = email.lastIndexOf("@");
	return at < 1 ? "…" : `${[...email][0]}…${email.slice(at)}`;
}

/** `expiresAt` in the past: the link no longer joins until it is sent again. */
export const SentInvitation = z.object({
	/** The id of the user who sent it last. */
	invitedBy: z.string(),
	inviterName: z.string(),
	note: z.string(),
	sentAt: z.date(),
	expiresAt: z.date(),
	/** The state of the newest mail, and why it was not sent; null: there is none. */
	mail: z.nullable(z.object({ state: MessageState, reason: z.nullable(SuppressionReason) })),
});
export type SentInvitation = z.infer<typeof SentInvitation>;

/** A member, or with the status `invited` a user who has not joined yet: then `id` is the invitation's. */
export const User = z.object({
	id: z.string(),
	/** Raised by each change of role, scope or status. */
	version: z.number(),
	name: z.string(),
	email: z.string(),
	role: Role,
	scope: Scope,
	status: UserStatus,
	lastSeenAt: z.nullable(z.date()),
	/** Null: not since this is recorded. */
	lastSignInAt: z.nullable(z.date()),
	createdAt: z.date(),
	/** Null or absent: not known, as they have not signed in since this is recorded. */
	secondStep: z.optional(z.nullable(SecondStep)),
	invitation: z.nullable(SentInvitation),
});
export type User = z.infer<typeof User>;

export const CurrentAccount = z.object({
	id: AccountId,
	companyName: z.string(),
	productName: z.string(),
	logoUrl: z.nullable(z.string()),
	/** How the product looks to its people; null or absent: as it is. */
	brand: z.optional(z.nullable(ShownBrand)),
	/** IANA name; the default zone of ranges and schedules. */
	timeZone: ZoneName,
	/** How the company reads times and numbers. Absent: as specified. */
	formats: z.optional(DisplayFormats),
	/** Whom its users ask, and how; empty or absent: no one is named. */
	supportContact: z.optional(z.string()),
	/** From then on the account's data is open only to who signs in by a second step. Null or absent: to all. */
	secondStepFrom: z.optional(z.nullable(z.date())),
	/** From then on everything of it is deleted. Null or absent: it stays. */
	deletedFrom: z.optional(z.nullable(z.date())),
	/** The point in time that it was restored to: it sends nothing until released. Null or absent: it sends. */
	heldAtPoint: z.optional(z.nullable(z.date())),
	createdAt: z.date(),
	/** Whether who asks belongs to other accounts too. */
	hasOthers: z.optional(z.boolean()),
	/** More in use than a page searches by itself. */
	hasManyDevices: z.optional(z.boolean()),
	me: User,
});
export type CurrentAccount = z.infer<typeof CurrentAccount>;

export const CompanyName = nameText("Enter your company's name.");

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

/** A new scope. An empty choice of groups is no scope, but an existing one may have become empty. */
export const ChosenScope = z.union([
	z.literal("all"),
	z.object({
		groupIds: setOf(GroupId, limits.groups, { none: "Choose at least one group, or all of them." }),
	}),
]);

const access = { role: Role, scope: ChosenScope };

export const Access = z.object(access);
export type Access = z.infer<typeof Access>;

export const UpdateUser = z.object({ userId: UserId, version: z.int(), ...access });
export type UpdateUser = z.infer<typeof UpdateUser>;

export const UserTarget = z.object({ userId: UserId });
export type UserTarget = z.infer<typeof UserTarget>;

/**
 * `linkedContacts`: what becomes of the contacts linked to them, which rules go on to message otherwise. `takesKeys`:
 * the caller keeps their API keys from now on, as far as they may give what a key may; the others pause. `removesWalls`:
 * screens that they added show nothing from now on, which go on otherwise.
 */
export const EndAccess = z.extend(UserTarget, {
	linkedContacts: z.optional(z.enum(["keep", "pause"])),
	takesKeys: z.optional(z.boolean()),
	removesWalls: z.optional(z.boolean()),
});
export type EndAccess = z.infer<typeof EndAccess>;

/** How long people may have to set it up, in days; 0: at once. */
export const secondStepGraceDays = [0, 3, 7, 14, 30] as const;

/** `graceDays` null: it is required no longer. */
export const RequireSecondStep = z.object({ graceDays: z.nullable(z.literal(secondStepGraceDays)) });
export type RequireSecondStep = z.infer<typeof RequireSecondStep>;

/** Not what a user has by another provider: that counts, but is not known here. */
export function lacksSecondStep({ secondStep }: Pick<User, "secondStep">): boolean {
	return secondStep !== "on" && secondStep !== "provider";
}

/** Whether the account is closed to a user, as it requires a second step by `now`, in epoch ms. */
export function isClosedTo(
	user: Pick<User, "secondStep">,
	{ secondStepFrom, now }: { secondStepFrom: Date | null; now: number },
): boolean {
	return secondStepFrom !== null && secondStepFrom.getTime() <= now && lacksSecondStep(user);
}

/** The company's name as a confirmation, since no one can let themselves in again. */
export const LeaveAccount = z.object({ companyName: z.string().check(lengthBeforeCleaning(64)) });
export type LeaveAccount = z.infer<typeof LeaveAccount>;

export const InviteUser = z.object({
	email: z
		.string()
		.check(
			lengthBeforeCleaning(254),
			z.trim(),
			z.toLowerCase(),
			z.maxLength(254, "At most 254 characters."),
			z.email("Enter a valid e-mail address."),
		),
	...access,
	/** Shown in the e-mail. */
	note: paragraphText(500),
});
export type InviteUser = z.infer<typeof InviteUser>;

export const UpdateInvitation = z.object({ invitationId: InvitationId, version: z.int(), ...access });
export type UpdateInvitation = z.infer<typeof UpdateInvitation>;

export const InvitationTarget = z.object({ invitationId: InvitationId });
export type InvitationTarget = z.infer<typeof InvitationTarget>;

/** Where an invitation's link leads: the address is filled in, and joins no one by itself. */
export function invitationPath({ id, email }: Pick<User, "id" | "email">): string {
	return `/join?invitation=${id}&email=${encodeURIComponent(email)}`;
}

/** An invitation as the invited person sees it before they belong to the account. */
export const Invitation = z.object({
	id: InvitationId,
	companyName: z.string(),
	inviterName: z.string(),
	role: Role,
	expiresAt: z.date(),
});
export type Invitation = z.infer<typeof Invitation>;

/**
 * What the link of an invitation can do for who opens it. `email` is masked: whom it was sent to. `member`: they are a
 * member of this very account.
 */
export type OpenedInvitation =
	| { state: "open"; invitation: Invitation }
	| { state: "expired" | "revoked" | "used"; companyName: string; inviterName: string }
	| { state: "otherAddress"; email: string }
	| { state: "member" | "unverified" | "unknown" };

/**
 * An account that a user belongs to. `signedOut`: it has ended the sign-in that asks. `unanswered`: it could not say,
 * and then has no name here.
 */
export const Membership = z.object({
	accountId: AccountId,
	companyName: z.nullable(z.string()),
	role: z.nullable(Role),
	state: z.enum(["open", "disabled", "signedOut", "unanswered"]),
});
export type Membership = z.infer<typeof Membership>;

/** Where a user no longer has access, and since when. `owners` are the people to ask. */
export type FormerMembership = {
	companyName: string;
	owners: string[];
	how: "disabled" | "removed" | "left";
	at: Date | null;
};
