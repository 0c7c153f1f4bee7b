import { CognitoJwtVerifier } from "aws-jwt-verify";
import { JwtExpiredError } from "aws-jwt-verify/error";
import type { JwtPayload } from "aws-jwt-verify/jwt-model";
import { createExpiringMap } from "../base/expiring-map";
import { isRecord } from "../base/json-record";
import { createJwksCache, type FetchJwks, JwksUnavailableError } from "./jwks-cache";

/** `exp` and `authTime` are epoch seconds. */
export type AccessClaims = {
	sub: string;
	username: string;
	exp: number;
	authTime: number | null;
	originJti: string | null;
};
export type IdClaims = {
	sub: string;
	exp: number;
	/** Lower case. Null: not verified by the pool. */
	verifiedEmail: string | null;
	email: string | null;
	name: string | null;
	/** External identity provider of the sign-in. Null: the pool itself. */
	provider: string | null;
	/** Epoch seconds. */
	issuedAt: number | null;
};

/** `unavailable`: no keys to verify with; the token may be valid or not. */
export type TokenCheck<Claims> =
	| { status: "valid"; claims: Claims }
	| { status: "expired" }
	| { status: "invalid"; reason: string }
	| { status: "unavailable"; reason: string };

export type TokenVerifier = {
	verifyAccessToken: (jwt: string) => Promise<TokenCheck<AccessClaims>>;
	/** Only for ending a session: also accepts expired tokens and never returns `expired`. */
	verifyAccessTokenOfAnyAge: (jwt: string) => Promise<TokenCheck<AccessClaims>>;
	verifyIdToken: (jwt: string) => Promise<TokenCheck<IdClaims>>;
};

type VerifierOptions = {
	userPoolId: string;
	clientId: string;
	fetchJwks: FetchJwks;
	now: () => number;
};

const rememberedTokens = 1_000;
// The console caches a session for as long again, so keys are checked at least every minute.
const rememberedMs = 30_000;

const anyAgeSeconds = 100 * 365 * 24 * 60 * 60;

/** The library does not check these claims: without `exp` a token would never expire. */
function assertExpAndSub({ payload }: { payload: JwtPayload }): void {
	if (typeof payload.exp !== "number") throw new Error("Token has no exp");
	if (typeof payload.sub !== "string" || payload.sub === "") throw new Error("Token has no sub");
}

function textOrNull(value: unknown): string | null {
	return typeof value === "string" && value !== "" ? value : null;
}

function toAccessClaims(payload: JwtPayload): AccessClaims {
	return {
		sub: String(payload.sub),
		username: textOrNull(payload.username) ?? String(payload.sub),
		exp: Number(payload.exp),
		authTime: typeof payload.auth_time === "number" ? payload.auth_time : null,
		originJti: textOrNull(payload.origin_jti),
	};
}

function toIdClaims(payload: JwtPayload): IdClaims {
	const email = textOrNull(payload.email)?.toLowerCase() ?? null;
	// Cognito sends a boolean, but migrated pools may send text.
	const isVerified = payload.email_verified === true || String(payload.email_verified) === "true";
	return {
		sub: String(payload.sub),
		exp: Number(payload.exp),
		verifiedEmail: isVerified ? email : null,
		email,
		name: textOrNull(payload.name),
		provider: providerOf(payload),
		issuedAt: typeof payload.iat === "number" ? payload.iat : null,
	};
}

/**
 * A user of a provider is named after it, such as `google_123`. A linked user of the pool also has `identities`,
 * and no token states which sign-in was used.
 */
function providerOf(payload: JwtPayload): string | null {
	const username = textOrNull(payload["cognito:username"])?.toLowerCase() ?? "";
	const identities: unknown[] = Array.isArray(payload.identities) ? payload.identities : [];
	for (const identity of identities) {
		const name = isRecord(identity) ? textOrNull(identity.providerName) : null;
		if (name !== null && username.startsWith(`${name.toLowerCase()}_`)) return name;
	}
	return null;
}

/**
 * Verifies tokens of one Cognito user pool and client: signature, issuer, `token_use`, client, `exp` and `sub`.
 * Throws for a malformed user pool id.
 */
export function createTokenVerifier({ userPoolId, clientId, fetchJwks, now }: VerifierOptions): TokenVerifier {
	const jwksCache = createJwksCache(fetchJwks, now);
	const accessRules = { userPoolId, clientId, tokenUse: "access", customJwtCheck: assertExpAndSub } as const;
	const access = CognitoJwtVerifier.create(accessRules, { jwksCache });
	const accessOfAnyAge = CognitoJwtVerifier.create({ ...accessRules, graceSeconds: anyAgeSeconds }, { jwksCache });
	const id = CognitoJwtVerifier.create(
		{ userPoolId, clientId, tokenUse: "id", customJwtCheck: assertExpAndSub },
		{ jwksCache },
	);

	function check<Claims extends { exp: number }>(
		verifier: { verify: (jwt: string) => Promise<JwtPayload> },
		toClaims: (payload: JwtPayload) => Claims,
	) {
		// Saves a warm session the signature check.
		const remembered = createExpiringMap<string, Claims>({ most: rememberedTokens, now });
		return async (jwt: string): Promise<TokenCheck<Claims>> => {
			const known = remembered.get(jwt);
			if (known) return { status: "valid", claims: known };
			try {
				const claims = toClaims(await verifier.verify(jwt));
				remembered.set(jwt, claims, Math.min(claims.exp * 1000, now() + rememberedMs));
				return { status: "valid", claims };
			} catch (error) {
				if (error instanceof JwtExpiredError) return { status: "expired" };
				const reason = error instanceof Error ? error.message : String(error);
				if (error instanceof JwksUnavailableError) return { status: "unavailable", reason };
				return { status: "invalid", reason };
			}
		};
	}

	const verifyCurrent = check(access, toAccessClaims);
	const verifyAccessTokenOfAnyAge = check(accessOfAnyAge, toAccessClaims);

	/** The library checks `exp` before other claims. An expired token that fails those is `invalid`. */
	async function verifyAccessToken(jwt: string): Promise<TokenCheck<AccessClaims>> {
		const current = await verifyCurrent(jwt);
		if (current.status !== "expired") return current;
		const ofAnyAge = await verifyAccessTokenOfAnyAge(jwt);
		return ofAnyAge.status === "invalid" ? ofAnyAge : current;
	}

	return {
		verifyAccessToken,
		verifyAccessTokenOfAnyAge,
		verifyIdToken: check(id, toIdClaims),
	};
}
