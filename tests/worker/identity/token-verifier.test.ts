import { describe, it } from "vitest";
import { createTokenVerifier } from "../../../shared/session/token-verifier";
import { poolIds } from "../fixtures/pool-ids";
import { createSigningKey, jwksOf, signToken } from "../fixtures/signing-key";
import { accessClaims, idClaims } from "../fixtures/token-claims";

const key = await createSigningKey("key");

function verifierAt(clock: { now: number }) {
	let fetches = 0;
	const fetchJwks = async () => {
		fetches += 1;
		return jwksOf(key);
	};
	const { USER_POOL_ID: userPoolId, USER_POOL_CLIENT_ID: clientId } = poolIds;
	const verifier = createTokenVerifier({ userPoolId, clientId, fetchJwks, now: () => clock.now });
	return { verifier, fetches: () => fetches };
}

const verifier = () => verifierAt({ now: Date.now() }).verifier;

describe("the token verifier", () => {
	it("returns the claims of an access token for both Workers", async ({ expect }) => {
		const claims = accessClaims({ user: "jane" });
		expect(await verifier().verifyAccessToken(await signToken(key, claims))).toEqual({
			status: "valid",
			claims: {
				sub: "sub-of-jane",
				username: "username-of-jane",
				exp: claims.exp,
				authTime: claims.auth_time,
				originJti: "origin-of-jane",
			},
		});
	});

	it("believes an address only when the pool has verified it, and lower-cased", async ({ expect }) => {
		const claims = { ...idClaims({ user: "jane" }), email: "Jane@Example.com" };
		const verify = async (more: object) => verifier().verifyIdToken(await signToken(key, { ...claims, ...more }));
		expect(await verify({})).toMatchObject({
			claims: { verifiedEmail: "jane@example.com", email: "jane@example.com" },
		});
		expect(await verify({ email_verified: "true" })).toMatchObject({ claims: { verifiedEmail: "jane@example.com" } });
		for (const email_verified of [false, "false", undefined, 1]) {
			expect(await verify({ email_verified })).toMatchObject({ claims: { verifiedEmail: null } });
		}
	});

	it("distinguishes an expired token from a false one", async ({ expect }) => {
		const expired = await signToken(key, accessClaims({ user: "jane", expiresIn: -10 }));
		expect(await verifier().verifyAccessToken(expired)).toEqual({ status: "expired" });
		const other = await createSigningKey("key");
		const forged = await signToken(other, accessClaims({ user: "jane", expiresIn: -10 }));
		expect(await verifier().verifyAccessToken(forged)).toMatchObject({ status: "invalid" });
		expect(await verifier().verifyAccessTokenOfAnyAge(expired)).toMatchObject({ claims: { sub: "sub-of-jane" } });
		expect(await verifier().verifyAccessTokenOfAnyAge(forged)).toMatchObject({ status: "invalid" });
	});

	it("remembers a token for a minute, never past its end", async ({ expect }) => {
		const clock = { now: Date.now() };
		const { verifier: remembering } = verifierAt(clock);
		const token = await signToken(key, accessClaims({ user: "jane", expiresIn: 30 }));
		expect(await remembering.verifyAccessToken(token)).toMatchObject({ status: "valid" });
		const tampered = `${token.slice(0, -6)}AAAAAA`;
		expect(await remembering.verifyAccessToken(tampered)).toMatchObject({ status: "invalid" });
		clock.now += 29_000;
		expect(await remembering.verifyAccessToken(token)).toMatchObject({ status: "valid" });
	});

	it("fetches the keys of the issuer once for many tokens", async ({ expect }) => {
		const { verifier: remembering, fetches } = verifierAt({ now: Date.now() });
		for (const user of ["a", "b", "c"]) {
			await remembering.verifyAccessToken(await signToken(key, accessClaims({ user })));
			await remembering.verifyIdToken(await signToken(key, idClaims({ user })));
		}
		expect(fetches()).toBe(1);
	});
});
