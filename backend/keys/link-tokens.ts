import { sign, verify } from "hono/jwt";
import * as z from "zod/mini";
import { hourMs, minuteMs } from "../../shared/base/durations";
import { hexOf } from "../../shared/base/hex";
import { AccountId, ContactId } from "../../shared/base/ids";
import { DeliveryChannel, MessageClass } from "../../shared/message/message";

/** What one link may do, for whom, and until when. Nothing else is reached by it. */
export const LinkClaims = z.object({
	accountId: AccountId,
	action: z.enum(["verify", "optOut", "acknowledge", "mute", "report"]),
	/** What the action is about, as an event, or a class of messages with the rules of one; null: the address itself. */
	subject: z.nullable(z.string()),
	/** The link dies with this version of the contact's address. */
	recipient: z.object({ contactId: ContactId, channel: DeliveryChannel, addressVersion: z.number() }),
	/** Epoch ms. */
	expiresAt: z.number(),
});
export type LinkClaims = z.infer<typeof LinkClaims>;
export type LinkActionName = LinkClaims["action"];

/** What a link to opt out is about: a class of messages and, of alerts, the rules that its message reported. */
export type OptOutSubject = { class: MessageClass; ruleIds: string[] };

export function optOutSubject({ class: messageClass, ruleIds }: OptOutSubject): string {
	return [messageClass, ...ruleIds].join(" ");
}

/** Throws where it is none. */
export function parseOptOutSubject(subject: string | null): OptOutSubject {
	const [messageClass, ...ruleIds] = (subject ?? "").split(" ");
	return { class: MessageClass.parse(messageClass), ruleIds };
}

/** `expired`: genuine, and too late. Null: not ours, or damaged on its way. */
export type ParsedLink = { claims: LinkClaims; isExpired: boolean } | null;

export type LinkTokens = {
	sign(claims: LinkClaims): Promise<string>;
	parse(token: string, now: number): Promise<ParsedLink>;
	/** Two digits for this link and this hour, which a person reads on its page and a scanner of mails does not. */
	numberOf(token: string, now: number): Promise<string>;
	isNumberOf(token: string, number: string, now: number): Promise<boolean>;
	/** For a press on the page of this link: good for this minute and the next. */
	nonceOf(token: string, now: number): Promise<string>;
	isNonceOf(token: string, nonce: string, now: number): Promise<boolean>;
};

const audience = "aqlcloud-link";
const smallestNumber = 10;
const numbers = 90;
/** Claims are short: a longer token is not worth a signature. */
const longestToken = 1_500;

/**
 * JWTs by HS256. The first of the secrets signs, all are accepted, each marked with a label of its own use, so that
 * none of these signatures is one of a device key.
 */
export function createLinkTokens(secrets: readonly string[]): LinkTokens {
	const keys = secrets.map((secret) => `${secret}/links`);
	const [signingKey] = keys;
	if (signingKey === undefined) throw new Error("No secret to sign links with");

	async function digestAt(token: string, time: string): Promise<ArrayBuffer> {
		return crypto.subtle.digest("SHA-256", new TextEncoder().encode(`${signingKey}/${time}/${token}`));
	}
	async function numberAt(token: string, hour: number): Promise<string> {
		const digest = new DataView(await digestAt(token, String(hour)));
		return String(smallestNumber + (digest.getUint32(0) % numbers));
	}
	async function nonceAt(token: string, minute: number): Promise<string> {
		return hexOf(new Uint8Array(await digestAt(token, `press/${minute}`)));
	}
	const hourOf = (now: number) => Math.floor(now / hourMs);
	const minuteOf = (now: number) => Math.floor(now / minuteMs);

	return {
		sign: (claims) => sign({ ...claims, aud: audience }, signingKey, "HS256"),
		async parse(token, now) {
			if (token.length > longestToken) return null;
			for (const key of keys) {
				const payload = await verify(token, key, { alg: "HS256", aud: audience }).catch(() => null);
				const claims = LinkClaims.safeParse(payload);
				if (claims.success) return { claims: claims.data, isExpired: claims.data.expiresAt <= now };
			}
			return null;
		},
		numberOf: (token, now) => numberAt(token, hourOf(now)),
		async isNumberOf(token, number, now) {
			const hour = hourOf(now);
			const accepted = await Promise.all([numberAt(token, hour), numberAt(token, hour - 1)]);
			return accepted.includes(number.trim());
		},
		nonceOf: (token, now) => nonceAt(token, minuteOf(now)),
		async isNonceOf(token, nonce, now) {
			const minute = minuteOf(now);
			const accepted = await Promise.all([nonceAt(token, minute), nonceAt(token, minute - 1)]);
			return accepted.includes(nonce);
		},
	};
}
