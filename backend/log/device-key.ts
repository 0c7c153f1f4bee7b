import { idPrefixes } from "../../shared/ids";
import { encodeBase32 } from "../base32";

/** Who a key with a right tag names, and the secret the account's object compares. */
export type DeviceKeyClaims = { accountId: string; deviceId: string; secret: string };

export type DeviceKeys = {
	/** A new key of a device, to be shown once, and the digest that is kept of it. */
	mint(accountId: string, deviceId: string): Promise<{ key: string; digest: string }>;
	/** Null for a wrong form or tag: no object is ever asked about a forged key. */
	parse(key: string): Promise<DeviceKeyClaims | null>;
};

const part = "[0-9a-hjkmnp-tv-z]";
const keyForm = new RegExp(`^(aqd_(${part}{26})_(${part}{26})_(${part}{52}))_(${part}{26})$`);
const secretBytes = 32;
const tagBytes = 16;

/**
 * Device keys are `aqd_<account>_<device>_<256-bit secret>_<tag>`. The tag is a truncated
 * HMAC-SHA-256 of the rest: `ingestSecrets` holds the one that signs first, then those still accepted.
 */
export function createDeviceKeys(ingestSecrets: string[]): DeviceKeys {
	const [signingSecret] = ingestSecrets;
	if (signingSecret === undefined) throw new Error("No ingest secret to sign device keys with");
	return {
		async mint(accountId, deviceId) {
			const secret = encodeBase32(crypto.getRandomValues(new Uint8Array(secretBytes)));
			const body = `aqd_${withoutPrefix(accountId)}_${withoutPrefix(deviceId)}_${secret}`;
			const tag = await tagOf(body, signingSecret);
			return { key: `${body}_${encodeBase32(tag)}`, digest: await digestSecret(secret) };
		},
		async parse(key) {
			const [, body, account, device, secret, tag] = keyForm.exec(key) ?? [];
			if (body === undefined || tag === undefined || secret === undefined) return null;
			const tags = await Promise.all(ingestSecrets.map((ingestSecret) => tagOf(body, ingestSecret)));
			// Every tag is compared, so that the time taken does not tell which secret signed.
			const isGenuine = tags.map((expected) => isSame(encodeBase32(expected), tag)).includes(true);
			if (!isGenuine) return null;
			return { accountId: `${idPrefixes.account}_${account}`, deviceId: `${idPrefixes.device}_${device}`, secret };
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
