import { getTokensFromRefreshToken } from "./get-tokens-from-refresh-token";
import { getUser } from "./get-user";
import { globalSignOut } from "./global-sign-out";
import { initiateAuth } from "./initiate-auth";
import type { Operation } from "./pool";
import { respondToAuthChallenge } from "./respond-to-auth-challenge";
import { revokeToken } from "./revoke-token";

/** What the emulated pool can do, by the names of Cognito's API. */
export const operations: Record<string, Operation> = {
	GetTokensFromRefreshToken: getTokensFromRefreshToken,
	GetUser: getUser,
	GlobalSignOut: globalSignOut,
	InitiateAuth: initiateAuth,
	RespondToAuthChallenge: respondToAuthChallenge,
	RevokeToken: revokeToken,
};
