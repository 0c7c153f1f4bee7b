const stepMs = 30_000;
/** Steps a code may be early or late, because clocks drift and people type slowly. */
const toleratedSteps = 1;
const base32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/** 160 random bits in base32, as RFC 4226 recommends. */
export function newTotpSecret(): string {
	return [...crypto.getRandomValues(new Uint8Array(32))].map((byte) => base32[byte % 32]).join("");
}

function fromBase32(secret: string): Uint8Array<ArrayBuffer> {
	const bits = [...secret].map((letter) => base32.indexOf(letter).toString(2).padStart(5, "0")).join("");
	const bytes = bits.match(/.{8}/g) ?? [];
	return Uint8Array.from(bytes, (byte) => Number.parseInt(byte, 2));
}

async function codeAtStep(secret: string, step: number): Promise<string> {
	const key = await crypto.subtle.importKey("raw", fromBase32(secret), { name: "HMAC", hash: "SHA-1" }, false, [
		"sign",
	]);
	const counter = new DataView(new ArrayBuffer(8));
	counter.setBigUint64(0, BigInt(step));
	const mac = new DataView(await crypto.subtle.sign("HMAC", key, counter));
	// Dynamic truncation, RFC 4226 section 5.3.
	const offset = mac.getUint8(19) & 0xf;
	const digits = (mac.getUint32(offset) & 0x7fffffff) % 1_000_000;
	return String(digits).padStart(6, "0");
}

/** The six digits at `now` (epoch ms): RFC 6238 with SHA-1 and 30 s steps. `secret` is base32. */
export function totpCode(secret: string, now: number): Promise<string> {
	return codeAtStep(secret, Math.floor(now / stepMs));
}

export async function totpStep(secret: string, code: string, now: number): Promise<number | null> {
	const current = Math.floor(now / stepMs);
	for (let step = current - toleratedSteps; step <= current + toleratedSteps; step++) {
		if ((await codeAtStep(secret, step)) === code) return step;
	}
	return null;
}
