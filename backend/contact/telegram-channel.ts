import { serverLimits } from "../../shared/base/limits";
import { said } from "../../shared/log/said";
import type { ContactDetails } from "../../shared/message/contact";
import { spokenLanguage } from "../../shared/message/language";
import { suppressionText } from "../../shared/message/suppression-text";
import type { TelegramCode, TelegramTarget } from "../../shared/message/telegram";
import { createAudit } from "../activity/audit";
import { addConfigEvent } from "../activity/log-events";
import type { Call, CallOrigin, Invalidations, RowStore } from "../base/context";
import { InputError } from "../base/errors";
import { accountOrThrow } from "../db/account-rows";
import {
	deleteCode,
	deleteDeliveryChannel,
	findCodeOf,
	findContact,
	findDeliveryChannel,
	insertDeliveryChannel,
	raiseContactVersions,
	saveCode,
	updateDeliveryChannel,
} from "../db/contact-rows";
import { digestSecret } from "../keys/ingest-keys";
import { newShortCode } from "../keys/short-codes";
import { contactOrThrow, visibleContact } from "./contact-projection";
import { assertEditor } from "./push-channel";

const channel = "telegram";

export async function startTelegram({ ctx, input }: Call<TelegramTarget>): Promise<TelegramCode> {
	const { contactId } = input;
	const code = `${ctx.accountId.replace("acc_", "")}${newShortCode()}`;
	const codeDigest = await digestSecret(code);
	const until = new Date(ctx.now + serverLimits.codeMs);
	const bot = ctx.telegramBot;
	ctx.db.transaction(() => {
		assertEditor(ctx, contactOrThrow(ctx, contactId));
		if (bot === null) throw new InputError({ channel: suppressionText.channelOff });
		ctx.audit.act({ contact: [contactId] }, { channel });
		saveCode(ctx.db, { contactId, channel, codeDigest, addressVersion: 0, triesLeft: 1, expiresAt: until });
	});
	return { code, bot: bot ?? "", until };
}

export function endTelegram({ ctx, input: { contactId } }: Call<TelegramTarget>): ContactDetails {
	ctx.audit.change({ contact: [contactId] }, () => {
		const contact = contactOrThrow(ctx, contactId);
		assertEditor(ctx, contact);
		const known = findDeliveryChannel(ctx.db, contactId, channel);
		if (!known) return;
		deleteDeliveryChannel(ctx.db, known);
		raiseContactVersions(ctx.db, [contactId]);
		addConfigEvent(ctx, null, said("contact.noTelegram", { name: contact.fullName, chat: known.label }));
	});
	ctx.invalidations.changed("account", "all");
	return visibleContact(ctx, contactId);
}

export type ChatToJoin = { codeDigest: string; chatId: string; title: string };
export type JoinedChat = { contactName: string; companyName: string; language: string };

type JoinStore = RowStore & { invalidations: Invalidations; origin: CallOrigin };

/** Null: there is no such code, or its time is over. A code joins one chat. */
export function joinChat(store: JoinStore, { codeDigest, chatId, title }: ChatToJoin): JoinedChat | null {
	const { db, now } = store;
	return db.transaction(() => {
		const code = findCodeOf(db, { channel, codeDigest });
		const contact = code && findContact(db, code.contactId);
		if (!code || !contact || code.expiresAt.getTime() <= now) return null;
		const { id: contactId, fullName: name } = contact;
		const actor = { kind: "link", id: contactId, name } as const;
		const audit = createAudit(store, { action: "link.joinTelegram", actor, origin: store.origin });
		audit.change({ contact: [contactId] }, () => {
			const known = findDeliveryChannel(db, contactId, channel);
			const addressVersion = Math.max(now, (known?.addressVersion ?? 0) + 1);
			const fresh = { status: "verified", consentAt: new Date(now), lastResult: null, lastResultAt: null } as const;
			const facts = { address: chatId, label: title, addressVersion, ...fresh };
			if (known) updateDeliveryChannel(db, known, facts);
			else insertDeliveryChannel(db, { contactId, channel, isDefault: true, ...facts });
			deleteCode(db, { contactId, channel });
			raiseContactVersions(db, [contactId]);
			addConfigEvent({ ...store, user: null }, null, said("contact.telegram", { name, chat: title }));
		});
		store.invalidations.changed("account", "all");
		const account = accountOrThrow(db);
		return {
			contactName: name,
			companyName: account.companyName,
			language: spokenLanguage(contact.language, account.language),
		};
	});
}
