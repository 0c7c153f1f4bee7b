import { env } from "cloudflare:workers";
import { describe, it } from "vitest";
import type { CognitoResponse } from "../../../worker/cognito/cognito-client";
import { createRepeatingUserPool, type UserPoolOperation } from "../../../worker/cognito/user-pool";
import { outcomeOf, unique } from "../fixtures/browser";
import { fetcherOf, freshBindings, post } from "../fixtures/console";
import { cognitoError } from "../fixtures/fake-user-pool";
import { rightPassword } from "../fixtures/pool-ids";

const turnedAway: CognitoResponse = { status: "throttled", reason: "HTTP 429", httpStatus: 429 };
const unavailable: CognitoResponse = { status: "failing", reason: "HTTP 503", httpStatus: 503 };
const broken: CognitoResponse = { status: "failing", reason: "HTTP 500", httpStatus: 500 };
const lost: CognitoResponse = { status: "unreachable", reason: "Error" };
const denied: CognitoResponse = { status: "refused", name: "NotAuthorizedException", message: "" };
const limited: CognitoResponse = { status: "refused", name: "LimitExceededException", message: "" };

async function sent(operation: UserPoolOperation, response: CognitoResponse) {
	let calls = 0;
	const waits: number[] = [];
	const tools = { random: () => 0.5, now: () => 0, wait: async (ms: number) => void waits.push(ms) };
	const call = createRepeatingUserPool(async () => {
		calls += 1;
		return response;
	}, tools);
	const last = await call(operation, {});
	return { calls, waits, last };
}

const spending: UserPoolOperation[] = [
	"RespondToAuthChallenge",
	"GetTokensFromRefreshToken",
	"SignUp",
	"ConfirmSignUp",
	"ResendConfirmationCode",
	"ForgotPassword",
	"ConfirmForgotPassword",
	"ChangePassword",
	"VerifySoftwareToken",
	"VerifyUserAttribute",
];

describe("a call to the user pool", () => {
	it.for([...spending, "InitiateAuth", "GetUser", "RevokeToken"] as const)(
		"repeats if the pool did not take it, three times at most: %s",
		async (operation, { expect }) => {
			for (const response of [turnedAway, unavailable]) {
				expect(await sent(operation, response)).toEqual({ calls: 3, waits: [250, 450], last: response });
			}
		},
	);

	it.for(spending)("goes once if it may have used something up: %s", async (operation, { expect }) => {
		for (const response of [broken, lost]) expect((await sent(operation, response)).calls).toBe(1);
	});

	it("repeats a sign-in after a failure of the pool, and not after a lost response", async ({ expect }) => {
		expect((await sent("InitiateAuth", broken)).calls).toBe(3);
		expect((await sent("InitiateAuth", lost)).calls).toBe(1);
	});

	it("repeats after a lost response if it may be done twice", async ({ expect }) => {
		for (const operation of ["GetUser", "RevokeToken", "SetUserMFAPreference"] as const) {
			expect((await sent(operation, lost)).calls).toBe(3);
		}
	});

	it("S22 goes once if it was declined", async ({ expect }) => {
		for (const operation of [...spending, "InitiateAuth", "GetUser"] as const) {
			for (const response of [denied, limited]) expect((await sent(operation, response)).calls).toBe(1);
		}
	});
});

describe("a pool that turns calls away for a moment", () => {
	function busyAt(operation: string, times: number, respond: () => Response) {
		const seen: string[] = [];
		const LOCAL = fetcherOf(async (url, init) => {
			const target = new Headers(init?.headers).get("x-amz-target")?.split(".")[1];
			if (target !== operation) return env.LOCAL.fetch(url, init);
			seen.push(target);
			return seen.length <= times ? respond() : env.LOCAL.fetch(url, init);
		});
		return { seen, bindings: freshBindings({ LOCAL }) };
	}
	const away = [
		["429", () => cognitoError("TooManyRequestsException", "Rate exceeded", 429)],
		["503", () => new Response("", { status: 503 })],
	] as const;

	it.for(away)("signs in on a later attempt: %s", async ([, respond], { expect }) => {
		const { seen, bindings } = busyAt("InitiateAuth", 2, respond);
		const body = { email: unique("jane"), password: rightPassword };
		const response = await post("/api/auth/sign-in", { bindings, body });
		expect([response.status, seen.length]).toEqual([200, 3]);
	});

	it.for(away)("takes a code on a later attempt: %s", async ([, respond], { expect }) => {
		const { seen, bindings } = busyAt("ConfirmSignUp", 1, respond);
		const response = await post("/api/auth/confirm", { bindings, body: { email: unique("jane"), code: "123456" } });
		expect([response.status, seen.length]).toEqual([200, 2]);
	});

	it("gets no second call with a code that may be used up", async ({ expect }) => {
		const { seen, bindings } = busyAt("ConfirmSignUp", 1, () => cognitoError("InternalErrorException", "x", 500));
		const response = await post("/api/auth/confirm", { bindings, body: { email: unique("jane"), code: "123456" } });
		expect(await outcomeOf(response)).toEqual([503, "ServiceUnavailable"]);
		expect(seen).toHaveLength(1);
	});
});
