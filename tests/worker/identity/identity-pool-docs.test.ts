import { describe, it } from "vitest";
import identityDocs from "../../../docs/identity.md?raw";
import { get, storedSession } from "../fixtures/console";
import { iamBindings, identityCalls, poolId } from "../fixtures/identity-pool";

type Known = Record<"pool" | "identity" | "issuer" | "id token", string>;

function documentedCalls(who: string, known: Partial<Known>): [operation: string, body: unknown][] {
	const rows = [...identityDocs.matchAll(/^\| (.+) \| `(\w+)` \| `(\{.+\})` \|$/gm)];
	return rows
		.filter(([, subject]) => subject === who)
		.map(([, , operation = "", body = ""]) => {
			// Each name in angle brackets is a key of `known`.
			const filled = body.replace(/<([\w ]+)>/g, (_, name) => known[name as keyof Known] ?? "unknown");
			return [operation, JSON.parse(filled)];
		});
}

const requestedOf = async (pool: string) =>
	(await identityCalls(pool)).map(({ operation, body }) => [operation, body] as const);

describe("the identity pool, as docs/identity.md has it", () => {
	it("returns a person's credentials for the id token, if calls are signed", async ({ expect }) => {
		const pool = poolId();
		const { cookies, user } = await storedSession();
		await get("/api/proxy/a.b", { cookies, bindings: iamBindings({ IDENTITY_POOL_ID: pool }) });
		const idToken = /\.idToken=([^;]+)/.exec(cookies)?.[1] ?? "";
		const { iss } = JSON.parse(atob(idToken.split(".")[1]?.replace(/-/g, "+").replace(/_/g, "/") ?? ""));
		const known = {
			pool,
			identity: `${pool}/sub-of-${user}`,
			"id token": idToken,
			issuer: iss.replace("https://", ""),
		};
		const documented = documentedCalls("a person", known);
		expect(documented).toHaveLength(2);
		expect(await requestedOf(pool)).toEqual(documented);
	});

	it("returns a guest's credentials without any login, if calls are signed", async ({ expect }) => {
		const pool = poolId();
		await get("/api/proxy/a.b", { bindings: iamBindings({ IDENTITY_POOL_ID: pool }) });
		const documented = documentedCalls("a guest", { pool, identity: `${pool}/guest` });
		expect(documented).toHaveLength(2);
		expect(await requestedOf(pool)).toEqual(documented);
	});

	it.for([undefined, "bearer", "id"])(
		"is never asked otherwise, and nobody is a guest: UPSTREAM_AUTH %s",
		async (mode, { expect }) => {
			const pool = poolId();
			const bindings = iamBindings({ IDENTITY_POOL_ID: pool, UPSTREAM_AUTH: mode });
			const { cookies } = await storedSession();
			await get("/api/proxy/a.b", { cookies, bindings });
			expect((await get("/api/proxy/a.b", { bindings })).status).toBe(401);
			expect(await requestedOf(pool)).toEqual([]);
		},
	);
});
