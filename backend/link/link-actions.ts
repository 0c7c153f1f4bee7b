import { type Brand, brandLines } from "../../shared/account/brand";
import { dayMs } from "../../shared/base/durations";
import { pick } from "../../shared/base/plain-fields";
import type { MessageClass } from "../../shared/message/message";
import { createAudit } from "../activity/audit";
import { listOptOut, optBackIn, optBackInToRule, optOut, optOutOfRule } from "../contact/opt-out";
import { confirmAddress } from "../contact/verify-address";
import { accountOrThrow, companyFormats } from "../db/account-rows";
import { findAlert } from "../db/alert-rows";
import { publishedBrand } from "../db/brand-rows";
import { findContact, findDeliveryChannel } from "../db/contact-rows";
import { hasRuleOptOut } from "../db/follow-up-rows";
import { type LinkActionName, type LinkClaims, parseOptOutSubject } from "../keys/link-tokens";
import { namePart } from "../message/templates/plain-text";
import { acknowledgeAction, muteAction } from "./event-link-actions";
import type { LinkAction, LinkLook, LinkPage, LinkStore, LinkUse, PageContent } from "./link-action";
import { reportAction } from "./report-link-action";

const gone: PageContent = {
	title: "This link does nothing any more",
	text: [
		"The address it was made for has been changed or removed since. Nothing was done.",
		"If messages still reach you, use the link in the newest one, or ask whoever runs the console.",
	],
	choices: [],
};

const linkActions: Record<LinkActionName, LinkAction> = {
	acknowledge: acknowledgeAction,
	mute: muteAction,
	report: reportAction,
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
			if (findDeliveryChannel(store.db, recipient.contactId, recipient.channel)?.status === "verified") return;
			confirmAddress({ ...store, user: null }, recipient);
		},
	},
	optOut: {
		view: (store, { subject }, { address, companyName }) => {
			const { class: messageClass, ruleIds } = parseOptOutSubject(subject);
			const { title, things, others } = optOutTexts[messageClass];
			const known = listOptOut(store, { channel: "email", address, class: messageClass });
			if (known === null && messageClass === "alerts") {
				const rules = rulesOf(store, ruleIds, address);
				const stopped = rules.filter(({ isOptedOut }) => isOptedOut);
				return {
					title,
					text: [
						`${address} gets ${things} from ${companyName}.`,
						...stopped.map(({ name }) => `It gets none of the rule “${name}”.`),
						"The owner of the account is notified when you stop them.",
					],
					choices: [
						...rules.map(({ id, name, isOptedOut }) => {
							const label = isOptedOut ? `Get alerts of “${name}” again` : `Stop alerts of “${name}”`;
							return { value: `${isOptedOut ? undoRule : stopRule}${id}`, label, asksNumber: true };
						}),
						{ value: "day", label: "Stop all alerts for 24 hours", asksNumber: true },
						{ value: "all", label: "Stop all alerts", asksNumber: true },
					],
				};
			}
			if (known === null) {
				const choices = [{ value: "all", label: `Stop ${things}`, asksNumber: false }];
				return { title, text: [`${address} gets ${things} from ${companyName}.`], choices };
			}
			const isForGood = known.until === null;
			const until = isForGood ? "from now on" : "for 24 hours";
			return {
				title: `No ${things} to this address${isForGood ? "" : " for 24 hours"}`,
				text: [`${address} gets no ${things} from ${companyName} ${until}. ${others}`],
				choices: [{ value: "undo", label: `Get ${things} again`, asksNumber: true }],
			};
		},
		act: (store, { recipient, subject }, { choice }) => {
			const { class: messageClass, ruleIds } = parseOptOutSubject(subject);
			const rule = ruleIds.find((id) => choice === stopRule + id || choice === undoRule + id);
			const found = rule === undefined ? null : findAlert(store.db, rule);
			if (found && choice.startsWith(stopRule)) optOutOfRule(store, recipient, found);
			else if (found) optBackInToRule(store, recipient, found);
			else if (choice === "undo") optBackIn(store, recipient, messageClass);
			else optOut(store, recipient, { class: messageClass, until: choice === "day" ? store.now + dayMs : null });
		},
	},
};

const stopRule = "stop ";
const undoRule = "undo ";

function rulesOf({ db }: LinkStore, ruleIds: string[], address: string) {
	return ruleIds.flatMap((alertId) => {
		const rule = findAlert(db, alertId);
		const isOptedOut = hasRuleOptOut(db, { alertId, channel: "email", address });
		return rule ? [{ id: alertId, name: rule.name, isOptedOut }] : [];
	});
}

const optOutTexts: Record<MessageClass, { title: string; things: string; others: string }> = {
	alerts: { title: "Stop alerts to this address", things: "alerts", others: "Reports are not affected." },
	reports: { title: "Stop reports to this address", things: "reports", others: "Alerts are not affected." },
	account: {
		title: "Stop messages about the account",
		things: "messages about the account",
		others: "Alerts and reports are not affected.",
	},
};

/** `use` null: the page is only viewed. Ignores a choice that the page does not offer. */
export function openLink(store: LinkStore, claims: LinkClaims, use: LinkUse | null): LinkPage {
	return store.db.transaction(() => {
		const account = accountOrThrow(store.db);
		const brand = namePart(account.productName);
		const companyName = namePart(account.companyName, 64);
		const look = linkLook(publishedBrand(store.db));
		const contact = contactOf(store, claims);
		if (!contact) return { brand, look, language: "en", ...gone };
		const action = linkActions[claims.action];
		const current = () => ({
			...contact,
			companyName,
			formats: companyFormats(account),
			...currentAddress(store, claims),
		});
		const view = () => action.view(store, claims, current());
		const isOffered = view().choices.some(({ value }) => value === use?.choice);
		if (use && isOffered) {
			const { contactId } = claims.recipient;
			const actor = { kind: "link", id: contactId, name: contact.fullName } as const;
			const audit = createAudit(store, { action: `link.${claims.action}`, actor, origin: store.origin });
			const targets = { contact: [contactId], ...action.targets?.(store, claims) };
			audit.change(targets, () => {
				action.act(store, claims, { ...use, contact: current() });
				const { choice, comment } = use;
				audit.act(targets, { choice, ...(comment !== "" && { comment }), messages: claims.subject });
			});
		}
		return { brand, look, language: contact.language, ...view() };
	});
}

export function linkLook(brand: Brand): LinkLook {
	return { ...pick(brand, ["logoLight", "primary"]), foot: brandLines(brand) };
}

function contactOf({ db }: LinkStore, { recipient }: LinkClaims) {
	const contact = findContact(db, recipient.contactId);
	const channel = findDeliveryChannel(db, recipient.contactId, recipient.channel);
	if (!contact || channel?.addressVersion !== recipient.addressVersion) return null;
	const { fullName, language, timeZone } = contact;
	return { fullName, language, timeZone };
}

function currentAddress({ db }: LinkStore, { recipient }: LinkClaims) {
	const channel = findDeliveryChannel(db, recipient.contactId, recipient.channel);
	return { address: channel?.address ?? "", status: channel?.status ?? "unverified" };
}
