import { describe, it } from "vitest";
import { outcomeOf, unique, wholeResponse } from "../fixtures/browser";
import { cognitoCalls, connectionLost, freshBindings, poolWithout, post } from "../fixtures/console";
import { loggedEvents, loggedText } from "../fixtures/event-log";
import { rightCode } from "../fixtures/fake-user-pool";

const password = "Some-password-1";
const request = (endpoint: string, body: Record<string, unknown>, bindings = freshBindings()) =>
	post(`/api/auth/${endpoint}`, { body, bindings });
const signUp = (email: string, more: Record<string, unknown> = {}) =>
	request("sign-up", { email, name: " Jane ", password, ...more });

describe("signing up", () => {
	it("registers the address with its name", async ({ expect }) => {
		const email = unique("jane");
		const response = await signUp(email);
		expect([response.status, await response.json()]).toEqual([200, { status: "code-sent" }]);
		const [call] = await cognitoCalls(email);
		expect([call?.operation, JSON.parse(call?.body ?? "{}")]).toMatchObject([
			"SignUp",
			{
				Username: email,
				Password: password,
				UserAttributes: [
					{ Name: "email", Value: email },
					{ Name: "name", Value: "Jane" },
				],
			},
		]);
		expect(loggedEvents()).toMatchObject([{ event: "sign-up" }]);
	});

	it("requires an invitation if the operator has set so", async ({ expect }) => {
		const email = unique("jane");
		const response = await request("sign-up", { email, name: "Jane", password }, freshBindings({ SIGN_UP: "off" }));
		expect(await outcomeOf(response)).toEqual([403, "SignUpClosed"]);
		expect(await cognitoCalls(email)).toEqual([]);
	});

	it("S37 validates the password before the pool could reveal a taken address by it", async ({ expect }) => {
		const email = unique("case-taken");
		expect(await outcomeOf(await signUp(email, { password: "short" }))).toEqual([400, "InvalidPasswordException"]);
		expect(await cognitoCalls(email)).toEqual([]);
	});

	it("sends a SecretHash at the top where the client has a secret", async ({ expect }) => {
		const email = unique("jane");
		const bindings = freshBindings({ USER_POOL_CLIENT_SECRET: "client-secret" });
		await request("sign-up", { email, name: "Jane", password }, bindings);
		await request("confirm", { email, code: rightCode }, bindings);
		await request("resend-code", { email }, bindings);
		await request("forgot-password", { email }, bindings);
		await request("new-password", { email, code: rightCode, password }, bindings);
		const hashes = (await cognitoCalls(email)).map(({ body }) => JSON.parse(body).SecretHash);
		expect(hashes).toHaveLength(5);
		expect(new Set(hashes).size).toBe(1);
		expect(hashes[0]).toMatch(/^[\w+/]{43}=$/);
	});

	const forms: [why: string, body: Record<string, unknown>, name: string][] = [
		["no address", { name: "Jane", password }, "EmptySignUpUsername"],
		["an address that is none", { email: "jane", name: "Jane", password }, "InvalidEmailAddress"],
		["no name", { email: "a@example.com", name: "  ", password }, "EmptyName"],
		["a long name", { email: "a@example.com", name: "x".repeat(65), password }, "NameTooLong"],
		["no password", { email: "a@example.com", name: "Jane" }, "EmptySignUpPassword"],
		["a long password", { email: "a@example.com", name: "Jane", password: "x".repeat(257) }, "PasswordTooLong"],
	];
	it.for(forms)("fails by name with %s", async ([, body, name], { expect }) => {
		expect(await outcomeOf(await request("sign-up", body))).toEqual([400, name]);
		expect(loggedEvents()).toMatchObject([{ event: "sign-up-failed", name }]);
	});
});

describe("a known and an unknown address", () => {
	const endpoints: [endpoint: string, kinds: string[], body: Record<string, unknown>][] = [
		["sign-up", ["jane", "case-taken", "case-alias-taken"], { name: "Jane", password }],
		[
			"resend-code",
			["jane", "case-unknown", "case-parameter-confirmed", "case-disabled", "case-limited", "case-undelivered"],
			{},
		],
		[
			"forgot-password",
			["jane", "case-unknown", "case-bad-parameter", "case-disabled", "case-limited", "case-undelivered"],
			{},
		],
		["forgot-password", ["jane", "case-unconfirmed", "case-lambda-fell", "case-email-policy", "case-failed-often"], {}],
	];
	it.for(endpoints)("S37 get the same response, to the byte: %s", async ([endpoint, kinds, body], { expect }) => {
		const responses = [];
		for (const kind of kinds) {
			const email = unique(kind);
			responses.push(await wholeResponse(await request(endpoint, { email, ...body })));
			expect(await cognitoCalls(email), kind).toHaveLength(1);
		}
		for (const response of responses) expect(response).toEqual(responses[0]);
		expect(responses[0]).toMatchObject({ status: 200, body: '{"status":"code-sent"}' });
		const failed = loggedEvents().filter(({ event }) => String(event).endsWith("-failed"));
		expect(failed).toHaveLength(kinds.length - 1);
		for (const line of failed) expect(line).toMatchObject({ cognitoRequestId: "cognito-request-1" });
		expect(loggedText()).not.toContain("@example.com");
	});

	it("S37 respond alike to guessed codes", async ({ expect }) => {
		const tries: [endpoint: string, kinds: string[]][] = [
			["confirm", ["unknown", "confirmed-already", "disabled", "expired-code"]],
			["new-password", ["unknown", "unconfirmed", "disabled", "expired-code"]],
		];
		for (const [endpoint, kinds] of tries) {
			const responses = [];
			for (const kind of kinds) {
				const email = unique(`case-${kind}`);
				responses.push(await wholeResponse(await request(endpoint, { email, code: "000000", password })));
			}
			expect(responses[0]?.body).toContain("ExpiredCodeException");
			for (const response of responses) expect(response, endpoint).toEqual(responses[0]);
		}
	});

	it("hide no outage, and no setting that is wrong for every address", async ({ expect }) => {
		const cases = [
			["case-broken", 503, "ServiceUnavailable"],
			["case-throttled", 429, "TooManyRequestsException"],
			["case-secret-wrong", 500, "SignInNotConfigured"],
			["case-missing", 500, "SignInNotConfigured"],
			["case-blocked", 403, "ForbiddenException"],
		] as const;
		for (const endpoint of ["resend-code", "forgot-password"]) {
			for (const [kind, status, name] of cases) {
				expect(await outcomeOf(await request(endpoint, { email: unique(kind) })), kind).toEqual([status, name]);
			}
			const bindings = freshBindings({ LOCAL: poolWithout(connectionLost) });
			expect(await outcomeOf(await request(endpoint, { email: unique("jane") }, bindings))).toEqual([
				503,
				"NetworkError",
			]);
		}
	});
});

describe("the code of an e-mail", () => {
	it("confirms an address, or names what is wrong with it", async ({ expect }) => {
		const confirm = async (kind: string, code: string) =>
			outcomeOf(await request("confirm", { email: unique(kind), code }));
		expect(await confirm("jane", rightCode)).toEqual([200, "confirmed"]);
		expect(await confirm("jane", "000000")).toEqual([400, "CodeMismatchException"]);
		expect(await confirm("case-alias-taken", rightCode)).toEqual([409, "AliasExistsException"]);
		expect(await confirm("jane", "")).toEqual([400, "EmptyConfirmSignUpCode"]);
	});

	it("sets a new password, which our own rules validate first", async ({ expect }) => {
		const reset = async (kind: string, code: string, chosen = password) =>
			outcomeOf(await request("new-password", { email: unique(kind), code, password: chosen }));
		expect(await reset("jane", rightCode)).toEqual([200, "password-set"]);
		expect(await reset("jane", "000000")).toEqual([400, "CodeMismatchException"]);
		expect(await reset("jane", rightCode, "short")).toEqual([400, "InvalidPasswordException"]);
		expect(await reset("case-old-password", rightCode)).toEqual([400, "PasswordHistoryPolicyViolationException"]);
	});
});
