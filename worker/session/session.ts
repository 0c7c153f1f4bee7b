import type { AuthErrorName } from "../../shared/session/auth-errors";
import type { AccessClaims, IdClaims } from "../../shared/session/token-verifier";
import type { RequestLog } from "../base/event-log";
import type { SessionTokens } from "../cognito/tokens";
import type { CookieJar } from "./cookie-jar";

export type SignedIn = {
	status: "signed-in";
	tokens: SessionTokens;
	access: AccessClaims;
	id: IdClaims | null;
	isRefreshed: boolean;
	/** Since the person's last act in this browser. Null: not measured. */
	idleMinutes: number | null;
};

/** `hasEnded`: ended during this request. */
export type SignedOutSession = { status: "signed-out"; error: AuthErrorName; hasEnded: boolean };

type UncheckedSession = { status: "unchecked"; error: AuthErrorName; retryAfterSeconds?: number };

export type NotSignedIn = SignedOutSession | UncheckedSession;

export type Session = SignedIn | NotSignedIn;

export type RequestContext = {
	url: string;
	cookies: CookieJar;
	requestId: string;
	log: RequestLog;
	clientAddress: () => string | null;
	/** The page's `x-acted`. */
	acted: () => string | null;
	keepAlive: (work: Promise<unknown>) => void;
};
