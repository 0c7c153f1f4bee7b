import { exports } from "cloudflare:workers";
import { describe, it, vi } from "vitest";
import { createSharedRefresh, type RefreshOutcome } from "../../../worker/cognito/refresh-tokens";
import { cognitoCalls, freshBindings, get, ownOrigin, storedSession } from "../fixtures/console";

const refreshed: RefreshOutcome = {
	status: "refreshed",
	tokens: { accessToken: "new", idToken: null, refreshToken: null },
};
const request = { refreshToken: "token", deviceKey: null, address: null };
const asker = { keepAlive: () => undefined, countCall: async () => null };

describe("parallel requests of one session", () => {
	it("S20 make one refresh call, and all succeed", async ({ expect }) => {
		const { cookies, refreshToken } = await storedSession({ accessExpiresIn: -60 });
		const bindings = freshBindings();
		const responses = await Promise.all(
			Array.from({ length: 10 }, () => get("/api/isAuthenticated", { cookies, bindings })),
		);
		for (const response of responses) expect(await response.json()).toMatchObject({ isAuthenticated: true });
		expect(await cognitoCalls(refreshToken)).toHaveLength(1);
	});

	it("S20 share the refresh in the runtime's own requests, and outlive the one that was aborted", async ({
		expect,
	}) => {
		const { cookies, refreshToken } = await storedSession({ accessExpiresIn: -60 });
		const first = new AbortController();
		const request = (signal?: AbortSignal) =>
			exports.default.fetch(`${ownOrigin}/api/isAuthenticated`, { headers: { cookie: cookies }, signal });
		const aborted = request(first.signal).catch((error: unknown) => error);
		const others = Array.from({ length: 9 }, () => request());
		first.abort();
		await aborted;
		for (const response of await Promise.all(others)) {
			expect(await response.json()).toMatchObject({ isAuthenticated: true });
		}
		expect((await cognitoCalls(refreshToken)).length).toBeLessThanOrEqual(2);
	});
});

describe("the shared refresh", () => {
	it("S20 starts anew, once, when the call it joined never settles", async ({ expect }) => {
		vi.useFakeTimers();
		const calls: PromiseWithResolvers<RefreshOutcome>[] = [];
		const refreshTokens = () => {
			const call = Promise.withResolvers<RefreshOutcome>();
			calls.push(call);
			return call.promise;
		};
		const shared = createSharedRefresh({ refreshTokens, now: () => 0 });
		void shared.refresh(request, asker);
		const joined = [shared.refresh(request, asker), shared.refresh(request, asker)];
		await vi.advanceTimersByTimeAsync(9_000);
		vi.useRealTimers();
		expect(calls).toHaveLength(2);
		calls[1]?.resolve(refreshed);
		expect(await Promise.all(joined)).toEqual([refreshed, refreshed]);
	});

	it("remembers the result of a call for some seconds, unless it failed for now or was signed out", async ({
		expect,
	}) => {
		let [now, calls] = [0, 0];
		let outcome: RefreshOutcome = refreshed;
		const refreshTokens = async (): Promise<RefreshOutcome> => {
			calls += 1;
			return outcome;
		};
		const shared = createSharedRefresh({ refreshTokens, now: () => now });
		const refresh = () => shared.refresh(request, asker);
		await refresh();
		await refresh();
		expect(calls).toBe(1);
		shared.forget("token");
		await refresh();
		expect(calls).toBe(2);
		now = 60_000;
		outcome = { status: "unavailable", error: "NetworkError", reason: "x" };
		await refresh();
		await refresh();
		expect(calls).toBe(4);
	});

	it("remembers nothing of a token that is longer than any of the pool's", async ({ expect }) => {
		let calls = 0;
		const refreshTokens = async (): Promise<RefreshOutcome> => {
			calls += 1;
			return { status: "ended", name: "NotAuthorizedException" };
		};
		const shared = createSharedRefresh({ refreshTokens, now: () => 0 });
		for (const length of [2_000, 2_000, 100_000, 100_000]) {
			await shared.refresh({ ...request, refreshToken: "x".repeat(length) }, asker);
		}
		expect(calls).toBe(3);
	});

	it("lets the call outlive its request", async ({ expect }) => {
		const kept: Promise<unknown>[] = [];
		const shared = createSharedRefresh({ refreshTokens: async () => refreshed, now: () => 0 });
		await shared.refresh(request, { ...asker, keepAlive: (work) => void kept.push(work) });
		expect(await Promise.all(kept)).toEqual([refreshed]);
	});
});
