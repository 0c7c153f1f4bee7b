import { TRPCClientError } from "@trpc/client";
import { afterEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { failedCheckError, isOutage, readFailure, sentenceFor } from "../../client/api/api-error";
import { connection } from "../../client/api/connection";
import { mayTakeReturnPath, returnPathFor } from "../../client/api/error-funnel";
import { queryClient, retriedCodes, retryDelayMs, shouldRetry } from "../../client/api/query-client";
import { trpcClient } from "../../client/api/trpc";
import { type ErrorCode, errorCodes } from "../../shared/errors/error-codes";
// The data client loads it before an error with a code reaches a screen.
import "../../client/api/failure-sentences";

const failure = (httpStatus: number, reason?: ErrorCode, more: object = {}) =>
	new TRPCClientError("whatever", {
		result: { error: { message: "", code: -1, data: { httpStatus, reason, ...more } } },
	});

const networkFailure = TRPCClientError.from(new TypeError("Failed to fetch"));

describe("a failed query", () => {
	it("leads to sign-in when unauthorized, to the pages of people without an account, else nowhere", () => {
		expect(returnPathFor(failure(401, "SIGNED_OUT"))).toBe("/login");
		expect(returnPathFor(failure(401))).toBe("/login");
		expect(returnPathFor(failure(403, "NO_ACCOUNT"))).toBe("/create-account");
		expect(returnPathFor(failure(403, "NO_ACCESS"))).toBe("/no-access");
		for (const other of [
			failure(403, "NOT_PERMITTED"),
			failure(404, "DEVICE_NOT_FOUND"),
			failure(502),
			networkFailure,
		]) {
			expect(returnPathFor(other)).toBeNull();
		}
	});

	it("moves the browser once, never to where it is, and never from a preload", () => {
		const onScreen = { detour: "/login", isOnScreen: true } as const;
		const preload = { detour: "/login", isOnScreen: false } as const;
		const idle = { path: "/devices", isNavigating: false, isUnderWay: false };
		expect(mayTakeReturnPath(onScreen, idle)).toBe(true);
		expect(mayTakeReturnPath(onScreen, { ...idle, isUnderWay: true })).toBe(false);
		expect(mayTakeReturnPath(onScreen, { ...idle, path: "/login" })).toBe(false);
		expect(mayTakeReturnPath(preload, idle)).toBe(false);
		expect(mayTakeReturnPath(preload, { ...idle, isNavigating: true })).toBe(true);
	});

	const attempts = (error: unknown) => [0, 1, 2, 3].map((count) => shouldRetry(count, error));
	const threeTimes = [true, true, true, false];
	const never = [false, false, false, false];

	it("retries a query three times after an outage, where the catalogue's code says so, and without a code by its status", () => {
		expect(attempts(networkFailure)).toEqual(threeTimes);
		for (const code of Object.keys(errorCodes) as ErrorCode[]) {
			const retry = retriedCodes.has(code);
			expect(attempts(failure(500, code as ErrorCode)), code).toEqual(retry ? threeTimes : never);
		}
		for (const status of [408, 429, 500, 502, 503, 504]) expect(attempts(failure(status))).toEqual(threeTimes);
		for (const status of [400, 401, 403, 404, 409]) expect(attempts(failure(status))).toEqual(never);
	});

	it("waits twice as long each time, half a minute at most", () => {
		const waits = [0, 1, 2, 4, 5, 30].map((count) => retryDelayMs(count, networkFailure));
		expect(waits).toEqual([1_000, 2_000, 4_000, 16_000, 30_000, 30_000]);
	});

	describe("a query with Retry-After", () => {
		const reported = (status: number, retryAfter: string) =>
			new TRPCClientError("whatever", {
				result: { error: { message: "", code: -1, data: { httpStatus: status } } },
				meta: { response: new Response(null, { headers: { "retry-after": retryAfter } }) },
			});

		afterEach(() => {
			vi.useRealTimers();
		});

		it("waits as long as it is instructed, in seconds or until a date, and no shorter than it would anyway", () => {
			vi.useFakeTimers({ now: Date.UTC(2026, 10, 23, 8, 0, 0) });
			expect(retryDelayMs(0, reported(429, "10"))).toBe(10_000);
			expect(retryDelayMs(0, reported(503, "Mon, 23 Nov 2026 08:00:20 GMT"))).toBe(20_000);
			expect(retryDelayMs(2, reported(503, "1"))).toBe(4_000);
			expect(retryDelayMs(0, reported(503, "Mon, 23 Nov 2026 07:00:00 GMT"))).toBe(1_000);
			for (const odd of ["", "soon", "-5", "1.5e3"]) expect(retryDelayMs(0, reported(429, odd)), odd).toBe(1_000);
			expect(retryDelayMs(0, reported(502, "10"))).toBe(1_000);
		});

		it("stops retrying where that is longer than a minute and shows the person why", () => {
			vi.useFakeTimers({ now: Date.UTC(2026, 10, 23, 8, 0, 0) });
			expect(attempts(reported(429, "60"))).toEqual(threeTimes);
			expect(attempts(reported(429, "61"))).toEqual(never);
			expect(attempts(reported(503, "Mon, 23 Nov 2026 09:00:00 GMT"))).toEqual(never);
		});
	});
});

describe("a failed mutation", () => {
	it("never sends a mutation again by itself, whatever the response", async () => {
		const send = vi.fn(() => Promise.reject(failure(503, "SESSION_UNCHECKED")));
		const mutation = queryClient.getMutationCache().build(queryClient, { mutationFn: send });
		await expect(mutation.execute(undefined)).rejects.toThrow();
		expect(send).toHaveBeenCalledTimes(1);
		expect(queryClient.getDefaultOptions().mutations?.retry).toBe(false);
	});
});

/** The error that the real client makes of a response, or of none. */
async function failureOf(respond: () => Promise<Response>): Promise<unknown> {
	vi.stubGlobal("fetch", respond);
	onTestFinished(() => void vi.unstubAllGlobals());
	return trpcClient.account.getCurrent.query().catch((error: unknown) => error);
}

const page = (status: number, headers = {}) =>
	new Response("<!doctype html><p>Sign in to the network", {
		status,
		headers: { "content-type": "text/html; charset=utf-8", ...headers },
	});

describe("a response that no tRPC server gives", () => {
	const unreadable: [what: string, answer: () => Response][] = [
		["a page", () => page(200)],
		["a page that refuses", () => page(403)],
		["JSON of another shape", () => Response.json({ message: "Hello" })],
		["a list of another shape", () => Response.json([{ error: "of no known shape" }])],
		["a list that is too short", () => Response.json([])],
		["nothing", () => new Response("")],
		["half a text", () => new Response('[{"result":', { headers: { "content-type": "application/json" } })],
	];

	it.for(unreadable)("counts as no outage and has a sentence of its own: %s", async ([, respond], { expect }) => {
		const before = connection.read();
		const error = await failureOf(async () => respond());
		expect(isOutage(error)).toBe(false);
		expect(sentenceFor(error, true)).toBe(
			"The response could not be read; perhaps a proxy or a network's sign-in page sent it. Try again, or reload the page.",
		);
		expect(connection.read()).toBe(before);
	});

	it("counts as an outage where a gateway's page says that the backend is down, and no such page gets lost", async () => {
		onTestFinished(connection.reached);
		const lost = [
			() => Promise.resolve(page(502)),
			() => Promise.resolve(page(503)),
			() => Promise.reject(new TypeError("Failed to fetch")),
			() => Promise.reject(new DOMException("The operation timed out.", "TimeoutError")),
		];
		for (const respond of lost) {
			connection.reached();
			expect(isOutage(await failureOf(respond))).toBe(true);
			expect(connection.read().isLost).toBe(true);
		}
	});

	it("differs from an update, which says that nothing was changed and is retried like an outage", async () => {
		onTestFinished(connection.reached);
		const data = { code: "SERVICE_UNAVAILABLE", httpStatus: 503, reason: "UPDATE_UNDER_WAY" };
		const error = { json: { message: "A newer release has begun", code: -32603, data } };
		const updating = await failureOf(async () => Response.json({ error }, { status: 503 }));
		expect([isOutage(updating), shouldRetry(0, updating)]).toEqual([true, true]);
		expect(sentenceFor(updating)).toBe("AQLCloud is being updated. Nothing was changed: try again in a minute.");
		expect(connection.read()).toMatchObject({ isLost: true, failure: updating });
		await failureOf(async () => page(502));
		expect(readFailure(connection.read().failure)).toMatchObject({ reason: null, httpStatus: 502 });
	});

	it("decides by its status and Retry-After whether to retry", async () => {
		const limited = await failureOf(async () => page(429, { "retry-after": "7" }));
		expect([shouldRetry(0, limited), retryDelayMs(0, limited)]).toEqual([true, 7_000]);
		expect(shouldRetry(0, await failureOf(async () => page(403)))).toBe(false);
		expect(shouldRetry(0, await failureOf(async () => page(200)))).toBe(true);
	});
});

describe("an outage", () => {
	it("means the network or a gateway, not a response of the backend", () => {
		for (const outage of [
			networkFailure,
			failure(502),
			failure(503, "SESSION_UNCHECKED"),
			failure(504),
			failedCheckError(),
		]) {
			expect(isOutage(outage)).toBe(true);
		}
		const results = [failure(503, "RESEND"), failure(502, "UPSTREAM_REFUSED_SESSION"), failure(500), failure(404)];
		for (const result of [...results, new TypeError("a bug"), null]) expect(isOutage(result)).toBe(false);
	});
});

describe("a failure", () => {
	it("keeps what the server said of fields and request, and nothing of another shape", () => {
		const fields = { serialNumber: "Taken.", odd: 7 };
		expect(readFailure(failure(409, "SERIAL_NUMBER_TAKEN", { requestId: "req_1", fields }))).toEqual({
			reason: "SERIAL_NUMBER_TAKEN",
			httpStatus: 409,
			requestId: "req_1",
			retryAfterMs: null,
			isUnreadable: false,
			fields: { serialNumber: "Taken." },
			changedBy: undefined,
		});
		expect(readFailure({ data: { reason: "toString", httpStatus: "401" } })).toEqual({
			reason: null,
			httpStatus: null,
			requestId: null,
			retryAfterMs: null,
			isUnreadable: false,
			fields: {},
			changedBy: undefined,
		});
	});

	it("uses a sentence of its own for every code", () => {
		const codes = Object.keys(errorCodes) as ErrorCode[]; // keys of a const object are its keyof
		const sentences = codes.map((code) => sentenceFor(failure(500, code)));
		for (const sentence of sentences) expect(sentence).toMatch(/^[A-Z].*\.$/);
		expect(sentences).not.toContain(sentenceFor(new Error("unknown")));
	});
});
