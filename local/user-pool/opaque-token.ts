import { toBase64Url } from "./base64url";

/** 256 random bits that mean nothing outside the pool: refresh tokens and challenge Sessions. */
export function newOpaqueToken(): string {
	return toBase64Url(crypto.getRandomValues(new Uint8Array(32)));
}

/** The pool keeps digests only. */
export async function opaqueTokenDigest(token: string): Promise<string> {
	return toBase64Url(new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(token))));
}
