import { sign, verify } from "hono/jwt";
import * as z from "zod/mini";
import { asciiDigits } from "../../shared/base/ascii-digits";
import { hourMs, minuteMs } from "../../shared/base/durations";
import { hexOf } from "../../shared/base/hex";
import { AccountId, ContactId } from "../../shared/base/ids";
import { DeliveryChannel, MessageClass } from "../../shared/message/message";

export const LinkClaims = z.object({
	accountId: AccountId,
	action: z.enum(["verify", "optOut", "acknowledge", "mute", "report"]),
	/** An event, or a class of messages with rules; null: the address itself. */
	subject: z.nullable(z.string()),
	/** The link is valid only for this version of the contact's address. */
	recipient: z.object({ contactId: ContactId, channel: DeliveryChannel, addressVersion: z.number() }),
	/** Epoch ms. */
	expiresAt: z.number(),
});
export type LinkClaims = z.infer<typeof LinkClaims>;
export type LinkActionName = LinkClaims["action"];

/** A class of messages and, for alerts, the rules in the message. */
export type OptOutSubject = { class: MessageClass; ruleIds: string[] };

export function optOutSubject({ class: messageClass, ruleIds }: OptOutSubject): string {
	return [messageClass, ...ruleIds].join(" ");
}

export function parseOptOutSubject(subject: string | null): OptOutSubject {
	const [messageClass, ...ruleIds] = (subject ?? "").split(" ");
	return { class: MessageClass.parse(messageClass), ruleIds };
}

/** `isExpired`: genuine but too late. Null: forged or damaged. */
export type ParsedLink = { claims: LinkClaims; isExpired: boolean } | null;

export type LinkTokens = {
	sign(claims: LinkClaims): Promise<string>;
	parse(token: string, now: number): Promise<ParsedLink>;
	/** Two digits for this link and hour. A person reads them on the page; a mail scanner does not. */
	numberOf(token: string, now: number): Promise<string>;
	isNumberOf(token: string, number: string, now: number): Promise<boolean>;
	/** Valid in this minute and the next. */
	nonceOf(token: string, now: number): Promise<string>;
	isNonceOf(token: string, nonce: string, now: number): Promise<boolean>;
};

const audience = "aqlcloud-link";
const smallestNumber = 10;
const numbers = 90;
const longestToken = 1_500;

/**
 * JWTs signed with HS256. The first secret signs, all are accepted.
 * A label in each key keeps these signatures distinct from those of device keys.
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
			return accepted.includes(asciiDigits(number).trim());
		},
		nonceOf: (token, now) => nonceAt(token, minuteOf(now)),
		async isNonceOf(token, nonce, now) {
			const minute = minuteOf(now);
			const accepted = await Promise.all([nonceAt(token, minute), nonceAt(token, minute - 1)]);
			return accepted.includes(nonce);
		},
	};
}
