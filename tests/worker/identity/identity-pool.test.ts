import { env } from "cloudflare:workers";
import { describe, it } from "vitest";
import { createIdentityPoolClient } from "../../../worker/cognito/identity-pool";
import { retryTools } from "../../../worker/cognito/retry";
import { fetcherOf, freshBindings, get, signingKey, storedSession } from "../fixtures/console";
import { iamBindings, identityCalls, identityPoolEndpoint, poolId } from "../fixtures/identity-pool";
import { poolIds } from "../fixtures/pool-ids";
import { signToken } from "../fixtures/signing-key";
import { idClaims } from "../fixtures/token-claims";

type Fetch = (url: string, init: RequestInit) => Promise<Response>;
const ordinaryFetch: Fetch = (url, init) => fetch(url, init);

function clientOf(identityPoolId: string, { fetch = ordinaryFetch }: { fetch?: Fetch } = {}) {
	const tools = { ...retryTools, wait: async () => undefined };
	return createIdentityPoolClient({ endpoint: identityPoolEndpoint, identityPoolId, fetch, tools });
}

const idTokenOf = (user: string, changes = {}) => signToken(signingKey, { ...idClaims({ user }), ...changes });
const asGuest = { idToken: null, knownIdentityId: null };
const provider = `cognito-idp.us-east-1.amazonaws.com/${poolIds.USER_POOL_ID}`;
const target = (operation: string) => `AWSCognitoIdentityService.${operation}`;

describe("calls to the identity pool", () => {
	it("send a guest's call with an empty list of logins, then with none", async ({ expect }) => {
		const pool = poolId();
		const outcome = await clientOf(pool)(asGuest);
		expect(outcome).toEqual({
			status: "ready",
			credentials: {
				identityId: `${pool}/guest`,
				accessKeyId: "AKIA.guest",
				secretAccessKey: expect.any(String),
				sessionToken: expect.any(String),
				expiresAt: expect.any(Number),
			},
		});
		expect((await identityCalls(pool)).map(({ operation, body }) => [operation, body])).toEqual([
			["GetId", { IdentityPoolId: pool, Logins: {} }],
			["GetCredentialsForIdentity", { IdentityId: `${pool}/guest` }],
		]);
	});

	it("send a person's id token under its issuer's name, both times", async ({ expect }) => {
		const pool = poolId();
		const idToken = await idTokenOf("jane");
		const outcome = await clientOf(pool)({ idToken, knownIdentityId: null });
		expect(outcome).toMatchObject({ status: "ready", credentials: { identityId: `${pool}/sub-of-jane` } });
		const Logins = { [provider]: idToken };
		expect((await identityCalls(pool)).map(({ body }) => body)).toEqual([
			{ IdentityPoolId: pool, Logins },
			{ IdentityId: `${pool}/sub-of-jane`, Logins },
		]);
	});

	it("go out unsigned, with the headers of its protocol", async ({ expect }) => {
		const pool = poolId();
		await clientOf(pool)(asGuest);
		const calls = await identityCalls(pool);
		for (const [index, operation] of ["GetId", "GetCredentialsForIdentity"].entries()) {
			expect(calls[index]?.headers).toMatchObject({
				"content-type": "application/x-amz-json-1.1",
				"x-amz-target": target(operation),
				"cache-control": "no-store",
				"x-amz-user-agent": "aqlcloud-console",
				"amz-sdk-invocation-id": expect.stringMatching(/^[\da-f-]{36}$/),
				"amz-sdk-request": "attempt=1; max=3",
			});
			expect(calls[index]?.headers).not.toHaveProperty("authorization");
		}
	});

	it("skip GetId if the identity is known", async ({ expect }) => {
		const pool = poolId();
		await clientOf(pool)({ idToken: null, knownIdentityId: `${pool}/guest` });
		expect((await identityCalls(pool)).map(({ operation }) => operation)).toEqual(["GetCredentialsForIdentity"]);
	});

	it("stop before an id token that names no issuer", async ({ expect }) => {
		const pool = poolId();
		for (const idToken of [await idTokenOf("jane", { iss: undefined }), await idTokenOf("jane", { iss: "" }), "x"]) {
			const outcome = await clientOf(pool)({ idToken, knownIdentityId: null });
			expect(outcome).toEqual({ status: "failed", name: "InvalidIdTokenException", isDecline: true });
		}
		expect(await identityCalls(pool)).toEqual([]);
	});
});

describe("responses of the identity pool", () => {
	const failures: [mode: string, who: "guest" | "person", name: string, isRefusal: boolean, calls: number][] = [
		["GetId_empty", "person", "GetIdResponseException", false, 1],
		["GetId_empty", "guest", "GetIdResponseException", false, 1],
		["GetCredentialsForIdentity_keyless", "person", "CredentialsException", false, 2],
		["GetCredentialsForIdentity_keyless", "guest", "CredentialsNotFoundException", false, 2],
		["GetCredentialsForIdentity_empty", "person", "CredentialsException", false, 2],
		["GetId_NotAuthorizedException", "guest", "NotAuthorizedException", true, 1],
		["GetCredentialsForIdentity_NotAuthorizedException", "person", "NotAuthorizedException", true, 2],
		["GetId_ResourceNotFoundException", "person", "ResourceNotFoundException", false, 1],
		["GetId_LimitExceededException", "person", "LimitExceededException", false, 1],
		["GetId_TooManyRequestsException", "person", "TooManyRequestsException", false, 3],
		["GetId_BadRequestException", "person", "BadRequestException", false, 3],
		["GetId_429", "person", "TooManyRequestsException", false, 3],
		["GetId_html", "person", "ServiceUnavailable", false, 3],
		["GetCredentialsForIdentity_503", "person", "ServiceUnavailable", false, 4],
		["GetCredentialsForIdentity_501", "person", "ServiceUnavailable", false, 2],
	];

	it.for(failures)("turn %s for a %s into %s", async ([mode, who, name, isDenial, calls], { expect }) => {
		const pool = poolId(mode);
		const idToken = who === "guest" ? null : await idTokenOf("jane");
		const outcome = await clientOf(pool)({ idToken, knownIdentityId: null });
		expect(outcome).toEqual({ status: "failed", name, isDecline: isDenial });
		expect(await identityCalls(pool)).toHaveLength(calls);
	});

	it("become NetworkError after three attempts without one", async ({ expect }) => {
		let attempts = 0;
		const fetch = () => {
			attempts += 1;
			return Promise.reject(new Error("Network connection lost."));
		};
		expect(await clientOf(poolId(), { fetch })(asGuest)).toEqual({
			status: "failed",
			name: "NetworkError",
			isDecline: false,
		});
		expect(attempts).toBe(3);
	});

	it("come from attempts with one id for each call", async ({ expect }) => {
		const pool = poolId("GetId_500_2");
		expect(await clientOf(pool)(asGuest)).toMatchObject({ status: "ready" });
		const calls = (await identityCalls(pool)).filter(({ operation }) => operation === "GetId");
		expect(calls.map(({ headers }) => headers["amz-sdk-request"])).toEqual([
			"attempt=1; max=3",
			"attempt=2; max=3",
			"attempt=3; max=3",
		]);
		expect(new Set(calls.map(({ headers }) => headers["amz-sdk-invocation-id"])).size).toBe(1);
	});
});

describe("the addresses of the pools", () => {
	function emulator() {
		const hosts: string[] = [];
		const LOCAL = fetcherOf((url, init) => {
			hosts.push(new URL(url).hostname);
			return env.LOCAL.fetch(url, init);
		});
		return { hosts, LOCAL };
	}

	it("lead to the emulator in a local run, by the names of AWS", async ({ expect }) => {
		const { hosts, LOCAL } = emulator();
		await get("/api/proxy/a.b", { bindings: iamBindings({ LOCAL, IDENTITY_POOL_ENDPOINT: "" }) });
		expect(hosts[0]).toBe("cognito-identity.us-east-1.amazonaws.com");
	});

	it("lead to a configured address even in a local run, over the network", async ({ expect }) => {
		const { hosts, LOCAL } = emulator();
		const IDENTITY_POOL_ID = poolId();
		const bindings = iamBindings({ LOCAL, IDENTITY_POOL_ID });
		expect((await get("/api/proxy/a.b", { bindings })).status).toBe(200);
		expect([hosts, (await identityCalls(IDENTITY_POOL_ID)).length]).toEqual([[], 2]);
	});

	it("lead to a configured address for the user pool and its keys too", async ({ expect }) => {
		const { hosts, LOCAL } = emulator();
		const { cookies } = await storedSession();
		const bindings = freshBindings({ LOCAL, USER_POOL_ENDPOINT: "https://unreachable.example/" });
		expect((await get("/api/isAuthenticated", { bindings, cookies })).status).toBe(503);
		expect(hosts).toEqual([]);
	});
});
