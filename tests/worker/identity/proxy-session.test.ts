import { describe, it } from "vitest";
import { backendCalls, cognitoCalls, freshBindings, get, post, type Stored, storedSession } from "../fixtures/console";
import { loggedEvents } from "../fixtures/event-log";

type Reply = { status: number; reason: string | null; setCookies: string[] };

async function responseOf(response: Response): Promise<Reply> {
	// A proxied response has either form; the test reads the reason alone.
	const body: { error?: { json: { data: { reason?: string } } } } = await response.json();
	const setCookies = response.headers.getSetCookie();
	return { status: response.status, reason: body.error?.json.data.reason ?? null, setCookies };
}

const unique = (name: string) => `${name},${crypto.randomUUID()}`;
const query = async ({ cookies }: Stored, path: string) => responseOf(await get(`/api/proxy/${path}`, { cookies }));
const mutate = async ({ cookies }: Stored, path: string) => responseOf(await post(`/api/proxy/${path}`, { cookies }));
const writesTokens = ({ setCookies }: Reply) =>
	setCookies.some((line) => line.includes(".accessToken=ey") && line.includes("Max-Age=31536000"));
const clears = ({ setCookies }: Reply) =>
	setCookies.length > 0 && setCookies.every((line) => line.includes("Max-Age=0"));

/** The tests' backend denies a token of this lifetime until it has been renewed. */
const revokedEarly = () => storedSession({ accessExpiresIn: 1800 });

describe("a 401 of the backend", () => {
	it("renews the session once and sends a query again", async ({ expect }) => {
		const stored = await revokedEarly();
		const path = unique("case.refusedOnce");
		const response = await query(stored, path);
		expect(response).toMatchObject({ status: 200, reason: null });
		expect(writesTokens(response)).toBe(true);
		expect(await cognitoCalls(stored.refreshToken)).toHaveLength(1);
		expect(await backendCalls(path)).toHaveLength(2);
	});

	it("sends no mutation again, but reports that it may be sent", async ({ expect }) => {
		const stored = await revokedEarly();
		const path = unique("case.refusedOnce");
		const response = await mutate(stored, path);
		expect(response).toMatchObject({ status: 503, reason: "RESEND" });
		expect(writesTokens(response)).toBe(true);
		expect(await backendCalls(path)).toHaveLength(1);
	});

	it("becomes 502 UPSTREAM_REFUSED_SESSION if it survives the renewal, and signs no one out", async ({ expect }) => {
		const stored = await storedSession();
		const response = await query(stored, "case.refused");
		expect(response).toMatchObject({ status: 502, reason: "UPSTREAM_REFUSED_SESSION" });
		expect(writesTokens(response)).toBe(true);
		expect(loggedEvents().at(-1)).toMatchObject({ event: "request-refused", name: "UPSTREAM_REFUSED_SESSION" });
	});

	it("renews no session that was renewed in the same request, nor one that cannot be", async ({ expect }) => {
		const fresh = await storedSession({ accessExpiresIn: -60 });
		expect(await query(fresh, "case.refused")).toMatchObject({ status: 502, reason: "UPSTREAM_REFUSED_SESSION" });
		expect(await cognitoCalls(fresh.refreshToken)).toHaveLength(1);
		const unrenewable = await storedSession({ refreshMode: null });
		expect(await query(unrenewable, "case.refused")).toMatchObject({ reason: "UPSTREAM_REFUSED_SESSION" });
	});

	it("ends the session if the renewal shows it has ended", async ({ expect }) => {
		const response = await query(await storedSession({ refreshMode: "NotAuthorizedException" }), "case.refused");
		expect(response).toMatchObject({ status: 401, reason: "SIGNED_OUT" });
		expect(clears(response)).toBe(true);
	});

	it("leaves the session open if the renewal is unavailable", async ({ expect }) => {
		const response = await query(await storedSession({ refreshMode: "500" }), "case.refused");
		expect(response).toEqual({ status: 503, reason: "SESSION_UNCHECKED", setCookies: [] });
	});

	it("S47 becomes 401 SESSION_ENDED if it ends the session, with expired cookies and a revoked refresh token", async ({
		expect,
	}) => {
		const stored = await storedSession();
		for (const response of [await query(stored, "case.ended"), await mutate(stored, "case.ended")]) {
			expect(response).toMatchObject({ status: 401, reason: "SESSION_ENDED" });
			expect(clears(response)).toBe(true);
		}
		const operations = (await cognitoCalls(stored.refreshToken)).map(({ operation }) => operation);
		expect(operations).toEqual(["RevokeToken", "RevokeToken"]);
	});
});

describe("a call without a session", () => {
	it("gets 401 SIGNED_OUT and reaches no backend", async ({ expect }) => {
		const path = unique("a.b");
		const response = await responseOf(await get(`/api/proxy/${path}`));
		expect(response).toEqual({ status: 401, reason: "SIGNED_OUT", setCookies: [] });
		expect(await backendCalls(path)).toEqual([]);
	});
});

describe("people in one isolate", () => {
	it("S53 get their own tokens, however their requests interleave", async ({ expect }) => {
		const people = await Promise.all(
			Array.from({ length: 8 }, (_, index) => storedSession({ accessExpiresIn: index % 2 === 0 ? 3600 : -60 })),
		);
		const bindings = freshBindings();
		await Promise.all(people.map(({ user, cookies }) => get(`/api/proxy/who.${user},a.b`, { cookies, bindings })));
		for (const { user } of people) {
			const [call] = await backendCalls(`who.${user},`);
			const payload = (call?.headers.authorization ?? "").split(".")[1] ?? "";
			expect(JSON.parse(atob(payload.replace(/-/g, "+").replace(/_/g, "/"))).sub).toBe(`sub-of-${user}`);
		}
	});
});
