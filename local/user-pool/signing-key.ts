import * as z from "zod/mini";
import { fromBase64Url, toBase64Url } from "./secrets";

const algorithm = { name: "RSASSA-PKCS1-v1_5", hash: "SHA-256" };

export type SigningKey = { kid: string; publicJwk: JsonWebKey; privateKey: CryptoKey; publicKey: CryptoKey };

type KeyRow = { kid: string; public_jwk: string; private_jwk: string };

function storedKey(sql: SqlStorage): KeyRow | undefined {
	return sql.exec<KeyRow>("SELECT kid, public_jwk, private_jwk FROM signing_keys").toArray()[0];
}

async function generateKey(sql: SqlStorage): Promise<KeyRow> {
	const pair = (await crypto.subtle.generateKey(
		{ ...algorithm, modulusLength: 2048, publicExponent: new Uint8Array([1, 0, 1]) },
		true,
		["sign", "verify"],
	)) as CryptoKeyPair; // an asymmetric algorithm generates a pair
	const row = {
		kid: toBase64Url(crypto.getRandomValues(new Uint8Array(32))),
		public_jwk: JSON.stringify(await crypto.subtle.exportKey("jwk", pair.publicKey)),
		private_jwk: JSON.stringify(await crypto.subtle.exportKey("jwk", pair.privateKey)),
	};
	sql.exec("INSERT INTO signing_keys VALUES (?, ?, ?)", row.kid, row.public_jwk, row.private_jwk);
	return row;
}

/** The RS256 key is stored, so that sessions survive a restart. */
export async function ensureSigningKey(sql: SqlStorage): Promise<SigningKey> {
	const row = storedKey(sql) ?? (await generateKey(sql));
	const publicJwk: JsonWebKey = JSON.parse(row.public_jwk);
	return {
		kid: row.kid,
		publicJwk,
		privateKey: await crypto.subtle.importKey("jwk", JSON.parse(row.private_jwk), algorithm, false, ["sign"]),
		publicKey: await crypto.subtle.importKey("jwk", publicJwk, algorithm, false, ["verify"]),
	};
}

export function toJwks({ kid, publicJwk: { n, e } }: SigningKey): { keys: object[] } {
	return { keys: [{ alg: "RS256", e, kid, kty: "RSA", n, use: "sig" }] };
}

export async function signJwt({ kid, privateKey }: SigningKey, claims: object): Promise<string> {
	const encode = (part: object) => toBase64Url(new TextEncoder().encode(JSON.stringify(part)));
	const signed = `${encode({ kid, alg: "RS256" })}.${encode(claims)}`;
	const signature = await crypto.subtle.sign(algorithm, privateKey, new TextEncoder().encode(signed));
	return `${signed}.${toBase64Url(new Uint8Array(signature))}`;
}

/** Checks only the signature, not the claims. */
export async function isSignedBy({ publicKey }: SigningKey, jwt: string): Promise<boolean> {
	const end = jwt.lastIndexOf(".");
	const signed = new TextEncoder().encode(jwt.slice(0, end));
	try {
		return await crypto.subtle.verify(algorithm, publicKey, fromBase64Url(jwt.slice(end + 1)), signed);
	} catch (error) {
		if (error instanceof SyntaxError) return false;
		throw error;
	}
}

const Header = z.object({ alg: z.literal("RS256"), kid: z.string() });

/** Claims with the signature unchecked. Null for text that is not an RS256 JWT. */
export function unverifiedPayload(jwt: string): unknown {
	const [header, payload, signature, ...rest] = jwt.split(".");
	const isJwt = Header.safeParse(parsePart(header)).success && signature !== undefined && rest.length === 0;
	return isJwt ? parsePart(payload) : null;
}

function parsePart(part: string | undefined): unknown {
	try {
		return JSON.parse(new TextDecoder().decode(fromBase64Url(part ?? "")));
	} catch (error) {
		if (error instanceof SyntaxError) return null;
		throw error;
	}
}
