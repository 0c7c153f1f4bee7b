import { decomposeUnverifiedJwt } from "aws-jwt-verify/jwt";
import type { SessionUser } from "../../shared/session/session";
import type { AccessClaims, IdClaims, TokenVerifier } from "../../shared/session/token-verifier";

type VerifiedTokens =
	| { status: "valid"; access: AccessClaims; id: IdClaims | null }
	| { status: "expired" }
	| { status: "invalid"; reason: string }
	| { status: "unavailable"; reason: string };

export type SessionTokens = { accessToken: string; idToken: string | null; refreshToken: string | null };

/** Amplify's tolerance: a token that would expire during the request is refreshed first. */
export const dueMs = 5_000;

export function areDue({ access, id }: { access: AccessClaims; id: IdClaims | null }, now: number): boolean {
	return now + dueMs >= Math.min(access.exp, id?.exp ?? access.exp) * 1000;
}

/** Both tokens must be valid and name the same user. The id token is optional. */
export async function verifyTokens(verifier: TokenVerifier, tokens: SessionTokens): Promise<VerifiedTokens> {
	const access = await verifier.verifyAccessToken(tokens.accessToken);
	if (access.status === "invalid" || access.status === "unavailable") return access;
	const id = tokens.idToken === null ? null : await verifier.verifyIdToken(tokens.idToken);
	if (id !== null && (id.status === "invalid" || id.status === "unavailable")) return id;
	if (access.status === "expired" || id?.status === "expired") return { status: "expired" };
	if (id !== null && id.claims.sub !== access.claims.sub) {
		return { status: "invalid", reason: "access and id token name different people" };
	}
	return { status: "valid", access: access.claims, id: id?.claims ?? null };
}

type UnverifiedClaims = {
	sub: string | null;
	issuedAt: number | null;
	originJti: string | null;
	issuer: string | null;
};

/** Only for requests to Cognito and consistency checks, never to grant anything. */
export function unverifiedClaims(jwt: string): UnverifiedClaims {
	try {
		const { payload } = decomposeUnverifiedJwt(jwt);
		return {
			sub: typeof payload.sub === "string" ? payload.sub : null,
			issuedAt: typeof payload.iat === "number" ? payload.iat : null,
			originJti: typeof payload.origin_jti === "string" ? payload.origin_jti : null,
			issuer: typeof payload.iss === "string" && payload.iss !== "" ? payload.iss : null,
		};
	} catch {
		return { sub: null, issuedAt: null, originJti: null, issuer: null }; // not a JWT at all
	}
}

/** The same for all tokens of a sign-in. */
export function signInOf({ sub, originJti, authTime }: AccessClaims): string {
	return `${sub} ${originJti ?? authTime}`;
}

export function clockDrift(accessToken: string, now: number): number {
	const { issuedAt } = unverifiedClaims(accessToken);
	return issuedAt === null ? 0 : issuedAt * 1000 - now;
}

export function toSessionUser(access: AccessClaims, id: IdClaims | null): SessionUser {
	return { sub: access.sub, username: access.username, email: id?.email ?? null, name: id?.name ?? null };
}
