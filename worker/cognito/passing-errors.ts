import type { CognitoFailure } from "./cognito-client";

// The three lists are Amplify's (aws-amplify 6.22.1), less LimitExceededException: it counts a person's attempts.
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
const attemptLimitNames = new Set(["LimitExceededException", "TooManyFailedAttemptsException"]);

export function isThrottling(name: string): boolean {
	return throttlingNames.has(name);
}

/** Each further try would cost the person one of theirs. */
export function isAttemptLimit(name: string): boolean {
	return attemptLimitNames.has(name);
}

/** Whether the same call may succeed in a moment. It does not say that the call may safely go twice. */
export function isPassing(failure: CognitoFailure): boolean {
	if (failure.status === "refused") return passingNames.has(failure.name);
	if (failure.status === "failing") return failure.httpStatus !== undefined && passingStatuses.has(failure.httpStatus);
	return true;
}
