import * as z from "zod/mini";
import { asciiDigits } from "../base/ascii-digits";
import { errorKey } from "../base/error-key";
import { ContactGroupId, ContactId, MessageId, UserId } from "../base/ids";
import { atMostBytes, lengthBeforeCleaning, setOf } from "../base/input-bounds";
import { Instant } from "../base/instant";
import { limits } from "../base/limits";
import { nameText, plainText } from "../base/name-text";
import { contactTextNames, contactTexts, recordOf } from "../base/plain-fields";
import { SixDigits } from "../base/six-digits";
import { isInside, TimeWindows, WeeklyWindow } from "../time/time-windows";
import { ZoneName } from "../time/time-zones";
import { PagerDutyKey, SlackUrl, TeamsUrl } from "./chat-address";
import { RecipientLanguage } from "./language";
import { DeliveryChannel, MessageClass, PostedDeliveryChannel, VerifiedDeliveryChannel } from "./message";
import { StoppedAlerts } from "./stopped-alerts";
import { WebhookUrl } from "./webhook-url";

export const AddressStatus = z.enum(["unverified", "verified", "bouncing", "unsubscribed"]);
export type AddressStatus = z.infer<typeof AddressStatus>;

export const DeliveryResult = z.enum(["ok", "failed"]);
export type DeliveryResult = z.infer<typeof DeliveryResult>;

export const SignedDeliveryChannel = z.enum(["webhook"]);

/** A row of the list. Addresses are masked for readers with a limited scope. */
export const Contact = z.object({
	id: z.string(),
	fullName: z.string(),
	...recordOf(contactTextNames, () => z.string()),
	email: z.nullable(z.string()),
	emailStatus: AddressStatus,
	/** E.164. */
	phone: z.nullable(z.string()),
	phoneStatus: AddressStatus,
	/** The phone is confirmed for calls. `phoneStatus` is about SMS. */
	isCallable: z.optional(z.literal(true)),
	/** Working channels other than e-mail and phone. */
	otherChannels: z.array(PostedDeliveryChannel),
	timeZone: z.string(),
	quietHours: z.array(WeeklyWindow),
	pausedUntil: z.nullable(z.date()),
	contactGroupIds: z.array(z.string()),
	linkedUserId: z.nullable(z.string()),
	/** `roles`: rules that notify it as a role. `storage`: 1 if the account's settings name it for storage warnings. */
	useCounts: z.object({
		alerts: z.number(),
		roles: z.optional(z.number()),
		reports: z.number(),
		storage: z.number(),
	}),
	lastNotifiedAt: z.nullable(z.date()),
	lastResult: z.nullable(DeliveryResult),
	createdAt: z.date(),
});
export type Contact = z.infer<typeof Contact>;

/** The channel for its only address, and for the first of several. */
export const AddressId = z.string().check(z.regex(/^(?:[a-z]{1,20}|adr_[0-9a-z]{26})$/, errorKey("id.invalid")));

/** An address of a contact: one of each channel, and up to five browsers. */
export const ContactDeliveryChannel = z.object({
	channel: DeliveryChannel,
	/** Absent: a response of the release before. */
	id: z.optional(z.string()),
	/** A name that people gave it, such as "Phone". */
	label: z.optional(z.string()),
	/** Webhooks: only the host, for readers who may not edit contacts. Push: the browser's name. */
	address: z.string(),
	status: AddressStatus,
	isDefault: z.boolean(),
	/** False: no alert rule sends by it. */
	isInRules: z.optional(z.boolean()),
	consentAt: z.nullable(z.date()),
	lastResult: z.nullable(DeliveryResult),
	lastResultAt: z.nullable(z.date()),
	codeUntil: z.nullable(z.date()),
});
export type ContactDeliveryChannel = z.infer<typeof ContactDeliveryChannel>;

const ContactUse = z.object({ id: z.string(), name: z.string(), isOnlyRecipient: z.boolean() });
export type ContactUse = z.infer<typeof ContactUse>;

export const ContactDetails = z.extend(Contact, {
	version: z.number(),
	language: RecipientLanguage,
	criticalBypassesQuiet: z.boolean(),
	channels: z.array(ContactDeliveryChannel),
	/** `storage`: gets storage warnings, by `useCounts` or by alert rules. */
	uses: z.object({ alerts: z.array(ContactUse), reports: z.array(ContactUse), storage: z.boolean() }),
	optOuts: z.array(z.object({ channel: DeliveryChannel, class: MessageClass, until: z.nullable(z.date()) })),
	stopped: z.array(StoppedAlerts),
	/** Key for a push subscription, only for the caller's own contact. Null: push is not set up. */
	ownPush: z.nullable(z.object({ publicKey: z.nullable(z.string()) })),
	/** Absent: a response of the release before. Null: the operator has no bot. */
	telegramBot: z.optional(z.nullable(z.string())),
});
export type ContactDetails = z.infer<typeof ContactDetails>;

/** Whether `at` (epoch ms) is within the quiet hours, by the contact's zone. */
export function isQuietAt({ quietHours, timeZone }: Pick<Contact, "quietHours" | "timeZone">, at: number): boolean {
	return quietHours.length > 0 && isInside({ zone: timeZone, weekly: quietHours, spans: [] }, at);
}

export const EmailAddress = z
	.string()
	.check(
		lengthBeforeCleaning(254),
		z.trim(),
		z.maxLength(254, errorKey("text.tooLong", { most: 254 })),
		z.email(errorKey("email.example", { example: "ana@example.com" })),
	);

/** E.164. Removes spaces, dashes, points and brackets. */
export const PhoneNumber = z.string().check(
	lengthBeforeCleaning(16),
	z.overwrite((text) =>
		asciiDigits(text)
			.replace(/[\s().\-\u00a0\u2010-\u2015/]/g, "")
			.replace(/^00/, "+"),
	),
	z.regex(/^\+[1-9]\d{6,14}$/, errorKey("phone.form")),
);

const QuietHours = z.array(WeeklyWindow).check(z.maxLength(28, errorKey("windows.tooMany", { most: 28 })));

const contactFields = {
	fullName: nameText(errorKey("name.missing")),
	...recordOf(contactTextNames, (text) => plainText(contactTexts[text])),
	email: z.nullable(EmailAddress),
	phone: z.nullable(PhoneNumber),
	/** Alerts may also call the phone. Absent: as before; a page of the release before does not know it. */
	isCalled: z.optional(z.boolean()),
	webhookUrl: z.nullable(WebhookUrl),
	slackUrl: z.nullable(SlackUrl),
	/** Absent: as before. Pages of the release before do not send it. */
	teamsUrl: z.optional(z.nullable(TeamsUrl)),
	pagerdutyKey: z.optional(z.nullable(PagerDutyKey)),
	defaultChannels: setOf(DeliveryChannel, DeliveryChannel.options.length),
	timeZone: ZoneName,
	/** Null or absent: the company's, or as before. */
	language: z.optional(z.nullable(RecipientLanguage)),
	quietHours: QuietHours,
	criticalBypassesQuiet: z.boolean(),
	contactGroupIds: setOf(ContactGroupId, limits.contactGroups),
	linkedUserId: z.nullable(UserId),
};

type ContactFields = {
	email: string | null;
	phone: string | null;
	isCalled?: boolean | undefined;
	webhookUrl: string | null;
	slackUrl: string | null;
	teamsUrl?: string | null | undefined;
	pagerdutyKey?: string | null | undefined;
	defaultChannels: DeliveryChannel[];
	timeZone: string;
	quietHours: WeeklyWindow[];
};

export const addressFields = {
	email: "email",
	sms: "phone",
	call: "phone",
	webhook: "webhookUrl",
	slack: "slackUrl",
	teams: "teamsUrl",
	pagerduty: "pagerdutyKey",
} as const;
export type TypedDeliveryChannel = keyof typeof addressFields;
export const typedDeliveryChannels = DeliveryChannel.options.filter(isTyped);

export function isTyped(channel: DeliveryChannel): channel is TypedDeliveryChannel {
	return Object.hasOwn(addressFields, channel);
}

export function typedAddress(
	fields: Pick<ContactFields, (typeof addressFields)[TypedDeliveryChannel]> & { isCalled?: boolean | undefined },
	channel: TypedDeliveryChannel,
): string | null {
	return channel === "call" && fields.isCalled === false ? null : (fields[addressFields[channel]] ?? null);
}

const isWhole = z.check<ContactFields>((ctx) => {
	const { defaultChannels, timeZone, quietHours } = ctx.value;
	const complain = (path: string, message: string) =>
		ctx.issues.push({ code: "custom", input: ctx.value, path: path.split("."), message });
	const filled: DeliveryChannel[] = typedDeliveryChannels.filter(
		(channel) => typedAddress(ctx.value, channel) !== null,
	);
	if (filled.length === 0) complain("email", errorKey("contact.noAddress"));
	else if (!defaultChannels.some((channel) => !isTyped(channel) || filled.includes(channel)))
		complain("defaultChannels", errorKey("contact.noChannel"));
	const windows = TimeWindows.safeParse({ zone: timeZone, weekly: quietHours, spans: [] });
	for (const { path, message } of windows.error?.issues ?? []) {
		if (path[0] === "weekly") complain(["quietHours", ...path.slice(1)].join("."), message);
	}
});

export const CreateContact = z.object(contactFields).check(isWhole);
export type CreateContact = z.infer<typeof CreateContact>;

export const UpdateContact = z.object({ contactId: ContactId, version: z.int(), ...contactFields }).check(isWhole);
export type UpdateContact = z.infer<typeof UpdateContact>;

export const SavedContact = z.object({ contact: ContactDetails, secret: z.nullable(z.string()) });
export type SavedContact = z.infer<typeof SavedContact>;

export const CreateContacts = z.object({
	contacts: z.array(CreateContact).check(z.minLength(1), z.maxLength(limits.contactsPerCreation), atMostBytes()),
});
export type CreateContacts = z.infer<typeof CreateContacts>;

/** Entries have the order of the input; a rejected entry has the errors of its fields. */
export const CreatedContacts = z.array(
	z.union([
		z.object({ id: ContactId }),
		z.object({ fields: z.record(z.string(), z.string()), fieldKeys: z.optional(z.record(z.string(), z.string())) }),
	]),
);
export type CreatedContacts = z.infer<typeof CreatedContacts>;

export const ContactTarget = z.object({ contactId: ContactId });

const contactIds = setOf(ContactId, limits.contacts, { none: errorKey("contact.choose") });

export const PauseContacts = z.object({ contactIds, until: z.nullable(Instant) });
export type PauseContacts = z.infer<typeof PauseContacts>;

export const GroupContacts = z.object({
	contactIds,
	addGroupIds: setOf(ContactGroupId, limits.contactGroups),
	removeGroupIds: setOf(ContactGroupId, limits.contactGroups),
});
export type GroupContacts = z.infer<typeof GroupContacts>;

/** `successorId` replaces the contacts in every alert rule and report. Null: no replacement. */
export const DeleteContacts = z.object({ contactIds, successorId: z.nullable(ContactId) });
export type DeleteContacts = z.infer<typeof DeleteContacts>;

export const ReplaceContacts = z.object({ contactIds, successorId: ContactId });
export type ReplaceContacts = z.infer<typeof ReplaceContacts>;

export const ChangedContacts = z.object({ changed: z.number() });
export type ChangedContacts = z.infer<typeof ChangedContacts>;

export const SendCode = z.object({ contactId: ContactId, channel: VerifiedDeliveryChannel });
export type SendCode = z.infer<typeof SendCode>;

export const SentCode = z.object({ messageId: MessageId, until: z.date() });
export type SentCode = z.infer<typeof SentCode>;

export const VerifyAddress = z.object({
	contactId: ContactId,
	channel: VerifiedDeliveryChannel,
	code: SixDigits,
});
export type VerifyAddress = z.infer<typeof VerifyAddress>;

export const ReplaceSecret = z.object({ contactId: ContactId, channel: SignedDeliveryChannel });
export type ReplaceSecret = z.infer<typeof ReplaceSecret>;

export const SendTest = z.object({ contactId: ContactId, channel: DeliveryChannel, addressId: z.optional(AddressId) });
export type SendTest = z.infer<typeof SendTest>;

export const SentTest = z.object({ messageId: MessageId });
export type SentTest = z.infer<typeof SentTest>;

export const ContactGroup = z.object({ id: ContactGroupId, name: z.string(), contactCount: z.number() });
export type ContactGroup = z.infer<typeof ContactGroup>;

const ContactGroupName = nameText(errorKey("name.missing"));

export const CreateContactGroup = z.object({ name: ContactGroupName });
export type CreateContactGroup = z.infer<typeof CreateContactGroup>;

export const RenameContactGroup = z.object({ groupId: ContactGroupId, name: ContactGroupName });
export type RenameContactGroup = z.infer<typeof RenameContactGroup>;

export const ContactGroupTarget = z.object({ groupId: ContactGroupId });
export type ContactGroupTarget = z.infer<typeof ContactGroupTarget>;

export const maskMark = "•••";

/** `a•••@example.com`, `+351•••01`. A URL keeps only its host, because the rest may be a secret. */
export function maskedAddress(address: string): string {
	const [, authority] = /^\s*[a-z][a-z0-9+.-]*:\/\/([^/?#\\]*)/i.exec(address) ?? [];
	if (authority !== undefined) return authority.replace(/^.*@|:\d*$/g, "").toLowerCase() || maskMark;
	const at = address.lastIndexOf("@");
	if (at > 0) return `${[...address][0]}${maskMark}${address.slice(at)}`;
	return `${address.slice(0, 4)}${maskMark}${address.slice(-2)}`;
}
