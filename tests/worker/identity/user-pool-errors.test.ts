import { describe, it } from "vitest";
import { type AuthErrorName, authErrors } from "../../../shared/session/auth-errors";
import { cognitoErrors } from "../fixtures/cognito-errors";
import { cognitoCalls, cookieHeader, get, post, setCookiesOf, storedSession } from "../fixtures/console";
import { loggedEvents, loggedText } from "../fixtures/event-log";
import { rightCode } from "../fixtures/fake-user-pool";
import { rightPassword } from "../fixtures/pool-ids";

const password = "Some-password-1";
const unique = (slug: string) => `case-${slug}+${crypto.randomUUID()}`;

type Wanted = (slug: string) => Promise<{ response: Response; trace: string }>;

const signedOut =
	(endpoint: string, body: Record<string, unknown>): Wanted =>
	async (slug) => {
		const user = unique(slug);
		return {
			response: await post(`/api/auth/${endpoint}`, { body: { email: `${user}@example.com`, ...body } }),
			trace: user,
		};
	};
const inChallenge =
	(name: string, endpoint: string, body: Record<string, unknown>): Wanted =>
	async (slug) => {
		const [user, id] = [unique(slug), crypto.randomUUID()];
		const names = { loginId: user, answerAs: user, storeAs: user };
		const kept = { id, name, session: `secret-session/${user}/1`, ...names, expiresAt: Date.now() + 100_000 };
		const cookies = cookieHeader({ "aql.challenge": JSON.stringify(kept) });
		return {
			response: await post(`/api/auth/${endpoint}`, { cookies, body: { challengeId: id, ...body } }),
			trace: user,
		};
	};
const signedIn =
	(endpoint: string, body: Record<string, unknown>, operation?: string): Wanted =>
	async (slug) => {
		const kind = unique(slug).replace(/^case/, operation === undefined ? "case" : `at-${operation}`);
		const { cookies, user, accessToken } = await storedSession({ user: kind });
		const trace = endpoint === "mfa-preference" ? user : accessToken;
		return { response: await post(`/api/auth/${endpoint}`, { cookies, body }), trace };
	};

const codeResponse = inChallenge("SOFTWARE_TOKEN_MFA", "respond-challenge", { code: rightCode });
const asks = {
	"sign-in": signedOut("sign-in", { password }),
	"sign-up": signedOut("sign-up", { name: "Jane", password }),
	confirm: signedOut("confirm", { code: rightCode }),
	"new-password": signedOut("new-password", { code: rightCode, password }),
	"respond-challenge": codeResponse,
	"new-password-required": inChallenge("NEW_PASSWORD_REQUIRED", "new-password-required", { password }),
	"totp-setup in a challenge": inChallenge("MFA_SETUP", "totp-setup", {}),
	"totp-verify in a challenge": inChallenge("MFA_SETUP", "totp-verify", { code: rightCode }),
	"change-password": signedIn("change-password", { currentPassword: rightPassword, password }),
	"mfa-preference": signedIn("mfa-preference", { preferred: null, password }),
	"save-profile": signedIn("profile", { name: "Jane" }),
	"verify-email": signedIn("verify-email", { code: rightCode }),
	"send a code": signedIn("verify-email", {}),
	"totp-setup": signedIn("totp-setup", { password: rightPassword }, "AssociateSoftwareToken"),
	"totp-verify": signedIn("totp-verify", { code: rightCode }),
} satisfies Record<string, Wanted>;
type Endpoint = keyof typeof asks;

/** Errors that mean the same at every endpoint. */
const everywhere: [slug: string, name: AuthErrorName][] = [
	["locked", "TooManyAttempts"],
	["secret-wrong", "SignInNotConfigured"],
	["secret-missing", "SignInNotConfigured"],
	["attribute-shut", "SignInNotConfigured"],
	["reset", "PasswordResetRequiredException"],
	["alias-taken", "AliasExistsException"],
	["weak-password", "InvalidPasswordException"],
	["bad-password", "InvalidPasswordException"],
	["old-password", "PasswordHistoryPolicyViolationException"],
	["wrong-code", "CodeMismatchException"],
	["expired-code", "ExpiredCodeException"],
	["undelivered", "CodeDeliveryFailureException"],
	["throttled", "TooManyRequestsException"],
	["lambda-no", "UserLambdaValidationException"],
	["lambda-fell", "UnexpectedLambdaException"],
	["lambda-odd", "InvalidLambdaResponseException"],
	["blocked", "ForbiddenException"],
	["no-mfa", "MFAMethodNotFoundException"],
	["no-totp", "SoftwareTokenMFANotFoundException"],
	["totp-refused", "EnableSoftwareTokenMFAException"],
	["unsupported", "SignInNotConfigured"],
	["token-type", "SignInNotConfigured"],
	["unauthorized", "SignInNotConfigured"],
	["missing", "SignInNotConfigured"],
	["pool-wrong", "SignInNotConfigured"],
	["sms-policy", "SignInNotConfigured"],
	["sms-trust", "SignInNotConfigured"],
	["email-policy", "SignInNotConfigured"],
	["misconfigured", "SignInNotConfigured"],
	["internal", "ServiceUnavailable"],
	["broken", "ServiceUnavailable"],
	["never-heard-of", "ServiceUnavailable"],
];

/** Errors that mean something else at some endpoints; the others use the first name. */
const byEndpoint: [slug: string, name: AuthErrorName, others: Partial<Record<Endpoint, AuthErrorName>>][] = [
	[
		"wrong-password",
		"NotAuthorizedException",
		{
			confirm: "ExpiredCodeException",
			"new-password": "ExpiredCodeException",
			"respond-challenge": "ChallengeExpired",
			"new-password-required": "ChallengeExpired",
			"totp-setup in a challenge": "ChallengeExpired",
			"totp-verify in a challenge": "ChallengeExpired",
			"change-password": "WrongCurrentPassword",
			"mfa-preference": "WrongCurrentPassword",
		},
	],
	["limited", "LimitExceededException", { "sign-in": "TooManyAttempts", "mfa-preference": "TooManyAttempts" }],
	[
		"failed-often",
		"TooManyFailedAttemptsException",
		{ "sign-in": "TooManyAttempts", "mfa-preference": "TooManyAttempts" },
	],
	["unconfirmed", "UserNotConfirmedException", { "new-password": "ExpiredCodeException" }],
	["bad-parameter", "InvalidParameterException", {}],
];

const gone = {
	"sign-in": "NotAuthorizedException",
	"sign-up": "NotAuthorizedException",
	confirm: "ExpiredCodeException",
	"new-password": "ExpiredCodeException",
	"respond-challenge": "ChallengeExpired",
	"new-password-required": "ChallengeExpired",
	"totp-setup in a challenge": "ChallengeExpired",
	"totp-verify in a challenge": "ChallengeExpired",
	"mfa-preference": "WrongCurrentPassword",
} satisfies Partial<Record<Endpoint, AuthErrorName>>;
byEndpoint.push(["unknown", "SessionEnded", gone], ["disabled", "SessionEnded", gone]);

const endpoints = Object.keys(asks).filter((endpoint): endpoint is Endpoint => endpoint in asks);
const rows = endpoints.flatMap((endpoint) => [
	...everywhere.map(([slug, name]) => [endpoint, slug, name] as const),
	...byEndpoint.map(([slug, name, others]) => [endpoint, slug, others[endpoint] ?? name] as const),
]);

/** A 500 causes a second call only if repeating it does no harm: signing in, and setting a preference. */
const isSentAgain = (endpoint: string, slug: string) =>
	slug === "throttled" || (slug === "broken" && ["sign-in", "mfa-preference"].includes(endpoint));

describe("errors of Cognito", () => {
	it.for(endpoints)(
		"S22 get the catalogue's name after one call, unless Cognito did not take it: %s",
		async (endpoint, { expect }) => {
			for (const [, slug, name] of rows.filter(([each]) => each === endpoint)) {
				const isTaken = endpoint === "sign-up" && slug === "alias-taken";
				const { response, trace } = await asks[endpoint](slug);
				if (isTaken) {
					expect(await response.json()).toEqual({ status: "code-sent" });
					continue;
				}
				const { status, message, ...known }: { status: number; message: string; shown?: string } = authErrors[name];
				const body: { error: Record<string, unknown> } = await response.json();
				const reason = slug === "weak-password" ? " Password must have symbol characters" : "";
				expect([response.status, body.error], `${endpoint} ${slug}`).toMatchObject([
					status,
					{ name, message, shown: (known.shown ?? message) + reason },
				]);
				expect(response.headers.get("retry-after"), slug).toBe(slug === "throttled" ? "10" : null);
				expect(
					(await cognitoCalls(trace)).map(({ operation }) => operation),
					slug,
				).toHaveLength(isSentAgain(endpoint, slug) ? 3 : 1);
				expect(loggedEvents().at(-1), slug).toMatchObject({ cognitoRequestId: "cognito-request-1" });
				const isOver = name === "SessionEnded" || name === "ChallengeExpired";
				const cleared = setCookiesOf(response).filter(({ attributes }) => attributes.includes("Max-Age=0"));
				expect(cleared.length > 0, `${endpoint} ${slug}`).toBe(isOver);
			}
			expect(loggedText()).not.toMatch(/secret-lambda-text|person@example/);
		},
	);

	it("S55 appear in the log by their own name if the response must not reveal it", async ({ expect }) => {
		const cases = [
			["sign-in", "disabled", "UserDisabled"],
			["confirm", "confirmed-already", "UserAlreadyConfirmed"],
			["confirm", "parameter-confirmed", "UserAlreadyConfirmed"],
		] as const;
		for (const [endpoint, slug, name] of cases) {
			const { response } = await asks[endpoint](slug);
			expect(await response.text()).not.toContain(name);
			expect(loggedEvents().at(-1)).toMatchObject({ name, reason: cognitoErrors[slug]?.[0] });
		}
	});

	it("end a sign-in whose time is over, and name an expired temporary password", async ({ expect }) => {
		const over = await codeResponse("session-over");
		expect([over.response.status, await over.response.json()]).toMatchObject([
			401,
			{ error: { name: "ChallengeExpired" } },
		]);
		const temporary = await asks["sign-in"]("temporary-over");
		expect(await temporary.response.json()).toMatchObject({ error: { name: "TemporaryPasswordExpired" } });
	});
});

describe("an access token that Cognito rejects", () => {
	it("allows one renewal, and then ends the session", async ({ expect }) => {
		for (const slug of ["token-expired", "token-revoked", "token-forged"]) {
			const { cookies, user, refreshToken } = await storedSession({ user: unique(slug) });
			const response = await get("/api/auth/profile", { cookies });
			expect([response.status, await response.json()]).toMatchObject([401, { error: { name: "SessionEnded" } }]);
			expect(setCookiesOf(response).every(({ attributes }) => attributes.includes("Max-Age=0"))).toBe(true);
			expect((await cognitoCalls(refreshToken)).map(({ operation }) => operation)).toEqual(["InitiateAuth"]);
			expect(user).toContain(slug);
		}
	});

	it("causes a renewal and a second call", async ({ expect }) => {
		const early = { iat: Math.floor(Date.now() / 1000) - 1800 };
		const { cookies, refreshToken } = await storedSession({ user: `once-${crypto.randomUUID()}`, access: early });
		const response = await get("/api/auth/profile", { cookies });
		expect(response.status).toBe(200);
		expect(await cognitoCalls(refreshToken)).toHaveLength(1);
		expect(setCookiesOf(response).some(({ name }) => name.endsWith(".accessToken"))).toBe(true);
	});

	it("keeps the session if it cannot be renewed at the moment", async ({ expect }) => {
		const { cookies } = await storedSession({ user: unique("token-expired"), refreshMode: "500" });
		const response = await get("/api/auth/profile", { cookies });
		expect(response.status).toBe(503);
		expect(response.headers.getSetCookie()).toEqual([]);
	});
});
