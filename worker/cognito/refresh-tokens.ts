import { createExpiringMap } from "../../shared/base/expiring-map";
import type { AuthErrorName } from "../../shared/session/auth-errors";
import {
	type CallOptions,
	type CognitoFailure,
	type CognitoResponse,
	parseAuthenticationResult,
} from "./cognito-client";
import { isPassing, type RetryTools, sendWithRetries, workDeadlineMs } from "./retry";
import { createSharedCalls } from "./shared-calls";
import { type SessionTokens, unverifiedClaims } from "./tokens";
import { isTurnedAway, type UserPoolClient } from "./user-pool";

type Asker = {
	/** Lets the call outlive its request, for the requests that joined. */
	keepAlive: (work: Promise<unknown>) => void;
	/** Called once per outgoing call; returns seconds to wait, or null. */
	countCall: () => Promise<number | null>;
};

type SharedOptions = { refreshTokens: (request: RefreshRequest) => Promise<RefreshOutcome>; now: () => number };

const joinedWaitMs = workDeadlineMs + 500;
const rememberedMs = 5_000;
const mostRemembered = 1_000;
/** Cognito's have about 2 kB; a forged one may fill a header. */
const longestRemembered = 8_000;

export type SharedRefresh = ReturnType<typeof createSharedRefresh>;

export function createSharedRefresh({ refreshTokens, now }: SharedOptions) {
	const share = createSharedCalls<RefreshOutcome>(joinedWaitMs);
	const finished = createExpiringMap<string, RefreshOutcome>({ most: mostRemembered, now });

	async function start(request: RefreshRequest, { countCall }: Asker): Promise<RefreshOutcome> {
		const retryAfterSeconds = await countCall();
		if (retryAfterSeconds !== null) {
			const reason = "refused before the user pool was asked";
			return { status: "unavailable", error: "TooManyRequestsException", reason, retryAfterSeconds };
		}
		const outcome = await refreshTokens(request);
		if (outcome.status !== "unavailable") remember(request.refreshToken, outcome);
		return outcome;
	}

	function remember(refreshToken: string, outcome: RefreshOutcome): void {
		if (refreshToken.length > longestRemembered) return;
		finished.set(refreshToken, outcome, now() + rememberedMs);
	}

	return {
		refresh: (request: RefreshRequest, asker: Asker): Promise<RefreshOutcome> =>
			share({
				key: request.refreshToken,
				known: () => finished.get(request.refreshToken) ?? null,
				start: () => start(request, asker),
				keepAlive: asker.keepAlive,
			}),
		forget: finished.delete,
	};
}

type RefreshRequest = { refreshToken: string; deviceKey: string | null; address: string | null };

export type RefreshOutcome =
	| { status: "refreshed"; tokens: SessionTokens }
	| { status: "ended"; name: string }
	| { status: "unavailable"; error: AuthErrorName; reason: string; retryAfterSeconds?: number };

type RefreshFlow = "REFRESH_TOKEN_AUTH" | "GetTokensFromRefreshToken";

type Options = { userPool: UserPoolClient; clientId: string; clientSecret: string | null; tools: RetryTools };

const definitive = new Set([
	"NotAuthorizedException",
	"TokenRevokedException",
	"UserNotFoundException",
	"PasswordResetRequiredException",
	"UserNotConfirmedException",
	"RefreshTokenReuseException",
]);

const flowDeclines = new Set(["InvalidParameterException", "UnsupportedOperationException"]);

/**
 * Uses REFRESH_TOKEN_AUTH, or GetTokensFromRefreshToken where the pool rotates refresh tokens.
 * Remembers which one works.
 */
export function createTokenRefresh({ userPool, clientId, clientSecret, tools }: Options) {
	// With a client secret, REFRESH_TOKEN_AUTH needs a hash over Cognito's user name; an expired token lacks it.
	let knownFlow: RefreshFlow | null = clientSecret === null ? null : "GetTokensFromRefreshToken";
	let isKnownNotToRotate = false;

	function send(flow: RefreshFlow, request: RefreshRequest, options: CallOptions): Promise<CognitoResponse> {
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

	/** If the pool rotates, a lost response has used up the token, and a retry would look like theft. */
	function mayRetry(flow: RefreshFlow, failure: CognitoFailure): boolean {
		const mayGoTwice = flow === "REFRESH_TOKEN_AUTH" || isKnownNotToRotate || isTurnedAway(failure);
		return mayGoTwice && isPassing(failure);
	}

	async function trySend(flow: RefreshFlow, request: RefreshRequest, deadline: number): Promise<CognitoResponse> {
		const sendAs = (refreshRequest: RefreshRequest) =>
			sendWithRetries({
				send: (options) => send(flow, refreshRequest, options),
				mayRetry: (failure) => mayRetry(flow, failure),
				deadline,
				tools,
			});
		const response = await sendAs(request);
		const isDeviceUnknown = response.status === "refused" && response.name === "ResourceNotFoundException";
		if (isDeviceUnknown && request.deviceKey !== null) return sendAs({ ...request, deviceKey: null });
		return response;
	}

	function learn(flow: RefreshFlow, response: CognitoResponse): void {
		if (response.status !== "done") return;
		knownFlow = flow;
		const tokens = parseAuthenticationResult(response.body);
		if (tokens !== null) isKnownNotToRotate = tokens.refreshToken === null;
	}

	return async (request: RefreshRequest): Promise<RefreshOutcome> => {
		const deadline = tools.now() + workDeadlineMs;
		const flow = knownFlow ?? "REFRESH_TOKEN_AUTH";
		const response = await trySend(flow, request, deadline);
		learn(flow, response);
		if (!mayNeedOtherFlow(response, knownFlow) || clientSecret !== null) return toOutcome(response);
		const other = flow === "REFRESH_TOKEN_AUTH" ? "GetTokensFromRefreshToken" : "REFRESH_TOKEN_AUTH";
		const otherResponse = await trySend(other, request, deadline);
		learn(other, otherResponse);
		return toOutcome(otherResponse);
	};
}

/** Cognito does not document the error of a disabled flow. Until a flow has worked, NotAuthorized may mean that. */
function mayNeedOtherFlow(response: CognitoResponse, knownFlow: RefreshFlow | null): boolean {
	if (response.status !== "refused") return false;
	return flowDeclines.has(response.name) || (knownFlow === null && response.name === "NotAuthorizedException");
}

function toOutcome(response: CognitoResponse): RefreshOutcome {
	if (response.status === "done") {
		const tokens = parseAuthenticationResult(response.body);
		if (!tokens) return { status: "unavailable", error: "InvalidTokens", reason: "answer without an access token" };
		if (!unverifiedClaims(tokens.accessToken).issuedAt) {
			return { status: "unavailable", error: "iatNotFoundException", reason: "access token without iat" };
		}
		return { status: "refreshed", tokens };
	}
	if (response.status !== "refused") return { status: "unavailable", error: "NetworkError", reason: response.reason };
	if (definitive.has(response.name)) return { status: "ended", name: response.name };
	return { status: "unavailable", error: "ServiceUnavailable", reason: response.name };
}
