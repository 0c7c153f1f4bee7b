import { describe, it } from "vitest";
import { type SessionEnding, sessionEndings } from "../../../shared/session/session-endings";
import { fetcherOf, freshBindings, get, post, setCookiesOf, storedSession } from "../fixtures/console";
import { poolIds, rightPassword } from "../fixtures/pool-ids";

const check = "/api/isAuthenticated";
const doubled = `CognitoIdentityServiceProvider.${poolIds.USER_POOL_CLIENT_ID}.LastAuthUser=other`;
const signOutElsewhere = { currentPassword: rightPassword, password: "Another-password-1", isSignOutElsewhere: true };

async function endedByAccount(path: string, reason?: string): Promise<Response> {
	const headers = { "x-session": "ended", ...(reason !== undefined && { "x-session-reason": reason }) };
	const BACKEND = fetcherOf(async () => new Response(null, { status: 401, headers }));
	const { cookies } = await storedSession();
	return get(path, { cookies, bindings: freshBindings({ BACKEND }) });
}

async function signedOutUnderWay(): Promise<Response> {
	const { cookies } = await storedSession({ accessExpiresIn: -60 });
	const LOCAL = fetcherOf(async (url, init) => {
		const response = await freshBindings().LOCAL?.fetch(url, init);
		const isRefresh = new Headers(init.headers).get("x-amz-target")?.endsWith("InitiateAuth");
		if (isRefresh) await post("/api/auth/sign-out", { cookies, bindings });
		return response ?? Response.error();
	});
	const bindings = freshBindings({ LOCAL });
	return get(check, { cookies, bindings });
}

/** One way to each ending. */
const ways: Record<SessionEnding, () => Promise<Response>> = {
	signedOut: async () => post("/api/auth/sign-out", { cookies: (await storedSession()).cookies }),
	signedOutMeanwhile: signedOutUnderWay,
	endedByBackend: () => endedByAccount("/api/proxy/a.b"),
	expired: async () => get(check, await storedSession({ accessExpiresIn: -60, refreshMode: null })),
	refreshRefused: async () =>
		get(check, await storedSession({ accessExpiresIn: -60, refreshMode: "NotAuthorizedException" })),
	refusedByUserPool: async () =>
		get("/api/auth/profile", await storedSession({ user: `at-GetUser-token-revoked+${crypto.randomUUID()}` })),
	notSignedInAgain: async () =>
		post("/api/auth/change-password", {
			cookies: (await storedSession({ user: `at-InitiateAuth-internal+${crypto.randomUUID()}` })).cookies,
			body: signOutElsewhere,
		}),
	unverifiable: async () => get(check, await storedSession({ id: { aud: "another-client" } })),
	ambiguous: async () => get(check, { cookies: `${(await storedSession()).cookies}; ${doubled}` }),
	ambiguousAtSignIn: async () =>
		post("/api/auth/sign-in", {
			cookies: `${(await storedSession()).cookies}; ${doubled}`,
			body: { email: "jane@example.com", password: rightPassword },
		}),
	idle: () => endedByAccount(check, "idle"),
	onlySso: () => endedByAccount("/api/proxy/a.b", "onlySso"),
	tooOld: () => endedByAccount("/api/export?x=1", "tooOld"),
};

type Told = { status?: string; ending?: string; error?: { ending?: string; json?: { data: { ending?: string } } } };

/** The page that signs out knows it. */
function endingIn({ status, ending, error }: Told): string | undefined {
	if (status === "signed-out") return "signedOut";
	return ending ?? error?.ending ?? error?.json?.data.ending;
}

describe("the end of a session", () => {
	it.for(sessionEndings)("S67 tells its reason to the page and clears the cookies: %s", async (ending, { expect }) => {
		const response = await ways[ending]();
		const cookies = setCookiesOf(response);
		expect(cookies.length).toBeGreaterThan(0);
		expect(cookies.every(({ attributes }) => attributes.includes("Max-Age=0"))).toBe(true);
		expect(endingIn(await response.json())).toBe(ending);
	});

	it("S67 counts as ended by the account where a reason is unknown, as the next release's may be", async ({
		expect,
	}) => {
		for (const reason of ["", "toString", "asNewAsCanBe", "signedOut"]) {
			expect(endingIn(await (await endedByAccount(check, reason)).json())).toBe("endedByBackend");
		}
	});

	it("S67 tells no reason where no session was", async ({ expect }) => {
		expect(endingIn(await (await get(check)).json())).toBeUndefined();
		expect(endingIn(await (await get("/api/proxy/a.b")).json())).toBeUndefined();
	});
});
