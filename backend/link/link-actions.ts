import { type Brand, brandLines } from "../../shared/account/brand";
import { dayMs } from "../../shared/base/durations";
import { pick } from "../../shared/base/plain-fields";
import { spokenLanguage } from "../../shared/message/language";
import type { LinksTranslate } from "../../shared/words/made/links";
import { wordsIn } from "../../shared/words/made/links-in";
import { createAudit } from "../activity/audit";
import { listOptOut, optBackIn, optBackInToRule, optOut, optOutOfRule } from "../contact/opt-out";
import { confirmAddress } from "../contact/verify-address";
import { accountOrThrow } from "../db/account-rows";
import { findAlert } from "../db/alert-rows";
import { publishedBrand } from "../db/brand-rows";
import { findAddressOfVersion, findContact, findDeliveryChannel } from "../db/contact-rows";
import { hasRuleOptOut } from "../db/follow-up-rows";
import { type LinkActionName, type LinkClaims, parseOptOutSubject } from "../keys/link-tokens";
import { recipientFormats } from "../message/recipient-style";
import { namePart } from "../message/templates/plain-text";
import { acknowledgeAction, muteAction } from "./event-link-actions";
import type { LinkAction, LinkLook, LinkPage, LinkStore, LinkUse, PageContent } from "./link-action";
import { reportAction } from "./report-link-action";

function goneContent(say: LinksTranslate): PageContent {
	return { title: say("gone"), text: [say("gone.nothingDone"), say("gone.newest")], choices: [] };
}

const linkActions: Record<LinkActionName, LinkAction> = {
	acknowledge: acknowledgeAction,
	mute: muteAction,
	report: reportAction,
	verify: {
		view: (_, __, { say, address, companyName: company, status }) => {
			if (status === "verified") {
				return { title: say("verified"), text: [say("verified.canWrite", { company, address })], choices: [] };
			}
			return {
				title: say("verify.title"),
				text: [say("verify.wants", { company, address }), say("verify.unexpected")],
				choices: [{ value: "verify", label: say("verify"), asksNumber: true }],
			};
		},
		act: (store, { recipient }) => {
			if (findDeliveryChannel(store.db, recipient.contactId, recipient.channel)?.status === "verified") return;
			confirmAddress({ ...store, user: null }, recipient);
		},
	},
	optOut: {
		view: (store, { subject }, { say, address, companyName: company }) => {
			const { class: messageClass, ruleIds } = parseOptOutSubject(subject);
			const title = say(`optOut.title.${messageClass}`);
			const gets = say(`optOut.gets.${messageClass}`, { address, company });
			const known = listOptOut(store, { channel: "email", address, class: messageClass });
			if (known === null && messageClass === "alerts") {
				const rules = rulesOf(store, ruleIds, address);
				const stopped = rules.filter(({ isOptedOut }) => isOptedOut);
				return {
					title,
					text: [gets, ...stopped.map(({ name }) => say("optOut.noneOfRule", { name })), say("optOut.ownerNotified")],
					choices: [
						...rules.map(({ id, name, isOptedOut }) => {
							const label = say(isOptedOut ? "optOut.rule.undo" : "optOut.rule", { name });
							return { value: `${isOptedOut ? undoRule : stopRule}${id}`, label, asksNumber: true };
						}),
						{ value: "day", label: say("optOut.day"), asksNumber: true },
						{ value: "all", label: say("optOut.all"), asksNumber: true },
					],
				};
			}
			if (known === null) {
				const choices = [{ value: "all", label: say(`optOut.stop.${messageClass}`), asksNumber: false }];
				return { title, text: [gets], choices };
			}
			const isForGood = known.until === null;
			const key = `optedOut.${messageClass}` as const;
			return {
				title: say(isForGood ? key : `${key}.day`),
				text: [say(isForGood ? `${key}.text` : `${key}.dayText`, { address, company })],
				choices: [{ value: "undo", label: say(`optOut.undo.${messageClass}`), asksNumber: true }],
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

/** `use` null: the page is only viewed. Ignores a choice that the page does not offer. */
export function openLink(store: LinkStore, claims: LinkClaims, use: LinkUse | null): LinkPage {
	return store.db.transaction(() => {
		const account = accountOrThrow(store.db);
		const brand = namePart(account.productName);
		const companyName = namePart(account.companyName, 64);
		const look = linkLook(publishedBrand(store.db));
		const contact = contactOf(store, claims);
		const language = spokenLanguage(contact?.language, account.language);
		const say = wordsIn(language, recipientFormats(account, language));
		if (!contact) return { brand, look, language, ...goneContent(say) };
		const action = linkActions[claims.action];
		const current = () => ({
			...contact,
			say,
			companyName,
			formats: recipientFormats(account, language),
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
		return { brand, look, language, ...view() };
	});
}

export function linkLook(brand: Brand): LinkLook {
	return { ...pick(brand, ["logoLight", "primary"]), foot: brandLines(brand) };
}

function contactOf({ db }: LinkStore, { recipient }: LinkClaims) {
	const contact = findContact(db, recipient.contactId);
	if (!contact || !findAddressOfVersion(db, recipient)) return null;
	const { fullName, language, timeZone } = contact;
	return { fullName, language, timeZone };
}

function currentAddress({ db }: LinkStore, { recipient }: LinkClaims) {
	const channel = findAddressOfVersion(db, recipient);
	return { address: channel?.address ?? "", status: channel?.status ?? "unverified" };
}
