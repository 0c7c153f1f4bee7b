import * as z from "zod/mini";
import { oneLine } from "../../shared/base/name-text";
import { networkOf } from "../../shared/base/network-of";
import { acceptedLanguage } from "../../shared/message/language";
import { largestTelegramUpdate } from "../../shared/message/telegram";
import { wordsIn } from "../../shared/words/made/messages-in";
import type { AccountObjects, CallOrigin } from "../base/context";
import { type DirectRequest, type DirectResponse, responseWith } from "../base/direct-response";
import { recordFault } from "../base/event-log";
import { addressOf, requestIdOf } from "../base/internal-headers";
import type { TelegramSettings } from "../base/message-settings";
import { readText } from "../base/read-text";
import { digestSecret } from "../keys/ingest-keys";
import { type NetworkSend, postDeadlineMs } from "../message/senders/webhook-sender";
import type { ChatToJoin, JoinedChat } from "./telegram-channel";

export type TelegramCalls = { joinChat(chat: ChatToJoin, now: number, origin: CallOrigin): Promise<JoinedChat | null> };

type Parts = {
	telegram: TelegramSettings | null;
	accounts: AccountObjects<TelegramCalls>;
	send: NetworkSend;
	rateLimit: RateLimit;
	clock: () => number;
};

/** https://core.telegram.org/bots/api#update */
const Update = z.object({
	message: z.object({
		text: z.string(),
		chat: z.object({
			id: z.int(),
			type: z.string(),
			title: z.optional(z.string()),
			first_name: z.optional(z.string()),
			last_name: z.optional(z.string()),
		}),
		from: z.optional(z.object({ language_code: z.optional(z.string()) })),
	}),
});

const limitPeriodSeconds = 60;
const longestTitle = 64;
const codeForm = /^(?:\/start(?:@\w+)?\s+)?([0-9a-hjkmnp-tv-z]{26})([0-9a-hjkmnp-tv-z]{15})$/i;

/** `setWebhook` gets it as `secret_token`: docs/messages.md. */
export function telegramSecret({ token }: Pick<TelegramSettings, "token">): Promise<string> {
	return digestSecret(`telegram/${token}`);
}

/** Every update gets 200, or Telegram repeats it for a day. */
export function createTelegramEndpoint({ telegram, accounts, send, rateLimit, clock }: Parts) {
	return async function telegramEndpoint(request: DirectRequest<"telegram">): Promise<DirectResponse<"telegram">> {
		if (telegram === null) return responseWith(null, { status: 404 });
		const { headers } = request;
		const given = await digestSecret(headers.get("x-telegram-bot-api-secret-token") ?? "");
		if (given !== (await digestSecret(await telegramSecret(telegram)))) {
			const { success } = await rateLimit.limit({ key: networkOf(headers.get("x-forwarded-for") ?? "unknown") });
			if (success) return responseWith(null, { status: 403 });
			return responseWith(null, { status: 429, headers: { "retry-after": String(limitPeriodSeconds) } });
		}
		const body = await readText(request, largestTelegramUpdate);
		const update = body === null ? null : updateIn(body);
		if (update === null) return responseWith(null, { status: 200 });
		const { chat, text, from } = update.message;
		const [, account, secret] = codeForm.exec(text.trim()) ?? [];
		const language = acceptedLanguage(from?.language_code ?? null);
		if (account === undefined || secret === undefined) {
			if (chat.type === "private") await reply(wordsIn(language)("telegram.hello"));
			return responseWith(null, { status: 200 });
		}
		const object = accounts.get(accounts.idFromName(`acc_${account.toLowerCase()}`));
		const codeDigest = await digestSecret(`${account}${secret}`.toLowerCase());
		const { title = [chat.first_name, chat.last_name].filter(Boolean).join(" ") } = chat;
		const join = { codeDigest, chatId: String(chat.id), title: oneLine(title).slice(0, longestTitle) };
		const origin = {
			address: addressOf(headers),
			browser: null,
			requestId: requestIdOf(headers),
			callerRequestId: null,
		};
		const joined = await object.joinChat(join, clock(), origin);
		const joinedText = ({ contactName: name, companyName: company, language: own }: JoinedChat) =>
			wordsIn(own)("telegram.joined", { name, company });
		await reply(joined ? joinedText(joined) : wordsIn(language)("telegram.unknown"));
		return responseWith(null, { status: 200 });

		async function reply(words: string): Promise<void> {
			const url = `https://api.telegram.org/bot${telegram?.token}/sendMessage`;
			const signal = AbortSignal.timeout(postDeadlineMs);
			const init = {
				method: "POST",
				headers: { "content-type": "application/json" },
				redirect: "manual",
				signal,
			} as const;
			try {
				const response = await send(url, { ...init, body: JSON.stringify({ chat_id: chat.id, text: words }) });
				await response.body?.cancel();
			} catch (error) {
				recordFault(error, "backend", { event: "telegram-no-reply" });
			}
		}
	};
}

function updateIn(body: string): z.infer<typeof Update> | null {
	try {
		const parsed = Update.safeParse(JSON.parse(body));
		return parsed.success ? parsed.data : null;
	} catch {
		return null;
	}
}
