import { CognitoJwtVerifier } from "aws-jwt-verify";
import { JwtExpiredError } from "aws-jwt-verify/error";
import type { JwtPayload } from "aws-jwt-verify/jwt-model";
import { createJwksCache, type FetchJwks, JwksUnavailableError } from "./jwks-cache";

/** What both Workers believe of a verified token. `exp` and `authTime` are epoch seconds. */
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
	/** Lower-cased; null where the pool has not verified it. */
	verifiedEmail: string | null;
	email: string | null;
	name: string | null;
	/** Epoch seconds; tells which of two tokens knows better. */
	issuedAt: number | null;
};

/** `unavailable`: no keys to check with, which says nothing about the token. */
export type TokenCheck<Claims> =
	| { status: "valid"; claims: Claims }
	| { status: "expired" }
	| { status: "invalid"; reason: string }
	| { status: "unavailable"; reason: string };

export type TokenVerifier = {
	verifyAccessToken: (jwt: string) => Promise<TokenCheck<AccessClaims>>;
	/** For ending a session only: a token that has expired is as good, and never answers `expired`. */
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
// The console remembers a whole session for as long again: together a minute, after which keys are asked anew.
const rememberedMs = 30_000;

/** Longer than any token has been kept. */
const anyAgeSeconds = 100 * 365 * 24 * 60 * 60;

/** Claims the library leaves unchecked: without `exp` a token would never end. */
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
	// Cognito sends a boolean; pools migrated from elsewhere have been seen to send its text.
	const isVerified = payload.email_verified === true || String(payload.email_verified) === "true";
	return {
		sub: String(payload.sub),
		exp: Number(payload.exp),
		verifiedEmail: isVerified ? email : null,
		email,
		name: textOrNull(payload.name),
		issuedAt: typeof payload.iat === "number" ? payload.iat : null,
	};
}

/** A bounded memory of verified tokens, so that a warm session costs no signature check. */
function createMemory<Claims extends { exp: number }>(now: () => number) {
	const remembered = new Map<string, { claims: Claims; until: number }>();
	return {
		recall(jwt: string): Claims | null {
			const entry = remembered.get(jwt);
			if (!entry) return null;
			if (now() < entry.until) return entry.claims;
			remembered.delete(jwt);
			return null;
		},
		remember(jwt: string, claims: Claims): void {
			if (remembered.size >= rememberedTokens) {
				const [oldest] = remembered.keys();
				if (oldest !== undefined) remembered.delete(oldest);
			}
			remembered.set(jwt, { claims, until: Math.min(claims.exp * 1000, now() + rememberedMs) });
		},
	};
}

/**
 * Verifies Cognito tokens of one user pool and client: signature, issuer, `token_use`, client,
 * `exp` and `sub`. Used alike by the console Worker and, behind it, by the backend.
 * Throws for a user pool id that is not of Cognito's form.
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
		const memory = createMemory<Claims>(now);
		return async (jwt: string): Promise<TokenCheck<Claims>> => {
			const known = memory.recall(jwt);
			if (known) return { status: "valid", claims: known };
			try {
				const claims = toClaims(await verifier.verify(jwt));
				memory.remember(jwt, claims);
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

	/** The library looks at `exp` before all but the signature: what is old and no access token of this client is invalid. */
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
