import { isRecord, textField } from "./json-fields";
import { isAttemptLimit, isThrottling } from "./passing-errors";

export type CognitoFailure =
	/** Cognito said no, by the name of its error. */
	| { status: "refused"; name: string; message: string; cognitoRequestId?: string }
	/**
	 * `reason` is for the log. `unreachable`: no answer at all; `failing`: an answer that says nothing about the user.
	 * `httpStatus` is that of the answer, where there was one.
	 */
	| { status: "unreachable" | "failing" | "throttled"; reason: string; httpStatus?: number; cognitoRequestId?: string };

export type CognitoAnswer = { status: "done"; body: Record<string, unknown> } | CognitoFailure;

export type CallOptions = { headers?: Record<string, string>; timeoutMs?: number };

export type CognitoCall<Operation extends string> = (
	operation: Operation,
	body: Record<string, unknown>,
	options?: CallOptions,
) => Promise<CognitoAnswer>;

/** One call's time-out, unless the caller has less time left. */
export const callTimeoutMs = 5_000;

type Options = {
	endpoint: string;
	/** What stands before the operation in `x-amz-target`. */
	service: string;
	fetch: (url: string, init: RequestInit) => Promise<Response>;
};

/** Speaks Cognito's JSON protocol, unsigned, one call at a time. Rejects never. */
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
			// In workerd a failed fetch is a plain Error, so what counts is that it was rejected.
			return { status: "unreachable", reason: error instanceof Error ? error.name : "unknown" };
		}
	};
	return call;
}

function classify(response: Response, text: string): CognitoAnswer {
	const body = parseRecord(text);
	const httpStatus = response.status;
	if (httpStatus === 200) {
		return body ? { status: "done", body } : { status: "failing", reason: "answer is not JSON", httpStatus };
	}
	const cognitoRequestId = requestIdOf(response);
	const name = errorName(response.headers.get("x-amzn-errortype") ?? undefined, body ?? {});
	const message = textField(body ?? {}, "message") ?? textField(body ?? {}, "Message") ?? "Unknown error";
	// It tells about the person's attempts whatever status it comes with.
	if (isAttemptLimit(name)) return { status: "refused", name, message, ...cognitoRequestId };
	if (httpStatus === 429) return { status: "throttled", reason: "HTTP 429", httpStatus, ...cognitoRequestId };
	if (httpStatus >= 500) return { status: "failing", reason: `HTTP ${httpStatus}`, httpStatus, ...cognitoRequestId };
	if (isThrottling(name)) return { status: "throttled", reason: name, httpStatus, ...cognitoRequestId };
	return { status: "refused", name, message, ...cognitoRequestId };
}

function requestIdOf(response: Response): { cognitoRequestId?: string } {
	const id = response.headers.get("x-amzn-requestid");
	return id !== null && /^[\w-]{1,64}$/.test(id) ? { cognitoRequestId: id } : {};
}

/** RevokeToken answers 200 with an empty body. */
function parseRecord(text: string): Record<string, unknown> | null {
	if (text === "") return {};
	try {
		const value: unknown = JSON.parse(text);
		return isRecord(value) ? value : null;
	} catch {
		return null; // an HTML page of something in between
	}
}

/** Amplify's derivation: `prefix#Name:rest` and `Name,rest` both name `Name`. */
function errorName(header: string | undefined, body: Record<string, unknown>): string {
	const sent = header ?? textField(body, "code") ?? textField(body, "__type") ?? "UnknownError";
	const [name = ""] = sent.split(/[,:]/);
	return name.slice(name.indexOf("#") + 1);
}
