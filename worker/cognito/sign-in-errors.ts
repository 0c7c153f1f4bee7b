import type { AuthErrorName } from "../../shared/auth-errors";
import type { UserPoolAnswer } from "./user-pool-client";

type Failure = Exclude<UserPoolAnswer, { status: "done" }>;

/** Cognito's name to the catalogue's. An unknown user and a wrong password must look the same. */
const errorNames: Record<string, AuthErrorName> = {
	NotAuthorizedException: "NotAuthorizedException",
	UserNotFoundException: "NotAuthorizedException",
	UserNotConfirmedException: "UserNotConfirmedException",
	PasswordResetRequiredException: "PasswordResetRequiredException",
	LimitExceededException: "TooManyAttempts",
	TooManyFailedAttemptsException: "TooManyAttempts",
	ForbiddenException: "ForbiddenException",
	InvalidParameterException: "SignInNotConfigured",
	ResourceNotFoundException: "SignInNotConfigured",
	InvalidUserPoolConfigurationException: "SignInNotConfigured",
	InvalidSmsRoleAccessPolicyException: "SignInNotConfigured",
	InvalidSmsRoleTrustRelationshipException: "SignInNotConfigured",
	InvalidEmailRoleAccessPolicyException: "SignInNotConfigured",
};

/** Cognito gives these one name with a wrong password, and nothing but its text to tell them from it. */
const notAuthorizedTexts: [text: RegExp, name: AuthErrorName][] = [
	[/^Password attempts exceeded/, "TooManyAttempts"],
	[/^Temporary password has expired/, "TemporaryPasswordExpired"],
	[/secret hash|SECRET_HASH/, "SignInNotConfigured"],
];

export function signInError(failure: Failure): AuthErrorName {
	switch (failure.status) {
		case "unreachable":
			return "NetworkError";
		case "failing":
			return "ServiceUnavailable";
		case "throttled":
			return "TooManyRequestsException";
		case "refused":
			return refusalName(failure.name, failure.message);
	}
}

function refusalName(name: string, text: string): AuthErrorName {
	const special = name === "NotAuthorizedException" && notAuthorizedTexts.find(([pattern]) => pattern.test(text));
	if (special) return special[1];
	return Object.hasOwn(errorNames, name) ? (errorNames[name] ?? "ServiceUnavailable") : "ServiceUnavailable";
}
