import type { AccessClaims, IdClaims, TokenVerifier } from "../../shared/token-verifier";

export type VerifiedTokens =
	| { status: "valid"; access: AccessClaims; id: IdClaims | null }
	| { status: "expired" }
	| { status: "invalid"; reason: string }
	| { status: "unavailable"; reason: string };

type Tokens = { accessToken: string; idToken: string | null };

/** Amplify's tolerance: a token that ends while the request is under way is refreshed first. */
export const dueMs = 5_000;

/** Whether tokens must be refreshed before they are used. */
export function areDue({ access, id }: { access: AccessClaims; id: IdClaims | null }, now: number): boolean {
	return now + dueMs >= Math.min(access.exp, id?.exp ?? access.exp) * 1000;
}

/** Both tokens of a session must verify and name the same person. A session may have no id token. */
export async function verifyTokens(verifier: TokenVerifier, tokens: Tokens): Promise<VerifiedTokens> {
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
