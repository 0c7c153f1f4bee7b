import { relyingPartyId } from "../../local/user-pool/pool-identity";
import { toBase64Url } from "../../local/user-pool/secrets";

const encoder = new TextEncoder();
const flags = { present: 0x01, verified: 0x04, hasKey: 0x40 };

type Spoiled = { rpId?: string; origin?: string; isVerified?: boolean; counter?: number };
type Options = { challenge: string };

/** A passkey as a browser and its authenticator make it (WebAuthn level 3), with one wrong part where a test asks for it. */
export async function createPasskey(userHandle = "somebody") {
	const key = (await crypto.subtle.generateKey({ name: "ECDSA", namedCurve: "P-256" }, true, [
		"sign",
		"verify",
	])) as CryptoKeyPair;
	const rawId = crypto.getRandomValues(new Uint8Array(32));
	const id = toBase64Url(rawId);
	let uses = 0;

	const shared = { id, rawId: id, type: "public-key", authenticatorAttachment: "platform", clientExtensionResults: {} };

	async function register({ challenge }: Options, spoiled: Spoiled = {}) {
		const attested = concat(new Uint8Array(16), uint16(rawId.length), rawId, await coseKey(key.publicKey));
		const authData = concat(await authenticatorData({ counter: 0, ...spoiled }, flags.hasKey), attested);
		return {
			...shared,
			response: {
				clientDataJSON: toBase64Url(clientData("webauthn.create", challenge, spoiled)),
				attestationObject: toBase64Url(attestationObject(authData)),
				transports: ["internal"],
			},
		};
	}

	async function sign({ challenge }: Options, spoiled: Spoiled = {}) {
		uses += 1;
		const authData = await authenticatorData({ counter: uses, ...spoiled });
		const client = clientData("webauthn.get", challenge, spoiled);
		const signed = concat(authData, await sha256(client));
		const raw = await crypto.subtle.sign({ name: "ECDSA", hash: "SHA-256" }, key.privateKey, signed);
		return {
			...shared,
			response: {
				clientDataJSON: toBase64Url(client),
				authenticatorData: toBase64Url(authData),
				signature: toBase64Url(toDer(new Uint8Array(raw))),
				userHandle: toBase64Url(encoder.encode(userHandle)),
			},
		};
	}

	return { id, register, sign };
}

function clientData(
	type: string,
	challenge: string,
	{ origin = `http://${relyingPartyId}:5173` }: Spoiled,
): Uint8Array {
	return encoder.encode(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
}

async function authenticatorData(spoiled: Spoiled & { counter: number }, more = 0): Promise<Uint8Array> {
	const { rpId = relyingPartyId, isVerified = true, counter } = spoiled;
	const bits = flags.present | (isVerified ? flags.verified : 0) | more;
	return concat(await sha256(encoder.encode(rpId)), Uint8Array.of(bits), uint32(counter));
}

/** {fmt: "none", attStmt: {}, authData} in CBOR. */
function attestationObject(authData: Uint8Array): Uint8Array {
	const head = concat(Uint8Array.of(0xa3), cborText("fmt"), cborText("none"), cborText("attStmt"), Uint8Array.of(0xa0));
	return concat(head, cborText("authData"), Uint8Array.of(0x59), uint16(authData.length), authData);
}

/** {1: 2, 3: -7, -1: 1, -2: x, -3: y} in CBOR: an ES256 key. */
async function coseKey(key: CryptoKey): Promise<Uint8Array> {
	const point = new Uint8Array((await crypto.subtle.exportKey("raw", key)) as ArrayBuffer);
	const head = Uint8Array.of(0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01);
	const [x, y] = [point.slice(1, 33), point.slice(33)];
	return concat(head, Uint8Array.of(0x21, 0x58, 32), x, Uint8Array.of(0x22, 0x58, 32), y);
}

function cborText(text: string): Uint8Array {
	return concat(Uint8Array.of(0x60 + text.length), encoder.encode(text));
}

/** WebCrypto signs as two numbers of 32 bytes, authenticators in ASN.1. */
function toDer(raw: Uint8Array): Uint8Array {
	const numbers = concat(derNumber(raw.slice(0, 32)), derNumber(raw.slice(32)));
	return concat(Uint8Array.of(0x30, numbers.length), numbers);
}

function derNumber(bytes: Uint8Array): Uint8Array {
	const first = bytes.findIndex((byte) => byte !== 0);
	const significant = bytes.slice(first);
	const isNegative = (significant[0] ?? 0) >= 0x80;
	const value = isNegative ? concat(Uint8Array.of(0), significant) : significant;
	return concat(Uint8Array.of(0x02, value.length), value);
}

async function sha256(bytes: Uint8Array): Promise<Uint8Array> {
	return new Uint8Array(await crypto.subtle.digest("SHA-256", bytes as Uint8Array<ArrayBuffer>));
}

function concat(...parts: Uint8Array[]): Uint8Array<ArrayBuffer> {
	const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
	let position = 0;
	for (const part of parts) {
		whole.set(part, position);
		position += part.length;
	}
	return whole;
}

function uint16(value: number): Uint8Array {
	return Uint8Array.of(value >> 8, value & 0xff);
}

function uint32(value: number): Uint8Array {
	return Uint8Array.of((value >>> 24) & 0xff, (value >>> 16) & 0xff, (value >>> 8) & 0xff, value & 0xff);
}
