import { type CallOptions, type CognitoFailure, type CognitoResponse, callTimeoutMs } from "./cognito-client";

/** `now` is epoch ms, `random` in [0, 1). */
export type RetryTools = { random: () => number; wait: (ms: number) => Promise<void>; now: () => number };

export const retryTools: RetryTools = {
	random: Math.random,
	wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
	now: Date.now,
};

const mostAttempts = 3;
const longestDelayMs = 300_000;

/** The limit of all attempts and delays of one piece of work. Joined requests wait slightly longer. */
export const workDeadlineMs = 8_000;

/** Returns ms. `chance` is in [0, 1). */
export function delayAfter(attempt: number, chance: number): number {
	return Math.min(2 ** attempt * 100 + chance * 100, longestDelayMs);
}

type Retried = {
	send: (options: Required<CallOptions>) => Promise<CognitoResponse>;
	mayRetry: (failure: CognitoFailure) => boolean;
	/** Epoch ms. No attempt starts after it or outlasts it. */
	deadline: number;
	tools: RetryTools;
};

/** At most three attempts. `mayRetry` decides which failures are safe to repeat. */
export async function sendWithRetries({ send, mayRetry, deadline, tools }: Retried): Promise<CognitoResponse> {
	const invocationId = crypto.randomUUID();
	for (let attempt = 1; ; attempt++) {
		const remainingMs = deadline - tools.now();
		if (remainingMs <= 0) return { status: "unreachable", reason: "deadline" };
		const headers = {
			"amz-sdk-invocation-id": invocationId,
			"amz-sdk-request": `attempt=${attempt}; max=${mostAttempts}`,
		};
		const response = await send({ headers, timeoutMs: Math.min(callTimeoutMs, remainingMs) });
		if (response.status === "done" || attempt === mostAttempts || !mayRetry(response)) return response;
		const delayMs = delayAfter(attempt, tools.random());
		if (tools.now() + delayMs >= deadline) return response;
		await tools.wait(delayMs);
	}
}

// Amplify's lists (aws-amplify 6.22.1).
const timeoutNames = ["TimeoutError", "RequestTimeout", "RequestTimeoutException"];
const clockSkewNames = [
	"AuthFailure",
	"InvalidSignatureException",
	"RequestExpired",
	"RequestInTheFuture",
	"RequestTimeTooSkewed",
	"SignatureDoesNotMatch",
	"BadRequestException",
];
const passingNames = new Set([...timeoutNames, ...clockSkewNames]);
const passingStatuses = new Set([429, 500, 502, 503, 504]);

/** Whether a retry may succeed, not whether it is safe. */
export function isPassing(failure: CognitoFailure): boolean {
	if (failure.status === "refused") return passingNames.has(failure.name);
	if (failure.status === "failing") return failure.httpStatus !== undefined && passingStatuses.has(failure.httpStatus);
	return true;
}
