import type { TokenVerifier } from "../../shared/session/token-verifier";
import type { SharedRefresh } from "../cognito/refresh-tokens";
import type { UserPoolClient } from "../cognito/user-pool";
import type { Settings } from "../settings/settings";
import type { EndedSessions } from "./ended-sessions";
import type { SignedOut, WarmSessions } from "./known-sessions";

export type SessionPorts = {
	settings: Pick<Settings, "clientId" | "clientSecret" | "upstream" | "isAddressPropagated">;
	verifier: TokenVerifier;
	userPool: UserPoolClient;
	sharedRefresh: SharedRefresh;
	warmSessions: WarmSessions;
	signedOut: SignedOut;
	endedSessions: EndedSessions;
	addressLimit: RateLimit;
	callLimit: RateLimit | null;
	now: () => number;
};
