import type { AuthErrorName } from "../../shared/auth-errors";
import { type AuthenticationResult, parseAuthenticationResult } from "./authentication-result";
import type { UserPoolAnswer, UserPoolClient } from "./user-pool-client";

export type RefreshRequest = { refreshToken: string; deviceKey: string | null };

export type RefreshOutcome =
	| { status: "refreshed"; tokens: AuthenticationResult }
	/** The session cannot live any more. `name` is Cognito's. */
	| { status: "ended"; name: string }
	/** Says nothing about the session. */
	| { status: "unavailable"; error: AuthErrorName; reason: string };

type RefreshFlow = "REFRESH_TOKEN_AUTH" | "GetTokensFromRefreshToken";

type Options = { userPool: UserPoolClient; clientId: string; clientSecret: string | null };

/** Errors after which no attempt with this refresh token can succeed. */
const definitive = new Set([
	"NotAuthorizedException",
	"TokenRevokedException",
	"UserNotFoundException",
	"PasswordResetRequiredException",
	"UserNotConfirmedException",
	"RefreshTokenReuseException",
]);

/** How Cognito may refuse a flow that the app client has switched off. */
const flowRefusals = new Set(["InvalidParameterException", "UnsupportedOperationException"]);

/**
 * Refreshes by REFRESH_TOKEN_AUTH, or by GetTokensFromRefreshToken where the pool rotates refresh tokens
 * and so refuses the former; remembers which one this client needs.
 */
export function createTokenRefresh({ userPool, clientId, clientSecret }: Options) {
	// With a secret, REFRESH_TOKEN_AUTH wants a hash over Cognito's own user name, which a dead token cannot tell.
	let knownFlow: RefreshFlow | null = clientSecret === null ? null : "GetTokensFromRefreshToken";

	function send(flow: RefreshFlow, { refreshToken, deviceKey }: RefreshRequest): Promise<UserPoolAnswer> {
		if (flow === "GetTokensFromRefreshToken") {
			return userPool("GetTokensFromRefreshToken", {
				ClientId: clientId,
				RefreshToken: refreshToken,
				...(deviceKey === null ? {} : { DeviceKey: deviceKey }),
				...(clientSecret === null ? {} : { ClientSecret: clientSecret }),
			});
		}
		const device = deviceKey === null ? {} : { DEVICE_KEY: deviceKey };
		return userPool("InitiateAuth", {
			AuthFlow: "REFRESH_TOKEN_AUTH",
			ClientId: clientId,
			AuthParameters: { REFRESH_TOKEN: refreshToken, ...device },
		});
	}

	async function trySend(flow: RefreshFlow, request: RefreshRequest): Promise<UserPoolAnswer> {
		const answer = await send(flow, request);
		const isDeviceUnknown = answer.status === "refused" && answer.name === "ResourceNotFoundException";
		if (isDeviceUnknown && request.deviceKey !== null) return send(flow, { ...request, deviceKey: null });
		return answer;
	}

	return async (request: RefreshRequest): Promise<RefreshOutcome> => {
		const flow = knownFlow ?? "REFRESH_TOKEN_AUTH";
		const answer = await trySend(flow, request);
		if (answer.status === "done") knownFlow = flow;
		if (!mayNeedOtherFlow(answer, knownFlow) || clientSecret !== null) return toOutcome(answer);
		const other = flow === "REFRESH_TOKEN_AUTH" ? "GetTokensFromRefreshToken" : "REFRESH_TOKEN_AUTH";
		const otherAnswer = await trySend(other, request);
		if (otherAnswer.status === "done") knownFlow = other;
		return toOutcome(otherAnswer);
	};
}

/** No published text says which error refuses the flow, so until one has worked a NotAuthorized may mean it too. */
function mayNeedOtherFlow(answer: UserPoolAnswer, knownFlow: RefreshFlow | null): boolean {
	if (answer.status !== "refused") return false;
	return flowRefusals.has(answer.name) || (knownFlow === null && answer.name === "NotAuthorizedException");
}

function toOutcome(answer: UserPoolAnswer): RefreshOutcome {
	if (answer.status === "done") {
		const tokens = parseAuthenticationResult(answer.body);
		if (tokens) return { status: "refreshed", tokens };
		return { status: "unavailable", error: "InvalidTokens", reason: "answer without an access token" };
	}
	if (answer.status !== "refused") return { status: "unavailable", error: "NetworkError", reason: answer.reason };
	if (definitive.has(answer.name)) return { status: "ended", name: answer.name };
	return { status: "unavailable", error: "ServiceUnavailable", reason: answer.name };
}
