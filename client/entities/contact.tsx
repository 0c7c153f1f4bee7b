import type { AddressStatus, Contact } from "../../shared/message/contact";
import type { DeliveryChannel } from "../../shared/message/message";
import { type ChipTone, StatusChip } from "../ui/feedback/status-chip";
import { NoRows, Rows } from "../ui/layout/rows";
import { t } from "../words/made/entities";
import classes from "./contact.module.css";
import { ContactLink } from "./entity-links";

type AddressLabel = { label: string; tone: ChipTone; meaning: string };

export const addressLabels: Record<AddressStatus, AddressLabel> = {
	verified: { label: t("address.verified"), tone: "ok", meaning: t("address.verified.meaning") },
	unverified: { label: t("address.unverified"), tone: "warn", meaning: t("address.unverified.meaning") },
	bouncing: { label: t("address.bouncing"), tone: "bad", meaning: t("address.bouncing.meaning") },
	unsubscribed: { label: t("address.unsubscribed"), tone: "off", meaning: t("address.unsubscribed.meaning") },
};

type Reach = "reachable" | "unsure" | "unreachable";

export const reachLabels: Record<Reach, { label: string; tone: ChipTone }> = {
	reachable: { label: t("reach.reachable"), tone: "ok" },
	unsure: { label: t("address.unverified"), tone: "warn" },
	unreachable: { label: t("reach.unreachable"), tone: "bad" },
};

export function deliveryChannelLabel(channel: DeliveryChannel): string {
	return t(`channel.${channel}`);
}

export function reachOf({ email, emailStatus, phone, phoneStatus, isCallable, otherChannels }: Contact): Reach {
	const states = [email === null ? null : emailStatus, phone === null ? null : phoneStatus];
	if (states.includes("verified") || isCallable || otherChannels.length > 0) return "reachable";
	return states.includes("unverified") ? "unsure" : "unreachable";
}

export function ContactRows({ contactIds, contacts }: { contactIds: string[]; contacts: Contact[] }) {
	const chosen = contacts.filter(({ id }) => contactIds.includes(id));
	const goneCount = contactIds.length - chosen.length;
	if (contactIds.length === 0) return <NoRows>{t("recipients.none")}</NoRows>;
	return (
		<>
			<Rows
				rows={chosen.map((contact) => ({
					key: contact.id,
					name: <ContactLink id={contact.id}>{contact.fullName}</ContactLink>,
					under: [contact.email, contact.phone].filter(Boolean).join(" · "),
					end: <StatusChip tone={reachLabels[reachOf(contact)].tone}>{reachLabels[reachOf(contact)].label}</StatusChip>,
				}))}
			/>
			{goneCount > 0 && <NoRows>{t("recipients.gone", { count: goneCount })}</NoRows>}
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
