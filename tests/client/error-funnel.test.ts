import { TRPCClientError } from "@trpc/client";
import { describe, expect, it } from "vitest";
import { isOutage, readFailure, sentenceFor, unansweredCheckError } from "../../client/api/api-error";
import { detourFor, mayTakeDetour } from "../../client/api/error-funnel";
import { retryDelayMs, shouldRetry } from "../../client/api/query-client";
import { type ErrorCode, errorCodes } from "../../shared/error-codes";

const failure = (httpStatus: number, reason?: ErrorCode, more: object = {}) =>
	new TRPCClientError("whatever", {
		result: { error: { message: "", code: -1, data: { httpStatus, reason, ...more } } },
	});

const networkFailure = TRPCClientError.from(new TypeError("Failed to fetch"));

describe("a failed query", () => {
	it("leads to sign-in when unauthorized, to the pages of people without an account, else nowhere", () => {
		expect(detourFor(failure(401, "SIGNED_OUT"))).toBe("/login");
		expect(detourFor(failure(401))).toBe("/login");
		expect(detourFor(failure(403, "NO_ACCOUNT"))).toBe("/create-account");
		expect(detourFor(failure(403, "NO_ACCESS"))).toBe("/no-access");
		for (const other of [
			failure(403, "NOT_PERMITTED"),
			failure(404, "DEVICE_NOT_FOUND"),
			failure(502),
			networkFailure,
		]) {
			expect(detourFor(other)).toBeNull();
		}
	});

	it("moves the browser once, never to where it is, and never from a preload", () => {
		const onScreen = { detour: "/login", isOnScreen: true } as const;
		const preload = { detour: "/login", isOnScreen: false } as const;
		const idle = { path: "/devices", isNavigating: false, isUnderWay: false };
		expect(mayTakeDetour(onScreen, idle)).toBe(true);
		expect(mayTakeDetour(onScreen, { ...idle, isUnderWay: true })).toBe(false);
		expect(mayTakeDetour(onScreen, { ...idle, path: "/login" })).toBe(false);
		expect(mayTakeDetour(preload, idle)).toBe(false);
		expect(mayTakeDetour(preload, { ...idle, isNavigating: true })).toBe(true);
	});

	it("is tried again three times after an outage and never after an answer of 4xx", () => {
		const attempts = (error: unknown) => [0, 1, 2, 3].map((count) => shouldRetry(count, error));
		expect(attempts(failure(502, "UPSTREAM_UNREACHABLE"))).toEqual([true, true, true, false]);
		expect(attempts(networkFailure)).toEqual([true, true, true, false]);
		expect(attempts(failure(429, "TOO_MANY_REQUESTS"))).toEqual([false, false, false, false]);
		expect([0, 1, 2, 4, 5, 30].map(retryDelayMs)).toEqual([1_000, 2_000, 4_000, 16_000, 30_000, 30_000]);
	});
});

describe("an outage", () => {
	it("is the network or a gateway, not an answer of the backend", () => {
		for (const outage of [
			networkFailure,
			failure(502),
			failure(503, "SESSION_UNCHECKED"),
			failure(504),
			unansweredCheckError(),
		]) {
			expect(isOutage(outage)).toBe(true);
		}
		const answers = [failure(503, "RESEND"), failure(502, "UPSTREAM_REFUSED_SESSION"), failure(500), failure(404)];
		for (const answer of [...answers, new TypeError("a bug"), null]) expect(isOutage(answer)).toBe(false);
	});
});

describe("a failure", () => {
	it("keeps what the server said of fields and request, and nothing of another shape", () => {
		const fields = { serialNumber: "Taken.", odd: 7 };
		expect(readFailure(failure(409, "SERIAL_NUMBER_TAKEN", { requestId: "req_1", fields }))).toEqual({
			reason: "SERIAL_NUMBER_TAKEN",
			httpStatus: 409,
			requestId: "req_1",
			fields: { serialNumber: "Taken." },
		});
		expect(readFailure({ data: { reason: "toString", httpStatus: "401" } })).toEqual({
			reason: null,
			httpStatus: null,
			requestId: null,
			fields: {},
		});
	});

	it("has a sentence of its own for every code", () => {
		const codes = Object.keys(errorCodes) as ErrorCode[]; // keys of a const object are its keyof
		const sentences = codes.map((code) => sentenceFor(failure(500, code)));
		for (const sentence of sentences) expect(sentence).toMatch(/^[A-Z].*\.$/);
		expect(sentences).not.toContain(sentenceFor(new Error("unknown")));
	});
});
