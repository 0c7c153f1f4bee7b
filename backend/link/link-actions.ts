import type { ContactLanguage } from "../../shared/contact";
import { MessageClass } from "../../shared/message";
import type { Hints, RowStore } from "../base/context";
import { listOptOut, optBackIn, optOut } from "../contact/opt-out";
import { confirmAddress } from "../contact/verify-address";
import { accountOrThrow } from "../db/account-rows";
import { findChannel, findContact } from "../db/contact-rows";
import type { LinkActionName, LinkClaims } from "../keys/link-tokens";

export type LinkStore = RowStore & { hints: Hints };

export type LinkChoice = {
	value: string;
	label: string;
	/** Mail scanners open links and submit forms: what must not happen by itself asks for the number on the page. */
	asksNumber: boolean;
};

/** What a link's page says. Without choices there is nothing to do. */
export type LinkPage = {
	brand: string;
	language: ContactLanguage;
	title: string;
	text: string[];
	choices: LinkChoice[];
};

type LinkContact = { fullName: string; address: string; status: string; companyName: string };
type PageContent = Omit<LinkPage, "brand" | "language">;

type LinkAction = {
	view(store: LinkStore, claims: LinkClaims, contact: LinkContact): PageContent;
	/** Idempotent: links are opened twice. `choice` is one of those that the page offers. */
	act(store: LinkStore, claims: LinkClaims, choice: string): void;
};

const dayMs = 24 * 60 * 60 * 1000;
const gone: PageContent = {
	title: "This link does nothing any more",
	text: [
		"The address it was made for has been changed or removed since. Nothing was done.",
		"If messages still reach you, use the link in the newest one, or ask whoever runs the console.",
	],
	choices: [],
};

const linkActions: Record<LinkActionName, LinkAction> = {
	verify: {
		view: (_, __, { address, companyName, status }) => {
			if (status === "verified") {
				return { title: "This address is confirmed", text: [`${companyName} can write to ${address}.`], choices: [] };
			}
			return {
				title: "Confirm your address",
				text: [
					`${companyName} wants to send messages to ${address}.`,
					"If you do not expect that, close this page: nothing happens.",
				],
				choices: [{ value: "verify", label: "Confirm this address", asksNumber: true }],
			};
		},
		act: (store, { recipient }) => {
			if (findChannel(store.db, recipient.contactId, recipient.channel)?.status === "verified") return;
			confirmAddress({ ...store, user: null }, recipient);
		},
	},
	optOut: {
		view: (store, { subject }, { address, companyName }) => {
			const messageClass = classOf(subject);
			const { title, things, others } = optOutWords[messageClass];
			const known = listOptOut(store, { channel: "email", address, class: messageClass });
			if (known === null) {
				return {
					title,
					text: [
						`${address} gets ${things} of ${companyName}.`,
						...(messageClass === "alerts" ? ["The owner of the account is told when you stop them."] : []),
					],
					choices:
						messageClass === "alerts"
							? [
									{ value: "day", label: "None for 24 hours", asksNumber: true },
									{ value: "all", label: "No alerts at all", asksNumber: true },
								]
							: [{ value: "all", label: `No ${things} any more`, asksNumber: false }],
				};
			}
			const until = known.until === null ? "from now on" : "for 24 hours";
			return {
				title: "You are taken off",
				text: [`${address} gets no ${things} of ${companyName} ${until}. ${others}`],
				choices: [{ value: "undo", label: `Get ${things} again`, asksNumber: true }],
			};
		},
		act: (store, { recipient, subject }, choice) => {
			const messageClass = classOf(subject);
			if (choice === "undo") optBackIn(store, recipient, messageClass);
			else optOut(store, recipient, { class: messageClass, until: choice === "day" ? store.now + dayMs : null });
		},
	},
};

function classOf(subject: string | null): MessageClass {
	return MessageClass.parse(subject);
}

const optOutWords: Record<MessageClass, { title: string; things: string; others: string }> = {
	alerts: { title: "Stop alerts to this address", things: "alerts", others: "Reports are not affected." },
	reports: { title: "Stop reports to this address", things: "reports", others: "Alerts are not affected." },
	account: {
		title: "Stop messages about the account",
		things: "messages about the account",
		others: "Alerts and reports are not affected.",
	},
};

/** `choice` null: the page is looked at. One that the page does not offer does nothing. */
export function openLink(store: LinkStore, claims: LinkClaims, choice: string | null): LinkPage {
	return store.db.transaction(() => {
		const { productName: brand, companyName } = accountOrThrow(store.db);
		const contact = contactOf(store, claims);
		if (!contact) return { brand, language: "en", ...gone };
		const action = linkActions[claims.action];
		const view = () => action.view(store, claims, { ...contact, companyName, ...currentAddress(store, claims) });
		const isOffered = view().choices.some(({ value }) => value === choice);
		if (choice !== null && isOffered) action.act(store, claims, choice);
		return { brand, language: contact.language, ...view() };
	});
}

function contactOf({ db }: LinkStore, { recipient }: LinkClaims) {
	const contact = findContact(db, recipient.contactId);
	const channel = findChannel(db, recipient.contactId, recipient.channel);
	if (!contact || channel?.addressVersion !== recipient.addressVersion) return null;
	const { fullName, language } = contact;
	return { fullName, language };
}

function currentAddress({ db }: LinkStore, { recipient }: LinkClaims) {
	const channel = findChannel(db, recipient.contactId, recipient.channel);
	return { address: channel?.address ?? "", status: channel?.status ?? "unverified" };
}
