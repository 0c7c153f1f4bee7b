import type { AuthErrorName } from "../../shared/auth-errors";
import type { AccessClaims, IdClaims } from "../../shared/token-verifier";
import type { SessionTokens } from "../cognito/tokens";

export type SignedIn = {
	status: "signed-in";
	tokens: SessionTokens;
	access: AccessClaims;
	id: IdClaims | null;
	isRefreshed: boolean;
};

/** `hasEnded`: in this request, which found it alive. */
export type SignedOutSession = { status: "signed-out"; error: AuthErrorName; hasEnded: boolean };

/** Unknown: the keys, the user pool or the backend could not be reached. */
type UncheckedSession = { status: "unchecked"; error: AuthErrorName; retryAfterSeconds?: number };

export type NotSignedIn = SignedOutSession | UncheckedSession;

export type Session = SignedIn | NotSignedIn;
