import { isRecord, parsedOrNull } from "../../shared/base/json-record";
import { ownValue } from "../../shared/base/own-value";
import { reasonOf } from "../base/event-log";
import type { SessionTokens } from "./tokens";

export type CognitoFailure =
	| { status: "refused"; name: string; message: string; cognitoRequestId?: string }
	/** `reason` is for the log. `failing`: the response states nothing about the user. */
	| { status: "unreachable" | "failing" | "throttled"; reason: string; httpStatus?: number; cognitoRequestId?: string };

export type CognitoResponse = { status: "done"; body: Record<string, unknown> } | CognitoFailure;

export function failureReason(failure: CognitoFailure): string {
	return failure.status === "refused" ? failure.name : failure.reason;
}

export type CallOptions = { headers?: Record<string, string>; timeoutMs?: number };

export type CognitoCall<Operation extends string> = (
	operation: Operation,
	body: Record<string, unknown>,
	options?: CallOptions,
) => Promise<CognitoResponse>;

export const callTimeoutMs = 5_000;

// Amplify's list (aws-amplify 6.22.1) without LimitExceededException, which counts a user's attempts.
const throttlingNames = new Set([
	"BandwidthLimitExceeded",
	"EC2ThrottledException",
	"PriorRequestNotComplete",
	"ProvisionedThroughputExceededException",
	"RequestLimitExceeded",
	"RequestThrottled",
	"RequestThrottledException",
	"SlowDown",
	"ThrottledException",
	"Throttling",
	"ThrottlingException",
	"TooManyRequestsException",
]);
const attemptLimitNames = new Set(["LimitExceededException", "TooManyFailedAttemptsException"]);

type Options = {
	endpoint: string;
	service: string;
	fetch: (url: string, init: RequestInit) => Promise<Response>;
};

/** Cognito's JSON protocol, unsigned, one attempt per call. Never rejects. */
export function createCognitoClient<Operation extends string>({ endpoint, service, fetch }: Options) {
	const call: CognitoCall<Operation> = async (operation, body, options = {}) => {
		const { headers = {}, timeoutMs = callTimeoutMs } = options;
		try {
			const response = await fetch(endpoint, {
				method: "POST",
				headers: {
					"content-type": "application/x-amz-json-1.1",
					"x-amz-target": `${service}.${operation}`,
					...headers,
				},
				body: JSON.stringify(body),
				redirect: "manual",
				signal: AbortSignal.timeout(timeoutMs),
			});
			return classify(response, await response.text());
		} catch (error) {
			// A failed fetch rejects with a plain Error in workerd, so every rejection counts.
			return { status: "unreachable", reason: reasonOf(error) };
		}
	};
	return call;
}

function classify(response: Response, text: string): CognitoResponse {
	const body = parseRecord(text);
	const httpStatus = response.status;
	if (httpStatus === 200) {
		return body ? { status: "done", body } : { status: "failing", reason: "answer is not JSON", httpStatus };
	}
	const cognitoRequestId = requestIdOf(response);
	const name = errorName(response.headers.get("x-amzn-errortype") ?? undefined, body ?? {});
	const message = textField(body ?? {}, "message") ?? textField(body ?? {}, "Message") ?? "Unknown error";
	// A retry would use up another of the user's attempts, whatever the status.
	if (attemptLimitNames.has(name)) return { status: "refused", name, message, ...cognitoRequestId };
	if (httpStatus === 429) return { status: "throttled", reason: "HTTP 429", httpStatus, ...cognitoRequestId };
	if (httpStatus >= 500) return { status: "failing", reason: `HTTP ${httpStatus}`, httpStatus, ...cognitoRequestId };
	if (throttlingNames.has(name)) return { status: "throttled", reason: name, httpStatus, ...cognitoRequestId };
	return { status: "refused", name, message, ...cognitoRequestId };
}

function requestIdOf(response: Response): { cognitoRequestId?: string } {
	const id = response.headers.get("x-amzn-requestid");
	return id !== null && /^[\w-]{1,64}$/.test(id) ? { cognitoRequestId: id } : {};
}

/** RevokeToken returns 200 with an empty body. */
function parseRecord(text: string): Record<string, unknown> | null {
	if (text === "") return {};
	const value = parsedOrNull(text);
	return isRecord(value) ? value : null;
}

/** `prefix#Name:rest` and `Name,rest` both mean `Name`, as in Amplify. */
function errorName(header: string | undefined, body: Record<string, unknown>): string {
	const sent = header ?? textField(body, "code") ?? textField(body, "__type") ?? "UnknownError";
	const [name = ""] = sent.split(/[,:]/);
	return name.slice(name.indexOf("#") + 1);
}

export function parseAuthenticationResult(body: Record<string, unknown>): SessionTokens | null {
	const result = body.AuthenticationResult;
	if (!isRecord(result)) return null;
	const accessToken = textField(result, "AccessToken");
	if (accessToken === null) return null;
	return { accessToken, idToken: textField(result, "IdToken"), refreshToken: textField(result, "RefreshToken") };
}

export function textField(record: Record<string, unknown>, name: string): string | null {
	const value = ownValue(record, name);
	return typeof value === "string" && value !== "" ? value : null;
}
