import { headerNames } from "../../shared/base/header-names";
import { givenName } from "../../shared/base/name-text";
import type { FetchJwks } from "../../shared/session/jwks-cache";
import { sessionHeaders } from "../../shared/session/session-limits";
import { providerOfUserName, reservedProvider } from "../../shared/session/sso-offer";
import type { AccessClaims, IdClaims, TokenVerifier } from "../../shared/session/token-verifier";
import type { Identity } from "./context";
import { trpcErrorResponse } from "./errors";
import { logWarning } from "./event-log";

const jwksTimeoutMs = 3_000;

type Identification =
	| { status: "known"; identity: Identity }
	| { status: "refused"; reason: string }
	| { status: "unavailable"; reason: string };

/** `reach`: the one account that the sign-in opens; null: every account of the person. */
export type SignedInPerson = { sub: string; email: string | null; reach: string | null };

export type SsoPeople = {
	personOf(
		access: Pick<AccessClaims, "sub" | "username">,
		id: Pick<IdClaims, "provider" | "email" | "verifiedEmail"> | null,
	): Promise<SignedInPerson>;
};

export type IdentifyParts = { verifier: TokenVerifier; people: SsoPeople };

/** The id token is optional. If present it must be valid and belong to the same user. */
export async function identify(
	headers: Headers,
	{ verifier, people, requestId }: IdentifyParts & { requestId: string },
): Promise<Identification> {
	const identification = await checkTokens(headers, { verifier, people });
	if (identification.status !== "known") {
		logWarning({ event: "not-identified", requestId, reason: identification.reason });
	}
	return identification;
}

export function denyUnidentified(status: "refused" | "unavailable", requestId: string): Response {
	if (status === "refused") return trpcErrorResponse("SIGNED_OUT", "Not signed in", requestId);
	return trpcErrorResponse("SESSION_UNCHECKED", "No signing keys to check the session with", requestId);
}

async function checkTokens(headers: Headers, { verifier, people }: IdentifyParts): Promise<Identification> {
	const accessToken = bearerToken(headers);
	if (accessToken === null) return { status: "refused", reason: "No bearer token" };
	const idToken = headers.get(headerNames.idToken);
	const [access, id] = await Promise.all([
		verifier.verifyAccessToken(accessToken),
		idToken === null ? null : verifier.verifyIdToken(idToken),
	]);
	if (access.status !== "valid") return failure("Access token", access);
	const { sub: signedInAs, username, originJti, authTime, exp } = access.claims;
	if (id !== null && id.status !== "valid") return failure("Id token", id);
	const claims = id?.claims ?? null;
	if (claims !== null && claims.sub !== signedInAs)
		return { status: "refused", reason: "The tokens are of two people" };
	const person = await people.personOf(access.claims, claims);
	const provider = claims?.provider ?? null;
	// The name says it too, for a browser that has dropped its id token.
	const signIn = { originJti, authTime, provider: reservedProvider(provider) ?? providerOfUserName(username) };
	const known = {
		...person,
		signedInAs,
		username,
		signIn,
		provider,
		expiresAt: exp,
		idleMinutes: idleMinutesOf(headers),
	};
	if (claims === null) return { status: "known", identity: { ...known, name: null, issuedAt: null } };
	const { name, issuedAt } = claims;
	// External user pools may hold any text as a name.
	const ownName = name === null ? null : givenName(name);
	return { status: "known", identity: { ...known, name: ownName, issuedAt } };
}

/** Null: the console does not measure it. */
function idleMinutesOf(headers: Headers): number | null {
	const minutes = headers.get(sessionHeaders.idleMinutes);
	return minutes !== null && /^\d{1,9}$/.test(minutes) ? Number(minutes) : null;
}

export function bearerToken(headers: Headers): string | null {
	return /^Bearer +(\S+)$/i.exec(headers.get("authorization") ?? "")?.[1] ?? null;
}

type FailedCheck = { status: "expired" } | { status: "invalid" | "unavailable"; reason: string };

function failure(token: string, check: FailedCheck): Identification {
	if (check.status === "expired") return { status: "refused", reason: `${token} expired` };
	return { status: check.status === "unavailable" ? "unavailable" : "refused", reason: `${token}: ${check.reason}` };
}

export function createFetchJwks(local: Fetcher | null): FetchJwks {
	return async (jwksUri) => {
		const init = { signal: AbortSignal.timeout(jwksTimeoutMs) };
		const response = await (local ? local.fetch(jwksUri, init) : fetch(jwksUri, init));
		if (!response.ok) throw new Error(`The signing keys answered ${response.status}`);
		return response.json();
	};
}
