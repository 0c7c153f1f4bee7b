import { describe, it } from "vitest";
import { createBrowser, outcomeOf } from "../fixtures/browser";
import { cognitoCalls, post, setCookiesOf, storedSession } from "../fixtures/console";
import { loggedEvents } from "../fixtures/event-log";
import { rightCode } from "../fixtures/fake-user-pool";
import { decomposedPassword, rightPassword } from "../fixtures/pool-ids";

const password = "Another-password-1";
const change = { currentPassword: rightPassword, password };

describe("changing the password", () => {
	it("S40 needs the present one", async ({ expect }) => {
		const { cookies, accessToken } = await storedSession();
		const respond = async (body: Record<string, unknown>) =>
			outcomeOf(await post("/api/auth/change-password", { cookies, body }));
		expect(await respond({ password })).toEqual([400, "EmptyUpdatePassword"]);
		expect(await respond({ currentPassword: "", password })).toEqual([400, "EmptyUpdatePassword"]);
		expect(await cognitoCalls(accessToken)).toEqual([]);
		expect(await respond({ ...change, currentPassword: "Wrong-password-1" })).toEqual([400, "WrongCurrentPassword"]);
		expect(await respond({ ...change, password: "short" })).toEqual([400, "InvalidPasswordException"]);
	});

	it("S40 sets it composed, and takes the present one as it was set", async ({ expect }) => {
		const user = `decomposed+${crypto.randomUUID()}`;
		const { cookies, accessToken } = await storedSession({ user });
		const typed = { currentPassword: decomposedPassword, password: "Another-password-e\u0301" };
		const response = await post("/api/auth/change-password", { cookies, body: typed });
		expect(await outcomeOf(response)).toEqual([200, "password-changed"]);
		const sent = (await cognitoCalls(accessToken)).map(({ body }) => JSON.parse(body));
		expect(sent.map(({ PreviousPassword, ProposedPassword }) => [PreviousPassword, ProposedPassword])).toEqual([
			["Right-password-\u00e9", "Another-password-\u00e9"],
			["Right-password-e\u0301", "Another-password-\u00e9"],
		]);
	});

	it("S40 leaves other sessions alone if that is not requested", async ({ expect }) => {
		const { cookies, accessToken } = await storedSession();
		const response = await post("/api/auth/change-password", { cookies, body: change });
		expect(await response.json()).toEqual({ status: "password-changed", isSignedOutElsewhere: false });
		expect(response.headers.getSetCookie()).toEqual([]);
		expect((await cognitoCalls(accessToken)).map(({ operation }) => operation)).toEqual(["ChangePassword"]);
	});

	it("S40 ends every other session on request, and this one continues with new tokens", async ({ expect }) => {
		const signInDetails = '{"loginId":"typed@example.com","authFlowType":"USER_SRP_AUTH"}';
		const { cookies, accessToken, user } = await storedSession({ more: { signInDetails } });
		const browser = createBrowser(cookies);
		const response = await browser.post("change-password", { ...change, isSignOutElsewhere: true });
		expect(await response.json()).toEqual({ status: "password-changed", isSignedOutElsewhere: true });
		const operations = (await cognitoCalls(accessToken)).map(({ operation }) => operation);
		expect(operations).toEqual(["ChangePassword", "GlobalSignOut"]);
		expect(await (await browser.get("/api/isAuthenticated")).json()).toMatchObject({
			isAuthenticated: true,
			user: { sub: `sub-of-${user}` },
		});
		const written = setCookiesOf(response);
		expect(written.find(({ name }) => name.endsWith(".LastAuthUser"))?.value).toBe(`${user}@example.com`);
		expect(written.find(({ name }) => name.endsWith(".signInDetails"))?.value).toContain("typed@example.com");
		expect(cookies).not.toContain(written.find(({ name }) => name.endsWith(".refreshToken"))?.value);
	});

	it("S40 requires the second step again if there is one", async ({ expect }) => {
		const browser = createBrowser((await storedSession({ user: `totp+${crypto.randomUUID()}` })).cookies);
		const response = await browser.post("change-password", { ...change, isSignOutElsewhere: true });
		const body: { status: string; challenge: { id: string; name: string } } = await response.json();
		expect(body).toMatchObject({ status: "challenge", challenge: { name: "SOFTWARE_TOKEN_MFA" } });
		const done = await browser.post("respond-challenge", { challengeId: body.challenge.id, code: rightCode });
		expect(await outcomeOf(done)).toEqual([200, "signed-in"]);
	});

	it("S40 reports if the other sessions could not be ended", async ({ expect }) => {
		const { cookies } = await storedSession({ user: `at-GlobalSignOut-broken+${crypto.randomUUID()}` });
		const response = await post("/api/auth/change-password", {
			cookies,
			body: { ...change, isSignOutElsewhere: true },
		});
		expect(await response.json()).toEqual({ status: "password-changed", isSignedOutElsewhere: false });
		expect(loggedEvents().map(({ event }) => event)).toEqual(["password-change", "revoke-failed"]);
	});

	it("ends this session too if it cannot be signed in again", async ({ expect }) => {
		const { cookies } = await storedSession({ user: `at-InitiateAuth-internal+${crypto.randomUUID()}` });
		const response = await post("/api/auth/change-password", {
			cookies,
			body: { ...change, isSignOutElsewhere: true },
		});
		expect(await outcomeOf(response)).toEqual([401, "SessionEnded"]);
		expect(setCookiesOf(response).every(({ attributes }) => attributes.includes("Max-Age=0"))).toBe(true);
	});
});
