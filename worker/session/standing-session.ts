import type { AuthErrorName } from "../../shared/auth-errors";
import type { AccessClaims } from "../../shared/token-verifier";
import type { Services } from "../services";
import { areDue, verifyTokens } from "./check-tokens";
import { findSessionCookies, type SessionTokens } from "./session-cookies";
import type { Visit } from "./visit";

export type StandingSession =
	| { status: "signed-in"; tokens: SessionTokens; access: AccessClaims }
	| { status: "refused"; error: AuthErrorName };

/**
 * The session as it stands, for an answer whose cookies might be lost on the way: nothing is refreshed or written,
 * since a rotated refresh token that is not stored is gone for good. One that is due is refused: the page checks
 * its session, which refreshes it, and comes again.
 */
export async function readStandingSession(services: Services, visit: Visit): Promise<StandingSession> {
	const warm = services.warmSessions.recall(visit.cookieHeader);
	if (warm) return warm;
	const { stored } = findSessionCookies(visit.cookieHeader, services.settings.clientId);
	if (stored === null) return refused;
	const verified = await verifyTokens(services.verifier, stored);
	if (verified.status === "unavailable") {
		visit.log({ event: "session-unchecked", reason: verified.reason });
		return { status: "refused", error: "NetworkError" };
	}
	if (verified.status !== "valid" || areDue(verified, services.now())) return refused;
	return { status: "signed-in", tokens: stored, access: verified.access };
}

const refused: StandingSession = { status: "refused", error: "UserUnAuthenticatedException" };
