import { KidNotFoundInJwksError } from "aws-jwt-verify/error";
import { describe, it } from "vitest";
import { createJwksCache, JwksUnavailableError } from "../../../shared/session/jwks-cache";
import { connectionLost, fetcherOf, freshBindings, get, storedSession } from "../fixtures/console";
import { issuer } from "../fixtures/pool-ids";
import { createSigningKey, jwksOf } from "../fixtures/signing-key";

const uri = `${issuer}/.well-known/jwks.json`;
const requested = (kid: string) => ({ header: { alg: "RS256" as const, kid }, payload: {} });
const [first, second] = await Promise.all([createSigningKey("first"), createSigningKey("second")]);

function published() {
	const state = { keys: [first], isDown: false, now: 0, fetches: 0 };
	const fetchJwks = async () => {
		state.fetches += 1;
		if (state.isDown) throw new Error("Network connection lost.");
		return jwksOf(...state.keys);
	};
	return { state, cache: createJwksCache(fetchJwks, () => state.now) };
}

describe("the signing keys", () => {
	it("load once an hour", async ({ expect }) => {
		const { state, cache } = published();
		await cache.getJwk(uri, requested("first"));
		state.now = 59 * 60_000;
		await cache.getJwk(uri, requested("first"));
		expect(state.fetches).toBe(1);
		state.now = 60 * 60_000;
		await cache.getJwk(uri, requested("first"));
		expect(state.fetches).toBe(2);
	});

	it("S15 appear after a rotation, although a forged id was requested before", async ({ expect }) => {
		const { state, cache } = published();
		await cache.getJwk(uri, requested("first"));
		state.now = 11_000;
		await expect(cache.getJwk(uri, requested("forged"))).rejects.toThrow(KidNotFoundInJwksError);
		state.keys = [first, second];
		state.now = 26_000;
		expect(await cache.getJwk(uri, requested("second"))).toMatchObject({ kid: "second" });
	});

	it("S15 load only once for several forged ids", async ({ expect }) => {
		const { state, cache } = published();
		await cache.getJwk(uri, requested("first"));
		state.now = 11_000;
		for (let attempt = 0; attempt < 20; attempt++) {
			await expect(cache.getJwk(uri, requested(`forged-${attempt}`))).rejects.toThrow(KidNotFoundInJwksError);
		}
		expect(state.fetches).toBe(2);
	});

	it("S16 serve on if known before, while their address is down", async ({ expect }) => {
		const { state, cache } = published();
		await cache.getJwk(uri, requested("first"));
		state.isDown = true;
		state.now = 2 * 60 * 60_000;
		expect(await cache.getJwk(uri, requested("first"))).toMatchObject({ kid: "first" });
	});

	it("S16 load once in ten seconds while their address is down, whatever ids are requested", async ({ expect }) => {
		const { state, cache } = published();
		await cache.getJwk(uri, requested("first"));
		state.isDown = true;
		state.now = 2 * 60 * 60_000;
		for (let attempt = 0; attempt < 20; attempt++) {
			expect(await cache.getJwk(uri, requested("first"))).toMatchObject({ kid: "first" });
			await expect(cache.getJwk(uri, requested(`new-${attempt}`))).rejects.toThrow(JwksUnavailableError);
		}
		expect(state.fetches).toBe(2);
		state.isDown = false;
		state.keys = [first, second];
		state.now += 10_000;
		expect(await cache.getJwk(uri, requested("second"))).toMatchObject({ kid: "second" });
	});

	it("S16 stay unavailable if unknown, while their address is down, which judges no token", async ({ expect }) => {
		const { state, cache } = published();
		state.isDown = true;
		await expect(cache.getJwk(uri, requested("first"))).rejects.toThrow(JwksUnavailableError);
		state.isDown = false;
		expect(await cache.getJwk(uri, requested("first"))).toMatchObject({ kid: "first" });
	});
});

describe("a session while the keys' address is down", () => {
	it("S16 stays neither signed in nor out, and keeps its cookies", async ({ expect }) => {
		const { cookies } = await storedSession();
		const respond: (() => Promise<Response>)[] = [
			connectionLost,
			async () => new Response("<html>", { status: 502 }),
			async () => new Response("<html>"),
		];
		for (const reply of respond) {
			const response = await get("/api/isAuthenticated", {
				cookies,
				bindings: freshBindings({ LOCAL: fetcherOf(reply) }),
			});
			expect(response.status).toBe(503);
			expect(await response.json()).toMatchObject({ error: { name: "NetworkError" } });
			expect(response.headers.getSetCookie()).toEqual([]);
		}
	});
});
