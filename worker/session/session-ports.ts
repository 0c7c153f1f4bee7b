import type { TokenVerifier } from "../../shared/session/token-verifier";
import type { SharedRefresh } from "../cognito/refresh-tokens";
import type { UserPoolClient } from "../cognito/user-pool";
import type { Settings } from "../settings/settings";
import type { EndedSessions } from "./ended-sessions";
import type { SignedOut, WarmSessions } from "./known-sessions";
import type { LastActs } from "./last-acts";

export type SessionPorts = {
	settings: Pick<Settings, "clientId" | "clientSecret" | "upstream" | "isAddressPropagated">;
	verifier: TokenVerifier;
	userPool: UserPoolClient;
	sharedRefresh: SharedRefresh;
	warmSessions: WarmSessions;
	signedOut: SignedOut;
	endedSessions: EndedSessions;
	/** Null: without `SESSION_KEY`, or the backend is another party's. */
	lastActs: LastActs | null;
	addressLimit: RateLimit;
	callLimit: RateLimit | null;
	now: () => number;
};
