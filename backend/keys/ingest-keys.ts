import { createHmac } from "node:crypto";
import { binaryText } from "../../shared/base/binary-text";
import { hourMs, minuteMs } from "../../shared/base/durations";
import { hexOf } from "../../shared/base/hex";
import { idPrefixes } from "../../shared/base/ids";
import type { KeyMint, WebhookSecretMint } from "../base/context";
import { encodeBase32 } from "../base/ids";

const usedEveryMs = 15 * minuteMs;
const deviceUsedEveryMs = 6 * hourMs;
const keyCharacter = "[0-9a-hjkmnp-tv-z]";
const secretBytes = 32;
const tagBytes = 16;

/** `integrationKey`: a network server or robot that sends for all devices of an account. */
type SenderKind = "device" | "integrationKey" | "apiKey" | "wall" | "publicLink" | "dutyCalendar";
const keyPrefixes = {
	device: "aqd",
	integrationKey: "aqi",
	apiKey: "aqk",
	wall: "aqw",
	publicLink: "aqs",
	dutyCalendar: "aqc",
} as const satisfies Record<SenderKind, string>;

/** `senderId`: the id of the device, integration key, API key, wall or public link. */
export type KeyClaims = { accountId: string; senderId: string; secret: string };

export type IngestKeys = KeyMint & {
	/** Null for an invalid form or tag, so a forged key never reaches an object. */
	parse(key: string): Promise<KeyClaims | null>;
};

/**
 * Keys are `<prefix>_<account>_<sender>_<256-bit secret>_<tag>`. The tag is a truncated HMAC-SHA-256 of the rest.
 * The first secret signs, all are accepted.
 */
export function createIngestKeys(kind: SenderKind, ingestSecrets: string[]): IngestKeys {
	const [signingSecret] = ingestSecrets;
	if (signingSecret === undefined) throw new Error("No ingest secret to sign keys with");
	const prefix = keyPrefixes[kind];
	const keyForm = new RegExp(
		`^(${prefix}_(${keyCharacter}{26})_(${keyCharacter}{26})_(${keyCharacter}{52}))_(${keyCharacter}{26})$`,
	);
	return {
		async mint(accountId, senderId, seed) {
			const sender = `${prefix}_${withoutPrefix(accountId)}_${withoutPrefix(senderId)}`;
			const secret = encodeBase32(seed === undefined ? randomSecret() : secretFrom(seed, sender, signingSecret));
			const body = `${sender}_${secret}`;
			const tag = await tagOf(body, signingSecret);
			return { key: `${body}_${encodeBase32(tag)}`, digest: await digestSecret(secret) };
		},
		async parse(key) {
			const [, body, account, sender, secret, tag] = keyForm.exec(key) ?? [];
			if (!body || !account || !sender || !secret || !tag) return null;
			const tags = await Promise.all(ingestSecrets.map((ingestSecret) => tagOf(body, ingestSecret)));
			// Compares every tag, so that the duration does not reveal which secret signed.
			const isGenuine = tags.map((expected) => isSameSecret(encodeBase32(expected), tag)).includes(true);
			if (!isGenuine) return null;
			return { accountId: `${idPrefixes.account}_${account}`, senderId: `${idPrefixes[kind]}_${sender}`, secret };
		},
	};
}

/** Standard Webhooks: the key in base64 after its prefix. */
export function createWebhookSecrets(ingestSecrets: string[]): WebhookSecretMint {
	const [signingSecret] = ingestSecrets;
	if (signingSecret === undefined) throw new Error("No ingest secret to sign keys with");
	return {
		mint(seed) {
			const bytes = seed === undefined ? randomSecret() : secretFrom(seed, "webhook", signingSecret);
			return `whsec_${btoa(binaryText(bytes))}`;
		},
	};
}

type StoredDigests = { keyDigest: string; previousKeyDigest: string | null; previousKeyUntil: Date | null };

/** `now` is epoch ms; null: neither key matches. Always compares both. */
export function acceptedKey(kept: StoredDigests, digest: string, now: number): "current" | "previous" | null {
	const isCurrent = isSameSecret(kept.keyDigest, digest);
	const isPrevious = kept.previousKeyDigest !== null && isSameSecret(kept.previousKeyDigest, digest);
	if (isCurrent) return "current";
	return isPrevious && isInGrace(kept, now) ? "previous" : null;
}

type DeviceKeyUse = { keyUsedAt: Date | null; previousKeyUsedAt: Date | null; previousKeyUntil: Date | null };

/** Every six hours, since uploads show the device's activity. More often during a change of keys. */
export function isDeviceUseWorthRecording(kept: DeviceKeyUse, used: "current" | "previous", now: number): boolean {
	const usedAt = used === "current" ? kept.keyUsedAt : kept.previousKeyUsedAt;
	if (usedAt === null || isInGrace(kept, now)) return isUseWorthRecording(usedAt, now);
	return now - usedAt.getTime() >= deviceUsedEveryMs;
}

/** An upload within six hours of the recorded use counts as a use. */
export function deviceKeyUsedAt(kept: DeviceKeyUse, lastReceivedAt: number | null, now: number): Date | null {
	const { keyUsedAt } = kept;
	if (keyUsedAt === null || lastReceivedAt === null || isInGrace(kept, now)) return keyUsedAt;
	const sinceMs = lastReceivedAt - keyUsedAt.getTime();
	return sinceMs > 0 && sinceMs < deviceUsedEveryMs ? new Date(lastReceivedAt) : keyUsedAt;
}

function isInGrace({ previousKeyUntil }: Pick<DeviceKeyUse, "previousKeyUntil">, now: number): boolean {
	return previousKeyUntil !== null && previousKeyUntil.getTime() > now;
}

/** At most once in 15 minutes, because writing a row is expensive. */
export function isUseWorthRecording(lastUsedAt: Date | null, now: number): boolean {
	return lastUsedAt === null || now - lastUsedAt.getTime() >= usedEveryMs;
}

/** SHA-256 as hex. 256 random bits need no slow hash. */
export async function digestSecret(secret: string): Promise<string> {
	const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(secret));
	return hexOf(new Uint8Array(digest));
}

/** Constant time for texts of equal length. */
export function isSameSecret(one: string, other: string): boolean {
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

function randomSecret(): Uint8Array {
	return crypto.getRandomValues(new Uint8Array(secretBytes));
}

/** No key begins with this text, so the result is never a key's tag. */
function secretFrom(seed: string, owner: string, ingestSecret: string): Uint8Array {
	return createHmac("sha256", ingestSecret).update(`secret of ${owner} from ${seed}`).digest();
}

function withoutPrefix(id: string): string {
	return id.slice(id.indexOf("_") + 1);
}
