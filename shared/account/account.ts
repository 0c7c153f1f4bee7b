import * as z from "zod/mini";
import { errorKey } from "../base/error-key";
import { AccountId, GroupId, InvitationId, SessionId, UserId } from "../base/ids";
import { lengthBeforeCleaning, setOf } from "../base/input-bounds";
import { limits } from "../base/limits";
import { nameText, paragraphText } from "../base/name-text";
import { recordOf } from "../base/plain-fields";
import { DisplayFormats } from "../formats/display-formats-schema";
import { RecipientLanguage } from "../message/language";
import { MessageState, SuppressionReason } from "../message/message";
import { sessionLimitNames } from "../session/session-limits";
import { ZoneName } from "../time/time-zones";
import { ShownBrand } from "./brand";
import { Role } from "./permissions";

export const Scope = z.union([z.literal("all"), z.object({ groupIds: z.array(GroupId) })]);
export type Scope = z.infer<typeof Scope>;

export const UserStatus = z.enum(["invited", "active", "disabled"]);
export type UserStatus = z.infer<typeof UserStatus>;

/** `provider`: an external identity provider signs the user in, and only it knows whether it requests a second step. */
export const SecondStep = z.enum(["on", "off", "provider"]);
export type SecondStep = z.infer<typeof SecondStep>;

/** Masks an address for lists that people without user management see: `m…@example.com`. */
export function maskedEmail(email: string): string {
	const at = email.lastIndexOf("@");
	return at < 1 ? "…" : `${[...email][0]}…${email.slice(at)}`;
}

/** If `expiresAt` is past, the link is invalid until the invitation is sent again. */
export const SentInvitation = z.object({
	invitedBy: z.string(),
	inviterName: z.string(),
	note: z.string(),
	sentAt: z.date(),
	expiresAt: z.date(),
	/** State of the newest mail, with the reason if it was not sent. Null: no mail. */
	mail: z.nullable(z.object({ state: MessageState, reason: z.nullable(SuppressionReason) })),
});
export type SentInvitation = z.infer<typeof SentInvitation>;

/** A member. With the status `invited`: an invitation, and `id` is the invitation's id. */
export const User = z.object({
	id: z.string(),
	version: z.number(),
	name: z.string(),
	email: z.string(),
	role: Role,
	scope: Scope,
	status: UserStatus,
	lastSeenAt: z.nullable(z.date()),
	lastSignInAt: z.nullable(z.date()),
	createdAt: z.date(),
	secondStep: z.optional(z.nullable(SecondStep)),
	invitation: z.nullable(SentInvitation),
});
export type User = z.infer<typeof User>;

export const CurrentAccount = z.object({
	id: AccountId,
	companyName: z.string(),
	productName: z.string(),
	logoUrl: z.nullable(z.string()),
	brand: z.optional(z.nullable(ShownBrand)),
	timeZone: ZoneName,
	formats: z.optional(DisplayFormats),
	supportContact: z.optional(z.string()),
	/** The company's, of messages. */
	language: z.optional(RecipientLanguage),
	/** The caller's messages have this language. Null or absent: they have the company's. */
	ownLanguage: z.optional(z.nullable(RecipientLanguage)),
	/** From then on, members without a second step have no access. Null or absent: not required. */
	secondStepFrom: z.optional(z.nullable(z.date())),
	/** Absent: the account sets none. */
	sessionLimits: z.optional(z.object(recordOf(sessionLimitNames, () => z.nullable(z.number())))),
	/** Hours after which the caller's own sign-in ends, by the account or by default. Null or absent: none. */
	ownSessionHours: z.optional(z.nullable(z.number())),
	/** Whether the console measures how long a person is idle, which a limit needs. */
	isIdleMeasured: z.optional(z.boolean()),
	/** Time at which the account's data is deleted. Null or absent: no deletion is planned. */
	deletedFrom: z.optional(z.nullable(z.date())),
	/** The account was restored to this point in time and sends nothing until its release. Null or absent: not on hold. */
	heldAtPoint: z.optional(z.nullable(z.date())),
	createdAt: z.date(),
	hasOthers: z.optional(z.boolean()),
	hasManyDevices: z.optional(z.boolean()),
	/** Kinds of change that need a second person. Absent: none. */
	fourEyes: z.optional(z.array(z.string())),
	me: User,
});
export type CurrentAccount = z.infer<typeof CurrentAccount>;

export const CompanyName = nameText(errorKey("company.missing"));

export const CreateAccount = z.object({
	companyName: CompanyName,
	timeZone: z.optional(ZoneName),
	/** The browser's language. With the zone it sets the account's first clock, of 12 or 24 hours. */
	language: z.optional(z.string().check(z.maxLength(100))),
});
export type CreateAccount = z.infer<typeof CreateAccount>;

export const UserSession = z.object({
	id: SessionId,
	browser: z.string(),
	/** Absent: signed in by the user pool. */
	isSso: z.optional(z.literal(true)),
	firstSeenAt: z.date(),
	/** Updated at most every 15 minutes. */
	lastSeenAt: z.date(),
	isCurrent: z.boolean(),
});
export type UserSession = z.infer<typeof UserSession>;

export const EndSession = z.object({ sessionId: SessionId });
export type EndSession = z.infer<typeof EndSession>;

/** The input of a scope needs at least one group. A stored scope may have become empty. */
export const ChosenScope = z.union([
	z.literal("all"),
	z.object({
		groupIds: setOf(GroupId, limits.groups, { none: errorKey("group.chooseOrAll") }),
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
 * `linkedContacts`: whether the user's linked contacts still get messages.
 * `takesKeys`: the caller takes over the API keys that the caller may grant; the others pause.
 * `removesWalls`: the user's wall screens show nothing from now on.
 */
export const EndAccess = z.extend(UserTarget, {
	linkedContacts: z.optional(z.enum(["keep", "pause"])),
	takesKeys: z.optional(z.boolean()),
	removesWalls: z.optional(z.boolean()),
});
export type EndAccess = z.infer<typeof EndAccess>;

export const secondStepGraceDays = [0, 3, 7, 14, 30] as const;

export const RequireSecondStep = z.object({ graceDays: z.nullable(z.literal(secondStepGraceDays)) });
export type RequireSecondStep = z.infer<typeof RequireSecondStep>;

/** A second step at an external provider counts as one. */
export function lacksSecondStep({ secondStep }: Pick<User, "secondStep">): boolean {
	return secondStep !== "on" && secondStep !== "provider";
}

/** Whether the account denies the user access at `now` (epoch ms), because a second step is required and missing. */
export function isClosedTo(
	user: Pick<User, "secondStep">,
	{ secondStepFrom, now }: { secondStepFrom: Date | null; now: number },
): boolean {
	return secondStepFrom !== null && secondStepFrom.getTime() <= now && lacksSecondStep(user);
}

export const SaveOwnLanguage = z.object({ language: z.nullable(RecipientLanguage) });
export type SaveOwnLanguage = z.infer<typeof SaveOwnLanguage>;

export const LeaveAccount = z.object({ companyName: z.string().check(lengthBeforeCleaning(64)) });
export type LeaveAccount = z.infer<typeof LeaveAccount>;

export const InviteUser = z.object({
	email: z
		.string()
		.check(
			lengthBeforeCleaning(254),
			z.trim(),
			z.toLowerCase(),
			z.maxLength(254, errorKey("text.tooLong", { most: 254 })),
			z.email(errorKey("email.invalid")),
		),
	...access,
	note: paragraphText(500),
});
export type InviteUser = z.infer<typeof InviteUser>;

export const UpdateInvitation = z.object({ invitationId: InvitationId, version: z.int(), ...access });
export type UpdateInvitation = z.infer<typeof UpdateInvitation>;

export const InvitationTarget = z.object({ invitationId: InvitationId });
export type InvitationTarget = z.infer<typeof InvitationTarget>;

/** Path of an invitation's link. It fills in the address; the user still has to accept. */
export function invitationPath({ id, email }: Pick<User, "id" | "email">): string {
	return `/join?invitation=${id}&email=${encodeURIComponent(email)}`;
}

export const Invitation = z.object({
	id: InvitationId,
	companyName: z.string(),
	inviterName: z.string(),
	role: Role,
	expiresAt: z.date(),
});
export type Invitation = z.infer<typeof Invitation>;

/** `otherAddress`: `email` is the invited address, masked. `member`: the user is already in this account. */
export type OpenedInvitation =
	| { state: "open"; invitation: Invitation }
	| { state: "expired" | "revoked" | "used"; companyName: string; inviterName: string }
	| { state: "otherAddress"; email: string }
	| { state: "member" | "unverified" | "unknown" };

/** `unanswered`: the account did not respond; `companyName` and `role` are null. */
export const Membership = z.object({
	accountId: AccountId,
	companyName: z.nullable(z.string()),
	role: z.nullable(Role),
	state: z.enum(["open", "disabled", "signedOut", "unanswered"]),
	/** Signed out, as the account is open to sign-ins by its own provider alone. */
	isOnlySso: z.optional(z.literal(true)),
});
export type Membership = z.infer<typeof Membership>;

/** An account that the user no longer has access to. `owners`: the people to contact. */
export type FormerMembership = {
	companyName: string;
	owners: string[];
	how: "disabled" | "removed" | "left";
	at: Date | null;
};
