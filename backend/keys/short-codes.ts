import { encodeBase32 } from "../base/ids";

const codeLength = 15;
const codeForm = /^[0-9a-hjkmnp-tv-z]{15}$/;
const randomBytes = 10;

/** 75 random bits as lower-case Crockford base32. */
export function newShortCode(): string {
	return encodeBase32(crypto.getRandomValues(new Uint8Array(randomBytes))).slice(-codeLength);
}

/** The remainder's bias is less than 1 in 4,000. */
export function newSixDigits(): string {
	const [random = 0] = crypto.getRandomValues(new Uint32Array(1));
	return String(random % 1_000_000).padStart(6, "0");
}

/** Reads a code as people type it: https://www.crockford.com/base32.html. Null for other text. */
export function readShortCode(typed: string): string | null {
	const code = typed.toLowerCase().replaceAll("o", "0").replaceAll(/[il]/g, "1");
	return codeForm.test(code) ? code : null;
}
