import type { AuthErrorName } from "../../shared/auth-errors";
import { unverifiedClaims } from "../session/unverified-claims";
import { type AuthenticationResult, parseAuthenticationResult } from "./authentication-result";
import type { CallOptions } from "./cognito-client";
import { isPassing } from "./passing-errors";
import { type RetryTools, sendWithRetries, workDeadlineMs } from "./retry";
import type { UserPoolAnswer, UserPoolClient, UserPoolFailure } from "./user-pool-client";

/** `address`: the browser's, where Cognito is to be told; null where not. */
export type RefreshRequest = { refreshToken: string; deviceKey: string | null; address: string | null };

export type RefreshOutcome =
	| { status: "refreshed"; tokens: AuthenticationResult }
	/** The session cannot live any more. `name` is Cognito's. */
	| { status: "ended"; name: string }
	/** Says nothing about the session. */
	| { status: "unavailable"; error: AuthErrorName; reason: string; retryAfterSeconds?: number };

type RefreshFlow = "REFRESH_TOKEN_AUTH" | "GetTokensFromRefreshToken";

type Options = { userPool: UserPoolClient; clientId: string; clientSecret: string | null; tools: RetryTools };

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
export function createTokenRefresh({ userPool, clientId, clientSecret, tools }: Options) {
	// With a secret, REFRESH_TOKEN_AUTH wants a hash over Cognito's own user name, which a dead token cannot tell.
	let knownFlow: RefreshFlow | null = clientSecret === null ? null : "GetTokensFromRefreshToken";
	let isKnownNotToRotate = false;

	function send(flow: RefreshFlow, request: RefreshRequest, options: CallOptions): Promise<UserPoolAnswer> {
		const { refreshToken, deviceKey, address } = request;
		if (flow === "GetTokensFromRefreshToken") {
			const body = {
				ClientId: clientId,
				RefreshToken: refreshToken,
				...(deviceKey === null ? {} : { DeviceKey: deviceKey }),
				...(clientSecret === null ? {} : { ClientSecret: clientSecret }),
			};
			return userPool(flow, body, options);
		}
		const device = deviceKey === null ? {} : { DEVICE_KEY: deviceKey };
		const body = {
			AuthFlow: "REFRESH_TOKEN_AUTH",
			ClientId: clientId,
			AuthParameters: { REFRESH_TOKEN: refreshToken, ...device },
			...(address === null ? {} : { UserContextData: { IpAddress: address } }),
		};
		return userPool("InitiateAuth", body, options);
	}

	/** Where the pool rotates, an answer lost on the way has spent the token, and a second call would look like theft. */
	function mayRetry(flow: RefreshFlow, failure: UserPoolFailure): boolean {
		const mayGoTwice = flow === "REFRESH_TOKEN_AUTH" || isKnownNotToRotate || failure.status === "throttled";
		return mayGoTwice && isPassing(failure);
	}

	async function trySend(flow: RefreshFlow, request: RefreshRequest, deadline: number): Promise<UserPoolAnswer> {
		const sendAs = (sent: RefreshRequest) =>
			sendWithRetries({
				send: (options) => send(flow, sent, options),
				mayRetry: (failure) => mayRetry(flow, failure),
				deadline,
				tools,
			});
		const answer = await sendAs(request);
		const isDeviceUnknown = answer.status === "refused" && answer.name === "ResourceNotFoundException";
		if (isDeviceUnknown && request.deviceKey !== null) return sendAs({ ...request, deviceKey: null });
		return answer;
	}

	function learn(flow: RefreshFlow, answer: UserPoolAnswer): void {
		if (answer.status !== "done") return;
		knownFlow = flow;
		const tokens = parseAuthenticationResult(answer.body);
		if (tokens !== null) isKnownNotToRotate = tokens.refreshToken === null;
	}

	return async (request: RefreshRequest): Promise<RefreshOutcome> => {
		const deadline = tools.now() + workDeadlineMs;
		const flow = knownFlow ?? "REFRESH_TOKEN_AUTH";
		const answer = await trySend(flow, request, deadline);
		learn(flow, answer);
		if (!mayNeedOtherFlow(answer, knownFlow) || clientSecret !== null) return toOutcome(answer);
		const other = flow === "REFRESH_TOKEN_AUTH" ? "GetTokensFromRefreshToken" : "REFRESH_TOKEN_AUTH";
		const otherAnswer = await trySend(other, request, deadline);
		learn(other, otherAnswer);
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
		if (!tokens) return { status: "unavailable", error: "InvalidTokens", reason: "answer without an access token" };
		if (!unverifiedClaims(tokens.accessToken).issuedAt) {
			return { status: "unavailable", error: "iatNotFoundException", reason: "access token without iat" };
		}
		return { status: "refreshed", tokens };
	}
	if (answer.status !== "refused") return { status: "unavailable", error: "NetworkError", reason: answer.reason };
	if (definitive.has(answer.name)) return { status: "ended", name: answer.name };
	return { status: "unavailable", error: "ServiceUnavailable", reason: answer.name };
}
