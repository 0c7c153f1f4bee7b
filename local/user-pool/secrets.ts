export function newOpaqueToken(): string {
	return toBase64Url(crypto.getRandomValues(new Uint8Array(32)));
}

export async function opaqueTokenDigest(token: string): Promise<string> {
	return toBase64Url(new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(token))));
}

/** The maximum of workerd's WebCrypto. */
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

export function toBase64Url(bytes: Uint8Array): string {
	return btoa(String.fromCharCode(...bytes))
		.replaceAll("+", "-")
		.replaceAll("/", "_")
		.replace(/=+$/, "");
}

export function fromBase64Url(text: string): Uint8Array<ArrayBuffer> {
	if (!/^[\w-]*$/.test(text) || text.length % 4 === 1) throw new SyntaxError("Not base64url");
	const binary = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
	return Uint8Array.from(binary, (character) => character.charCodeAt(0));
}
