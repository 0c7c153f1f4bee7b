import { confirmSignIn, confirmSignUp, signIn, signUp } from "aws-amplify/auth";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { TestHarness } from "wrangler";
import { localSettings } from "../../../local/local-settings.ts";
import { test, Visitor } from "../product";
import { configureAmplify, PageWithCookies, readOnServer } from "./amplify";

const password = "Local-demo-1";
const prefix = `CognitoIdentityServiceProvider.${localSettings.USER_POOL_CLIENT_ID}.`;
const owner = { sub: "0a5e7b10-0001-4000-8000-000000000001", email: "owner@aqlcloud.test" };

let harness: TestHarness;
let url: URL;
let page: PageWithCookies;
test.beforeAll(async ({ harness: started }) => {
	harness = started;
	({ url } = await harness.listen());
});
beforeEach(() => {
	page = new PageWithCookies();
	vi.stubGlobal("document", page);
	configureAmplify(url);
});
afterEach(() => {
	vi.unstubAllGlobals();
});

function returning(): Visitor {
	const visitor = new Visitor(harness);
	for (const [name, value] of page.pairs) visitor.cookies.set(name, value);
	return visitor;
}

function rawPairs(lines: string[]): Map<string, string> {
	return new Map(
		lines.map((line) => {
			const [pair = ""] = line.split(";");
			return [pair.slice(0, pair.indexOf("=")), pair.slice(pair.indexOf("=") + 1)];
		}),
	);
}

async function codeSentTo(address: string): Promise<string> {
	const path = `/__local/mailbox?to=${encodeURIComponent(address)}`;
	const { body } = await new Visitor(harness).send(path, { headers: { accept: "application/json" } });
	const [newest] = (body as { messages: { code: string }[] }).messages; // the mailbox's own form
	if (!newest) throw new Error(`No mail came for ${address}.`);
	return newest.code;
}

async function setPool(settings: object): Promise<void> {
	expect(await new Visitor(harness).post("/__local/user-pool/settings", settings)).toMatchObject({ status: 200 });
}

const signInDirectly = (username: string) =>
	signIn({ username, password, options: { authFlowType: "USER_PASSWORD_AUTH" } });

describe("S5 a session that Amplify wrote", () => {
	it("counts as a session here under an e-mail address, and is written again with the same names and values, HttpOnly", async () => {
		expect(await signInDirectly(owner.email)).toMatchObject({ isSignedIn: true });
		const ofAmplify = new Map(page.pairs);
		expect([...ofAmplify.keys()]).toContain(`${prefix}owner%40aqlcloud.test.accessToken`);

		const visitor = returning();
		const response = await visitor.send("/api/isAuthenticated");
		expect(response.body).toMatchObject({ isAuthenticated: true, user: owner });
		const lines = response.headers.getSetCookie();
		expect(lines.every((line) => line.includes("; HttpOnly") && line.includes("; SameSite=Lax"))).toBe(true);
		expect(rawPairs(lines)).toEqual(new Map([...ofAmplify, ["aql.adopted", "1"]]));

		const again = await visitor.send("/api/isAuthenticated");
		expect(again.body).toMatchObject({ isAuthenticated: true });
		expect(again.headers.getSetCookie()).toEqual([]);
	});

	it("counts as a session here under an address with a plus, signed up through Amplify", async () => {
		const username = "jane.doe+field@example.test";
		const options = { userAttributes: { email: username, name: "Jane Doe" } };
		await signUp({ username, password, options });
		await confirmSignUp({ username, confirmationCode: await codeSentTo(username) });
		expect(await signInDirectly(username)).toMatchObject({ isSignedIn: true });
		expect([...page.pairs.keys()]).toContain(`${prefix}jane.doe+field%40example.test.accessToken`);
		expect(await returning().send("/api/isAuthenticated")).toMatchObject({
			body: { isAuthenticated: true, user: { email: username, name: "Jane Doe" } },
		});
	});

	it("counts as a session here after a challenge, under the pool's own name for the person", async () => {
		expect(await signInDirectly("new@aqlcloud.test")).toMatchObject({
			nextStep: { signInStep: "CONFIRM_SIGN_IN_WITH_NEW_PASSWORD_REQUIRED" },
		});
		expect(await confirmSignIn({ challengeResponse: "A-new-one-2 ✓" })).toMatchObject({ isSignedIn: true });
		expect(decodeURIComponent(page.pairs.get(`${prefix}LastAuthUser`) ?? "")).toMatch(/^0a5e7b10-0007-/);
		expect(await returning().send("/api/isAuthenticated")).toMatchObject({
			body: { isAuthenticated: true, user: { email: "new@aqlcloud.test" } },
		});
	});
});

describe("S5 a session that this console wrote", () => {
	afterEach(() => setPool({ rotation: false, accessTokenSeconds: 3_600 }));

	it("passes Amplify's server adapter: tokens, person and how they signed in", async () => {
		const visitor = new Visitor(harness);
		expect(await visitor.signIn("owner")).toMatchObject({ status: 200 });
		const { session, user, writes } = await readOnServer(visitor, url);
		expect(session.userSub).toBe(owner.sub);
		expect(session.tokens?.accessToken.payload).toMatchObject({ token_use: "access", sub: owner.sub });
		expect(session.tokens?.idToken?.payload).toMatchObject({ token_use: "id", email: owner.email });
		expect(user).toEqual({
			userId: owner.sub,
			username: owner.sub,
			signInDetails: { loginId: owner.email, authFlowType: "USER_PASSWORD_AUTH" },
		});
		expect(writes).toEqual([]);
	});

	it.each([false, true])(
		"passes the adapter still once this console has refreshed it, rotation %s",
		async (rotation) => {
			const visitor = new Visitor(harness);
			await setPool({ rotation, accessTokenSeconds: 4 });
			expect(await visitor.signIn("admin")).toMatchObject({ status: 200 });
			const before = new Map(visitor.cookies);
			await setPool({ rotation, accessTokenSeconds: 3_600 });
			expect(await visitor.send("/api/isAuthenticated")).toMatchObject({ body: { isAuthenticated: true } });

			const { session, user, writes } = await readOnServer(visitor, url);
			const cookieOf = (key: string) => `${prefix}admin%40aqlcloud.test.${key}`;
			expect(session.tokens?.accessToken.toString()).toBe(visitor.cookies.get(cookieOf("accessToken")));
			expect(session.tokens?.accessToken.toString()).not.toBe(before.get(cookieOf("accessToken")));
			const isSameRefreshToken = visitor.cookies.get(cookieOf("refreshToken")) === before.get(cookieOf("refreshToken"));
			expect(isSameRefreshToken).toBe(!rotation);
			expect(user.signInDetails).toEqual({ loginId: "admin@aqlcloud.test", authFlowType: "USER_PASSWORD_AUTH" });
			expect(writes).toEqual([]);
		},
	);
});
