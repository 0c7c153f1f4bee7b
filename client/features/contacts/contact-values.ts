import { type ContactText, contactTextNames, contactTexts, pick, recordOf } from "../../../shared/base/plain-fields";
import {
	addressFields,
	type ContactDetails,
	type CreateContact,
	isTyped,
	type TypedDeliveryChannel,
	typedAddress,
	typedDeliveryChannels,
} from "../../../shared/message/contact";
import type { RecipientLanguage } from "../../../shared/message/language";
import type { DeliveryChannel } from "../../../shared/message/message";
import type { WeeklyWindow } from "../../../shared/time/time-windows";
import { comma } from "../../base/comma-list";
import { weekHoursText } from "../../entities/clock-labels";
import { deliveryChannelLabel } from "../../entities/contact";
import type { FormPart } from "../../forms/versioned-form";
import { t } from "../../words/made/contacts";

type AddressField = (typeof addressFields)[TypedDeliveryChannel];
const fieldChannels = typedDeliveryChannels.filter((channel) => channel !== "call");
const addressFieldNames = fieldChannels.map((channel): AddressField => addressFields[channel]);

export type ContactValues = Record<ContactText | AddressField, string> & {
	fullName: string;
	isCalled: boolean;
	defaultChannels: DeliveryChannel[];
	timeZone: string;
	/** Null: the company's. */
	language: RecipientLanguage | null;
	quietHours: WeeklyWindow[];
	criticalBypassesQuiet: boolean;
	contactGroupIds: string[];
	linkedUserId: string | null;
};

export function emptyContact(timeZone: string): ContactValues {
	return {
		fullName: "",
		...recordOf(contactTextNames, () => ""),
		...recordOf(addressFieldNames, () => ""),
		isCalled: false,
		defaultChannels: ["email"],
		timeZone,
		language: null,
		quietHours: [],
		criticalBypassesQuiet: true,
		contactGroupIds: [],
		linkedUserId: null,
	};
}

export function valuesOf(contact: ContactDetails): ContactValues {
	const { fullName, timeZone, language, quietHours, criticalBypassesQuiet, linkedUserId, channels } = contact;
	const addressOf = (channel: DeliveryChannel) => channels.find((each) => each.channel === channel)?.address ?? "";
	const byField = new Map(fieldChannels.map((channel) => [addressFields[channel], addressOf(channel)]));
	return {
		fullName,
		...pick(contact, contactTextNames),
		timeZone,
		language,
		quietHours,
		criticalBypassesQuiet,
		...recordOf(addressFieldNames, (field) => byField.get(field) ?? ""),
		isCalled: addressOf("call") !== "",
		defaultChannels: channels.filter(({ isDefault }) => isDefault).map(({ channel }) => channel),
		contactGroupIds: contact.contactGroupIds,
		linkedUserId,
	};
}

export function toContactInput(values: ContactValues): CreateContact {
	const orNull = (text: string) => (text.trim() === "" ? null : text);
	const addresses = recordOf(addressFieldNames, (field) => orNull(values[field]));
	return {
		...values,
		...addresses,
		// A channel without an address cannot be chosen. Browsers and chats that joined are not in the form.
		defaultChannels: values.defaultChannels.filter(
			(channel) => !isTyped(channel) || typedAddress({ ...addresses, isCalled: values.isCalled }, channel) !== null,
		),
	};
}

export function fieldOf(path: string): string | null {
	return path.startsWith("contactGroupIds") ? "contactGroupIds" : path;
}

export type Named = { id: string; name: string };

export function contactParts(groups: readonly Named[], users: readonly Named[]): FormPart<ContactValues>[] {
	const nameIn = (list: readonly Named[], id: string) =>
		list.find((each) => each.id === id)?.name ?? t("linkedUser.former");
	const plain = (field: "fullName" | ContactText | AddressField | "timeZone", label: string) => ({
		label,
		fields: [field],
		text: (values: ContactValues) => values[field],
	});
	return [
		plain("fullName", t("name")),
		...contactTextNames.map((text) => plain(text, contactTexts[text].label)),
		...fieldChannels.map((channel) => plain(addressFields[channel], deliveryChannelLabel(channel))),
		{
			label: deliveryChannelLabel("call"),
			fields: ["isCalled"],
			text: ({ isCalled }) => (isCalled ? t("call.on") : t("call.off")),
		},
		{
			label: t("usualChannels"),
			fields: ["defaultChannels"],
			text: ({ defaultChannels }) => defaultChannels.map((channel) => deliveryChannelLabel(channel)).join(comma),
		},
		plain("timeZone", t("timeZone")),
		{
			label: t("quietHours"),
			fields: ["quietHours", "criticalBypassesQuiet"],
			text: ({ quietHours, criticalBypassesQuiet }) => {
				const hours = weekHoursText(quietHours) || t("quietHours.none");
				return criticalBypassesQuiet
					? t("quietHours.withCritical", { hours })
					: t("quietHours.withoutCritical", { hours });
			},
		},
		{
			label: t("groups"),
			isOfOthersToo: true,
			fields: ["contactGroupIds"],
			text: ({ contactGroupIds }) => contactGroupIds.map((id) => nameIn(groups, id)).join(comma),
		},
		{
			label: t("linkedUser"),
			isOfOthersToo: true,
			fields: ["linkedUserId"],
			text: ({ linkedUserId }) => (linkedUserId === null ? t("linkedUser.none") : nameIn(users, linkedUserId)),
		},
	];
}
