import { encodeBase32 } from "../base32";

/** Parts of a key with a right tag. Account and owner are ids without their prefixes. */
export type KeyParts = { account: string; owner: string; secret: string };

export type KeySigner = {
	/** A new key, to be shown once, and the digest that is kept of it. Takes ids with their prefixes. */
	mint(accountId: string, ownerId: string): Promise<{ key: string; digest: string }>;
	/** Null for a wrong form or tag. */
	parse(key: string): Promise<KeyParts | null>;
};

const part = "[0-9a-hjkmnp-tv-z]";
const secretBytes = 32;
const tagBytes = 16;

/**
 * Keys are `<prefix>_<account>_<owner>_<256-bit secret>_<tag>`. The tag is a truncated HMAC-SHA-256 of the
 * rest: `ingestSecrets` holds the one that signs first, then those still accepted.
 */
export function createKeySigner(prefix: "aqd" | "aqi", ingestSecrets: string[]): KeySigner {
	const [signingSecret] = ingestSecrets;
	if (signingSecret === undefined) throw new Error("No ingest secret to sign keys with");
	const keyForm = new RegExp(`^(${prefix}_(${part}{26})_(${part}{26})_(${part}{52}))_(${part}{26})$`);
	return {
		async mint(accountId, ownerId) {
			const secret = encodeBase32(crypto.getRandomValues(new Uint8Array(secretBytes)));
			const body = `${prefix}_${withoutPrefix(accountId)}_${withoutPrefix(ownerId)}_${secret}`;
			const tag = await tagOf(body, signingSecret);
			return { key: `${body}_${encodeBase32(tag)}`, digest: await digestSecret(secret) };
		},
		async parse(key) {
			const [, body, account, owner, secret, tag] = keyForm.exec(key) ?? [];
			if (!body || !account || !owner || !secret || !tag) return null;
			const tags = await Promise.all(ingestSecrets.map((ingestSecret) => tagOf(body, ingestSecret)));
			// Every tag is compared, so that the time taken does not tell which secret signed.
			const isGenuine = tags.map((expected) => isSame(encodeBase32(expected), tag)).includes(true);
			return isGenuine ? { account, owner, secret } : null;
		},
	};
}

/** SHA-256 as hex: all that is kept of a key's secret. 256 random bits need no slow hash. */
export async function digestSecret(secret: string): Promise<string> {
	const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(secret));
	return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Compares texts in a time that depends on their lengths only. */
export function isSame(one: string, other: string): boolean {
	const encoder = new TextEncoder();
	const [a, b] = [encoder.encode(one), encoder.encode(other)];
	return a.byteLength === b.byteLength && crypto.subtle.timingSafeEqual(a, b);
}

async function tagOf(body: string, ingestSecret: string): Promise<Uint8Array> {
	const encoder = new TextEncoder();
	const algorithm = { name: "HMAC", hash: "SHA-256" };
	const key = await crypto.subtle.importKey("raw", encoder.encode(ingestSecret), algorithm, false, ["sign"]);
	const signature = await crypto.subtle.sign("HMAC", key, encoder.encode(body));
	return new Uint8Array(signature).subarray(0, tagBytes);
}

function withoutPrefix(id: string): string {
	return id.slice(id.indexOf("_") + 1);
}
