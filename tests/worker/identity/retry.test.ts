import { describe, it } from "vitest";
import { type CognitoFailure, type CognitoResponse, createCognitoClient } from "../../../worker/cognito/cognito-client";
import { delayAfter, isPassing, sendWithRetries, workDeadlineMs } from "../../../worker/cognito/retry";

async function tried(responses: CognitoResponse[], { chance = 0, callMs = 0, deadline = workDeadlineMs } = {}) {
	const sent: { headers: Record<string, string>; timeoutMs: number }[] = [];
	const waits: number[] = [];
	let now = 0;
	const last = await sendWithRetries({
		send: async (options) => {
			sent.push(options);
			now += Math.min(callMs, options.timeoutMs);
			return responses[Math.min(sent.length, responses.length) - 1] ?? lost;
		},
		mayRetry: isPassing,
		deadline,
		tools: {
			random: () => chance,
			wait: async (ms) => {
				waits.push(ms);
				now += ms;
			},
			now: () => now,
		},
	});
	return { sent, waits, last, now };
}

const lost: CognitoFailure = { status: "unreachable", reason: "Error" };
const done: CognitoResponse = { status: "done", body: {} };

describe("a repeatable call", () => {
	it("runs three times at most, with growing and random delays", async ({ expect }) => {
		expect((await tried([lost])).waits).toEqual([200, 400]);
		expect((await tried([lost], { chance: 0.5 })).waits).toEqual([250, 450]);
		const { sent, last } = await tried([lost]);
		expect([sent.length, last]).toEqual([3, lost]);
	});

	it("stops once it has succeeded", async ({ expect }) => {
		expect(await tried([lost, done])).toMatchObject({ waits: [200], last: done });
	});

	it("keeps its id over its attempts and counts them", async ({ expect }) => {
		const { sent } = await tried([lost]);
		expect(sent.map(({ headers }) => headers["amz-sdk-request"])).toEqual([
			"attempt=1; max=3",
			"attempt=2; max=3",
			"attempt=3; max=3",
		]);
		expect(new Set(sent.map(({ headers }) => headers["amz-sdk-invocation-id"])).size).toBe(1);
	});

	it("never outlasts its deadline, which cuts the last attempt short", async ({ expect }) => {
		const { sent, now } = await tried([lost], { callMs: 5_000 });
		expect(sent.map(({ timeoutMs }) => timeoutMs)).toEqual([5_000, 2_800]);
		expect(now).toBe(workDeadlineMs);
	});

	it("makes no attempt after its deadline", async ({ expect }) => {
		expect(await tried([done], { deadline: 0 })).toMatchObject({
			sent: [],
			last: { status: "unreachable", reason: "deadline" },
		});
	});

	it("never waits longer than five minutes", async ({ expect }) => {
		expect([delayAfter(1, 0), delayAfter(2, 1), delayAfter(12, 0)]).toEqual([200, 500, 300_000]);
	});
});

const responded = (status: number, name = "") =>
	new Response(JSON.stringify({ __type: name, message: "x" }), {
		status,
		headers: name === "" ? {} : { "x-amzn-errortype": `${name}:http://internal.amazon.com/` },
	});

async function classified(response: Response): Promise<CognitoFailure> {
	const fetch = async () => response;
	const call = createCognitoClient({ endpoint: "https://pool.example/", service: "Service", fetch });
	const result = await call("Operation", {});
	if (result.status === "done") throw new Error("The answer was no failure.");
	return result;
}

describe("the classification of failures", () => {
	const named = (names: string, mayPass: boolean) => names.split(" ").map((name) => [400, name, mayPass] as const);
	const failures = [
		...[429, 500, 502, 503, 504].map((status) => [status, "", true] as const),
		...[400, 403, 404, 501, 505].map((status) => [status, "", false] as const),
		...named(
			"BandwidthLimitExceeded EC2ThrottledException PriorRequestNotComplete ProvisionedThroughputExceededException",
			true,
		),
		...named("RequestLimitExceeded RequestThrottled RequestThrottledException SlowDown ThrottledException", true),
		...named("Throttling ThrottlingException TooManyRequestsException", true),
		...named("TimeoutError RequestTimeout RequestTimeoutException", true),
		...named("AuthFailure InvalidSignatureException RequestExpired RequestInTheFuture RequestTimeTooSkewed", true),
		...named("SignatureDoesNotMatch BadRequestException", true),
		...named("NotAuthorizedException ResourceNotFoundException InvalidParameterException __proto__", false),
	];

	it.for(failures)("classifies HTTP %s %s as passing: %s", async ([status, name, mayPass], { expect }) => {
		expect(isPassing(await classified(responded(status, name)))).toBe(mayPass);
	});

	it("S22 repeats no error that counts a person's attempts, whatever its status", async ({ expect }) => {
		for (const name of ["LimitExceededException", "TooManyFailedAttemptsException"]) {
			for (const status of [400, 429, 500, 503]) {
				const failure = await classified(responded(status, name));
				expect(failure, `${status} ${name}`).toMatchObject({ status: "refused", name });
				expect(isPassing(failure), `${status} ${name}`).toBe(false);
			}
		}
	});
});
