import { fromBase64Url, toBase64Url } from "./base64url";

/** The most workerd's WebCrypto allows. */
const iterations = 100_000;

export type PasswordHash = { salt: string; hash: string };

async function derive(password: string, salt: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
	const key = await crypto.subtle.importKey("raw", new TextEncoder().encode(password), "PBKDF2", false, ["deriveBits"]);
	return new Uint8Array(
		await crypto.subtle.deriveBits({ name: "PBKDF2", hash: "SHA-256", salt, iterations }, key, 256),
	);
}

export async function hashPassword(password: string): Promise<PasswordHash> {
	const salt = crypto.getRandomValues(new Uint8Array(16));
	return { salt: toBase64Url(salt), hash: toBase64Url(await derive(password, salt)) };
}

export async function isPassword(password: string, { salt, hash }: PasswordHash): Promise<boolean> {
	return crypto.subtle.timingSafeEqual(await derive(password, fromBase64Url(salt)), fromBase64Url(hash));
}
