import { describe, it } from "vitest";
import {
	fetcherOf,
	freshBindings,
	get,
	poolWithout,
	setCookiesOf,
	signingKey,
	storedSession,
} from "../fixtures/console";
import { signToken } from "../fixtures/signing-key";
import { accessClaims } from "../fixtures/token-claims";

type Reply = () => Promise<Response>;
type Row = {
	outcome: string;
	answer: Reply;
	/** Calls to Cognito. With an unknown flow, an error that may mean the wrong flow causes a call by the other one. */
	attempts: number;
	/** The response of `/api/isAuthenticated`: its status, and the error's name or the state of the session. */
	check: readonly [number, string];
	proxy: readonly [number, string];
	areCookiesKept: boolean;
	stored?: { refreshMode?: null; more?: Record<string, string> };
};

const named =
	(name: string, status = 400): Reply =>
	async () =>
		Response.json({ __type: name, message: "x" }, { status, headers: { "x-amzn-errortype": `${name}:` } });
const rejecting =
	(error: Error): Reply =>
	() =>
		Promise.reject(error);

const ended = { check: [200, "signed out"], proxy: [401, "SIGNED_OUT"], areCookiesKept: false } as const;
const kept = (status: number, name: string) =>
	({ check: [status, name], proxy: [503, "SESSION_UNCHECKED"], areCookiesKept: true }) as const;
const outage = kept(503, "NetworkError");
const elsewhere = kept(503, "ServiceUnavailable");

const withoutIat = async () => {
	const { iat: _, ...claims } = accessClaims({ user: "jane" });
	return Response.json({ AuthenticationResult: { AccessToken: await signToken(signingKey, claims) } });
};

const rows: Row[] = [
	{ outcome: "NotAuthorizedException", answer: named("NotAuthorizedException"), attempts: 2, ...ended },
	{ outcome: "TokenRevokedException", answer: named("TokenRevokedException"), attempts: 1, ...ended },
	{ outcome: "UserNotFoundException", answer: named("UserNotFoundException"), attempts: 1, ...ended },
	{ outcome: "PasswordResetRequired", answer: named("PasswordResetRequiredException"), attempts: 1, ...ended },
	{ outcome: "UserNotConfirmed", answer: named("UserNotConfirmedException"), attempts: 1, ...ended },
	{ outcome: "RefreshTokenReuse", answer: named("RefreshTokenReuseException"), attempts: 1, ...ended },
	{ outcome: "TooManyRequestsException", answer: named("TooManyRequestsException"), attempts: 3, ...outage },
	{ outcome: "any 429", answer: named("Whatever", 429), attempts: 3, ...outage },
	{ outcome: "LimitExceededException", answer: named("LimitExceededException"), attempts: 1, ...elsewhere },
	{ outcome: "500 with JSON", answer: named("InternalErrorException", 500), attempts: 3, ...outage },
	{ outcome: "502 with JSON", answer: named("BadGateway", 502), attempts: 3, ...outage },
	{ outcome: "503 with JSON", answer: named("ServiceUnavailable", 503), attempts: 3, ...outage },
	{ outcome: "504 with JSON", answer: named("GatewayTimeout", 504), attempts: 3, ...outage },
	{
		outcome: "502 with HTML",
		answer: async () => new Response("<html>Bad gateway</html>", { status: 502 }),
		attempts: 3,
		...outage,
	},
	{ outcome: "ResourceNotFound", answer: named("ResourceNotFoundException"), attempts: 1, ...elsewhere },
	{ outcome: "InvalidParameter", answer: named("InvalidParameterException"), attempts: 2, ...elsewhere },
	{ outcome: "403 Forbidden", answer: named("ForbiddenException", 403), attempts: 1, ...elsewhere },
	{ outcome: "a name of no list", answer: named("SomethingNewException"), attempts: 1, ...elsewhere },
	{ outcome: "BadRequestException", answer: named("BadRequestException"), attempts: 3, ...elsewhere },
	{ outcome: "a TypeError", answer: rejecting(new TypeError("Failed to fetch")), attempts: 3, ...outage },
	{ outcome: "workerd's Error", answer: rejecting(new Error("Network connection lost.")), attempts: 3, ...outage },
	{ outcome: "AbortError", answer: rejecting(new DOMException("x", "AbortError")), attempts: 3, ...outage },
	{ outcome: "TimeoutError", answer: rejecting(new DOMException("x", "TimeoutError")), attempts: 3, ...outage },
	{
		outcome: "200 without AuthenticationResult",
		answer: async () => Response.json({}),
		attempts: 1,
		...kept(500, "InvalidTokens"),
	},
	{
		outcome: "200 without AccessToken",
		answer: async () => Response.json({ AuthenticationResult: { IdToken: "x" } }),
		attempts: 1,
		...kept(500, "InvalidTokens"),
	},
	{ outcome: "200 without iat", answer: withoutIat, attempts: 1, ...kept(502, "iatNotFoundException") },
	{
		outcome: "no refresh token",
		answer: named("NotAuthorizedException"),
		attempts: 0,
		...ended,
		stored: { refreshMode: null },
	},
	{
		outcome: "no refresh token, by the implicit flow",
		answer: named("NotAuthorizedException"),
		attempts: 0,
		...ended,
		stored: { refreshMode: null, more: { oauthMetadata: '{"oauthSignIn":true}' } },
	},
];

async function outcomeOf({ answer: result, stored = {} }: Row, path: string) {
	const { cookies } = await storedSession({ accessExpiresIn: -60, ...stored });
	let attempts = 0;
	const LOCAL = poolWithout(() => {
		attempts += 1;
		return result();
	});
	const response = await get(path, { cookies, bindings: freshBindings({ LOCAL }) });
	// The two endpoints respond in different forms.
	const body: { isAuthenticated?: boolean; error?: { name?: string; json?: { data: { reason: string } } } } =
		await response.json();
	const name = body.error?.name ?? body.error?.json?.data.reason ?? (body.isAuthenticated ? "signed in" : "signed out");
	const setCookies = setCookiesOf(response);
	const areExpired = setCookies.length > 0 && setCookies.every(({ attributes }) => attributes.includes("Max-Age=0"));
	const cookiesAre = setCookies.length === 0 ? "kept" : areExpired ? "expired" : "rewritten";
	return { received: [response.status, name], attempts, cookiesAre };
}

describe("a failed refresh", () => {
	it.for([
		["/api/isAuthenticated", "check"],
		["/api/proxy/a.b", "proxy"],
	] as const)(
		"S17 S18 S22 ends or keeps the session at %s, outcome by outcome",
		async ([path, endpoint], { expect }) => {
			const actual = await Promise.all(rows.map((row) => outcomeOf(row, path)));
			expect(rows.map(({ outcome }, index) => ({ outcome, ...actual[index] }))).toEqual(
				rows.map((row) => ({
					outcome: row.outcome,
					received: row[endpoint],
					attempts: row.attempts,
					cookiesAre: row.areCookiesKept ? "kept" : "expired",
				})),
			);
		},
	);
});

describe("a refresh of a pool that rotates", () => {
	type Sent = { operation: string; body: Record<string, unknown> };

	function poolThat(rotates: boolean, failure: Reply) {
		const sent: Sent[] = [];
		let isFailing = false;
		const LOCAL = fetcherOf(async (url, init) => {
			if (url.endsWith("/jwks.json")) return poolWithout(failure).fetch(url, init);
			const operation = new Headers(init.headers).get("x-amz-target")?.split(".")[1] ?? "";
			sent.push({ operation, body: JSON.parse(String(init.body)) });
			if (isFailing) return failure();
			const AccessToken = await signToken(signingKey, accessClaims({ user: "jane" }));
			const rotated = rotates ? { RefreshToken: "next" } : {};
			return Response.json({ AuthenticationResult: { AccessToken, ...rotated } });
		});
		const bindings = freshBindings({ LOCAL, USER_POOL_CLIENT_SECRET: "client-secret" });
		const refresh = async () => {
			const { cookies } = await storedSession({ accessExpiresIn: -60 });
			return (await get("/api/isAuthenticated", { cookies, bindings })).status;
		};
		const fail = () => {
			isFailing = true;
		};
		return { sent, refresh, fail };
	}

	it.for([
		["is not sent again after an answer was lost", true, rejecting(new Error("Network connection lost.")), 1],
		["is sent again where the pool had no time for it", true, named("TooManyRequestsException"), 3],
		["is sent again where the pool has shown that it does not", false, named("InternalErrorException", 500), 3],
	] as const)("follows the pool's rotation: %s", async ([, rotates, failure, attempts], { expect }) => {
		const pool = poolThat(rotates, failure);
		expect(await pool.refresh()).toBe(200);
		pool.fail();
		expect(await pool.refresh()).toBe(503);
		expect(pool.sent).toHaveLength(1 + attempts);
		expect(pool.sent.every(({ operation }) => operation === "GetTokensFromRefreshToken")).toBe(true);
	});
});
