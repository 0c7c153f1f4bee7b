import type * as z from "zod/mini";

const statuses = {
	AliasExistsException: 400,
	CodeMismatchException: 400,
	DuplicateProviderException: 400,
	EnableSoftwareTokenMFAException: 400,
	ExpiredCodeException: 400,
	InternalErrorException: 500,
	InvalidParameterException: 400,
	InvalidPasswordException: 400,
	LimitExceededException: 400,
	NotAuthorizedException: 400,
	PasswordResetRequiredException: 400,
	RefreshTokenReuseException: 400,
	ResourceNotFoundException: 400,
	SerializationException: 400,
	SoftwareTokenMFANotFoundException: 400,
	TooManyFailedAttemptsException: 400,
	TooManyRequestsException: 429,
	UnauthorizedException: 401,
	UnknownOperationException: 400,
	UnsupportedTokenTypeException: 400,
	UsernameExistsException: 400,
	UserNotConfirmedException: 400,
	UserNotFoundException: 400,
	WebAuthnChallengeNotFoundException: 400,
	WebAuthnCredentialNotSupportedException: 400,
	WebAuthnNotEnabledException: 400,
	WebAuthnOriginNotAllowedException: 400,
	WebAuthnRelyingPartyMismatchException: 400,
} as const satisfies Record<string, number>;

type CognitoErrorName = keyof typeof statuses;

/** Has Cognito's own message, which clients read for some names. */
export class CognitoError extends Error {
	readonly code: CognitoErrorName;
	readonly status: number;

	constructor(code: CognitoErrorName, message: string) {
		super(message);
		this.name = "CognitoError";
		this.code = code;
		this.status = statuses[code];
	}
}

export function notAuthorized(message: string): CognitoError {
	return new CognitoError("NotAuthorizedException", message);
}

export function invalidParameter(message: string): CognitoError {
	return new CognitoError("InvalidParameterException", message);
}

export function parseInput<Input>(schema: z.ZodMiniType<Input>, body: unknown): Input {
	const result = schema.safeParse(body);
	if (result.success) return result.data;
	const [issue] = result.error.issues;
	const member = issue?.path.join(".") ?? "";
	throw invalidParameter(
		`1 validation error detected: Value at '${member}' failed to satisfy constraint: ${issue?.message ?? "not valid"}`,
	);
}

export function parameterOrThrow(parameters: Record<string, string>, name: string): string {
	const value = parameters[name];
	if (value === undefined || value === "") throw invalidParameter(`Missing required parameter ${name}`);
	return value;
}
