import { failureReason } from "../cognito/cognito-client";
import { type SessionTokens, unverifiedClaims } from "../cognito/tokens";
import type { UserPoolClient, UserPoolOperation } from "../cognito/user-pool";
import type { RequestContext } from "./session";
import type { SessionPorts } from "./session-ports";

type Ports = Pick<SessionPorts, "settings" | "sharedRefresh" | "userPool">;

/** Revokes the refresh token. Only logs a failure. */
export async function revokeTokens(
	{ settings, sharedRefresh, userPool }: Ports,
	{ log }: Pick<RequestContext, "log">,
	{ accessToken, refreshToken }: SessionTokens,
): Promise<void> {
	if (refreshToken === null) return;
	sharedRefresh.forget(refreshToken);
	// Only clients with revocation enabled have origin_jti; Cognito rejects the call for others.
	if (unverifiedClaims(accessToken).originJti === null) return;
	const secret = settings.clientSecret === null ? {} : { ClientSecret: settings.clientSecret };
	const body = { ClientId: settings.clientId, Token: refreshToken, ...secret };
	const failure = await failureOf(userPool, "RevokeToken", body);
	if (failure !== null) log({ event: "revoke-failed", ...failure });
}

type Failure = { name: string; reason: string };

/** Null if the operation succeeded. */
export async function failureOf(
	userPool: UserPoolClient,
	operation: UserPoolOperation,
	body: Record<string, unknown>,
): Promise<Failure | null> {
	const response = await userPool(operation, body);
	return response.status === "done" ? null : { name: response.status, reason: failureReason(response) };
}
