import { hexOf } from "../../shared/base/hex";

export type SessionSigner = {
	sign: (text: string) => Promise<string>;
	isSigned: (text: string, signature: string) => Promise<boolean>;
};

const algorithm = { name: "HMAC", hash: "SHA-256" };
const encoder = new TextEncoder();

/** Signs with the first secret and accepts all. Null without a secret. */
export function createSessionSigner(secrets: readonly string[]): SessionSigner | null {
	const [signing, ...former] = secrets;
	if (signing === undefined) return null;
	let imported: [CryptoKey, ...CryptoKey[]] | null = null;

	/** Stores keys and no promise: a promise of a request that was aborted may never settle. */
	async function keys(secret: string): Promise<[CryptoKey, ...CryptoKey[]]> {
		imported ??= [await importKey(secret), ...(await Promise.all(former.map(importKey)))];
		return imported;
	}

	return {
		async sign(text) {
			const [key] = await keys(signing);
			return hexOf(new Uint8Array(await crypto.subtle.sign("HMAC", key, encoder.encode(text))));
		},
		async isSigned(text, signature) {
			if (!/^[0-9a-f]{64}$/.test(signature)) return false;
			const bytes = Uint8Array.from(signature.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16));
			const message = encoder.encode(text);
			const checks = (await keys(signing)).map((key) => crypto.subtle.verify("HMAC", key, bytes, message));
			return (await Promise.all(checks)).includes(true);
		},
	};
}

function importKey(secret: string): Promise<CryptoKey> {
	return crypto.subtle.importKey("raw", encoder.encode(secret), algorithm, false, ["sign", "verify"]);
}
