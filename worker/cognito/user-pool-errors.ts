import { ownValue } from "../../shared/base/own-value";
import { type AuthErrorName, authErrors } from "../../shared/session/auth-errors";
import type { CognitoFailure } from "./cognito-client";

export type OwnErrors = Record<string, AuthErrorName>;

type NamedFailure = {
	name: AuthErrorName;
	loggedName?: AuthErrorName;
	reason: string;
	shown?: string;
	retryAfterSeconds?: number;
	cognitoRequestId?: string;
};

/** Keys are Cognito's names. An unknown user and a wrong password must look the same. */
const errorNames: Record<string, AuthErrorName> = {
	NotAuthorizedException: "NotAuthorizedException",
	UserNotFoundException: "NotAuthorizedException",
	UserNotConfirmedException: "UserNotConfirmedException",
	PasswordResetRequiredException: "PasswordResetRequiredException",
	UsernameExistsException: "UsernameExistsException",
	AliasExistsException: "AliasExistsException",
	InvalidPasswordException: "InvalidPasswordException",
	PasswordHistoryPolicyViolationException: "PasswordHistoryPolicyViolationException",
	CodeMismatchException: "CodeMismatchException",
	ExpiredCodeException: "ExpiredCodeException",
	CodeDeliveryFailureException: "CodeDeliveryFailureException",
	LimitExceededException: "LimitExceededException",
	TooManyFailedAttemptsException: "TooManyFailedAttemptsException",
	InvalidParameterException: "InvalidParameterException",
	UserLambdaValidationException: "UserLambdaValidationException",
	UnexpectedLambdaException: "UnexpectedLambdaException",
	InvalidLambdaResponseException: "InvalidLambdaResponseException",
	ForbiddenException: "ForbiddenException",
	MFAMethodNotFoundException: "MFAMethodNotFoundException",
	SoftwareTokenMFANotFoundException: "SoftwareTokenMFANotFoundException",
	EnableSoftwareTokenMFAException: "EnableSoftwareTokenMFAException",
	TokenRevokedException: "SessionEnded",
	RefreshTokenReuseException: "SessionEnded",
	WebAuthnNotEnabledException: "SignInNotConfigured",
	WebAuthnConfigurationMissingException: "SignInNotConfigured",
	WebAuthnOriginNotAllowedException: "PasskeyOfOtherSite",
	WebAuthnRelyingPartyMismatchException: "PasskeyOfOtherSite",
	WebAuthnChallengeNotFoundException: "PasskeyTookTooLong",
	WebAuthnCredentialNotSupportedException: "PasskeyNotSupported",
	WebAuthnClientMismatchException: "PasskeyNotSupported",
	InternalErrorException: "ServiceUnavailable",
	ResourceNotFoundException: "SignInNotConfigured",
	UnsupportedOperationException: "SignInNotConfigured",
	UnsupportedTokenTypeException: "SignInNotConfigured",
	UnauthorizedException: "SignInNotConfigured",
	InvalidUserPoolConfigurationException: "SignInNotConfigured",
	InvalidSmsRoleAccessPolicyException: "SignInNotConfigured",
	InvalidSmsRoleTrustRelationshipException: "SignInNotConfigured",
	InvalidEmailRoleAccessPolicyException: "SignInNotConfigured",
};

/** Cognito uses one name for several errors; only the text differs. */
const textCases: [cognitoName: string, text: RegExp, name: AuthErrorName][] = [
	["NotAuthorizedException", /^Password attempts exceeded/, "TooManyAttempts"],
	["NotAuthorizedException", /^User is disabled/, "UserDisabled"],
	["NotAuthorizedException", /^Temporary password has expired/, "TemporaryPasswordExpired"],
	["NotAuthorizedException", /^Invalid session for the user/, "ChallengeExpired"],
	["NotAuthorizedException", /^User cannot be confirmed/, "UserAlreadyConfirmed"],
	[
		"NotAuthorizedException",
		/^(Access|Refresh) Token has|^Invalid (Access|Refresh) Token|signature for Access Token/,
		"SessionEnded",
	],
	["NotAuthorizedException", /secret hash|SECRET_HASH|unauthorized attribute/, "SignInNotConfigured"],
	["InvalidParameterException", /flow not enabled|SECRET_HASH/, "SignInNotConfigured"],
	["InvalidParameterException", /^User is already confirmed/, "UserAlreadyConfirmed"],
];

const busyWaitSeconds = 10;

export function nameFailure(failure: CognitoFailure, own: OwnErrors = {}): NamedFailure {
	const { cognitoRequestId } = failure;
	switch (failure.status) {
		case "unreachable":
			return { name: "NetworkError", reason: failure.reason, cognitoRequestId };
		case "failing":
			return { name: "ServiceUnavailable", reason: failure.reason, cognitoRequestId };
		case "throttled":
			return {
				name: "TooManyRequestsException",
				reason: failure.reason,
				retryAfterSeconds: busyWaitSeconds,
				cognitoRequestId,
			};
		case "refused":
			return { ...nameDecline(failure, own), reason: failure.name, cognitoRequestId };
	}
}

function nameDecline({ name, message }: CognitoFailure & { status: "refused" }, own: OwnErrors) {
	const special = textCases.find(([cognitoName, text]) => cognitoName === name && text.test(message))?.[2];
	if (special === "UserDisabled") {
		return { name: own.NotAuthorizedException ?? "NotAuthorizedException", loggedName: special };
	}
	if (special === "UserAlreadyConfirmed") return { name: "ExpiredCodeException", loggedName: special } as const;
	const known = special ?? ownOrGeneral(name, own) ?? "ServiceUnavailable";
	return known === "InvalidPasswordException" ? { name: known, shown: passwordSentence(message) } : { name: known };
}

function ownOrGeneral(name: string, own: OwnErrors): AuthErrorName | undefined {
	if (Object.hasOwn(own, name)) return own[name];
	return ownValue(errorNames, name);
}

const policyPrefix = "Password did not conform with policy: ";
const longestReason = 160;

function passwordSentence(message: string): string {
	const sentence = authErrors.InvalidPasswordException.message;
	if (!message.startsWith(policyPrefix)) return sentence;
	const reason = message.slice(policyPrefix.length, policyPrefix.length + longestReason);
	return `${sentence} ${reason.replace(/[^\p{L}\p{N}\p{P}\p{S} ]/gu, " ").trim()}`;
}
