import type { AddressStatus, Contact } from "../../shared/message/contact";
import type { DeliveryChannel } from "../../shared/message/message";
import { type ChipTone, StatusChip } from "../ui/feedback/status-chip";
import { TextLink } from "../ui/layout/link";
import { NoRows, Rows } from "../ui/layout/rows";
import classes from "./contact.module.css";

type AddressLabel = { label: string; tone: ChipTone; meaning: string };

export const addressLabels: Record<AddressStatus, AddressLabel> = {
	verified: { label: "Verified", tone: "ok", meaning: "Messages reach it" },
	unverified: { label: "Not verified", tone: "warn", meaning: "Not verified yet: at most 3 messages a day" },
	bouncing: { label: "Bouncing", tone: "bad", meaning: "Messages to it come back" },
	unsubscribed: { label: "Unsubscribed", tone: "off", meaning: "Its owner has asked for no more messages" },
};

type Reach = "reachable" | "unsure" | "unreachable";

export const reachLabels: Record<Reach, { label: string; tone: ChipTone }> = {
	reachable: { label: "Reachable", tone: "ok" },
	unsure: { label: "Not verified", tone: "warn" },
	unreachable: { label: "Unreachable", tone: "bad" },
};

export const deliveryChannelLabels: Record<DeliveryChannel, string> = {
	email: "E-mail",
	sms: "Phone (SMS)",
	webhook: "Webhook",
	slack: "Chat webhook",
	push: "Push to a browser",
};

export function reachOf({ email, emailStatus, phone, phoneStatus, otherChannels }: Contact): Reach {
	const states = [email === null ? null : emailStatus, phone === null ? null : phoneStatus];
	if (states.includes("verified") || otherChannels.length > 0) return "reachable";
	return states.includes("unverified") ? "unsure" : "unreachable";
}

export function ContactRows({ contactIds, contacts }: { contactIds: string[]; contacts: Contact[] }) {
	const chosen = contacts.filter(({ id }) => contactIds.includes(id));
	const goneCount = contactIds.length - chosen.length;
	if (contactIds.length === 0) return <NoRows>No recipients.</NoRows>;
	return (
		<>
			<Rows
				rows={chosen.map((contact) => ({
					key: contact.id,
					name: (
						<TextLink to="/accounts/contacts/edit/$contactId" params={{ contactId: contact.id }}>
							{contact.fullName}
						</TextLink>
					),
					under: [contact.email, contact.phone].filter(Boolean).join(" · "),
					end: <StatusChip tone={reachLabels[reachOf(contact)].tone}>{reachLabels[reachOf(contact)].label}</StatusChip>,
				}))}
			/>
			{goneCount > 0 && (
				<NoRows>{goneCount === 1 ? "One contact" : `${goneCount} contacts`} of it exist no more.</NoRows>
			)}
		</>
	);
}

export function Address({ address, status }: { address: string | null; status: AddressStatus }) {
	if (address === null) return "—";
	const { label, tone } = addressLabels[status];
	return (
		<span className={classes.address}>
			{address} <StatusChip tone={tone}>{label}</StatusChip>
		</span>
	);
}
