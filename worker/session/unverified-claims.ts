import { decomposeUnverifiedJwt } from "aws-jwt-verify/jwt";

export type UnverifiedClaims = { issuedAt: number | null; originJti: string | null; issuer: string | null };

/** Reads a token without checking it: fit for hints to Cognito, never for a decision about a person. */
export function unverifiedClaims(jwt: string): UnverifiedClaims {
	try {
		const { payload } = decomposeUnverifiedJwt(jwt);
		return {
			issuedAt: typeof payload.iat === "number" ? payload.iat : null,
			originJti: typeof payload.origin_jti === "string" ? payload.origin_jti : null,
			issuer: typeof payload.iss === "string" && payload.iss !== "" ? payload.iss : null,
		};
	} catch {
		return { issuedAt: null, originJti: null, issuer: null }; // not a JWT at all
	}
}

/** What Amplify keeps beside its tokens: the issuer's clock less ours, in ms. */
export function clockDrift(accessToken: string, now: number): number {
	const { issuedAt } = unverifiedClaims(accessToken);
	return issuedAt === null ? 0 : issuedAt * 1000 - now;
}
