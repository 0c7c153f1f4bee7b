import type { MonthlyMeter } from "../../shared/account/billing-meters";
import type { DeliveryChannel } from "../../shared/message/message";

export type ChannelTraits = {
	meter: MonthlyMeter | null;
	hasLinks: boolean;
	/** Gets acknowledgements too, and no reminders unless they can replace a message. */
	showsState: boolean;
	/** A later message of an event replaces the earlier one at the provider. */
	canUpdate: boolean;
	gathers: boolean;
	/** How later alerts of a site are sent while many come at once. */
	inStorm: "edited" | "seldom" | "asUsual";
};

const person = { hasLinks: false, showsState: false, canUpdate: false, gathers: true, inStorm: "seldom" } as const;
const posted = { ...person, meter: "webhooks" } as const;
const chat = { ...posted, hasLinks: true, showsState: true } as const;

export const channelTraits: Record<DeliveryChannel, ChannelTraits> = {
	email: { ...person, meter: "emails", hasLinks: true },
	sms: { ...person, meter: "sms" },
	/** A call is counted where it ends: only those that reach a person. */
	call: { ...person, meter: null },
	webhook: { ...posted, inStorm: "asUsual" },
	push: { ...person, meter: null, hasLinks: true, inStorm: "edited" },
	slack: chat,
	teams: chat,
	telegram: { ...chat, canUpdate: true, gathers: false, inStorm: "edited" },
	pagerduty: { ...chat, gathers: false, inStorm: "asUsual" },
};
