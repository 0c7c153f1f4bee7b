import { describe, it } from "vitest";
import { cookieHeader, get, ownOrigin, post, setCookiesOf, storedSession } from "../fixtures/console";
import { poolIds, rightPassword } from "../fixtures/pool-ids";

const prefix = `CognitoIdentityServiceProvider.${poolIds.USER_POOL_CLIENT_ID}`;
const year = ["Path=/", "Max-Age=31536000", "Secure", "HttpOnly", "SameSite=Lax"];

const signIn = (email: string, more: { cookies?: string; origin?: string } = {}) =>
	post("/api/auth/sign-in", { ...more, body: { email, password: rightPassword } });

describe("the session's cookies", () => {
	it("S1 S3 use Amplify's names in its write order, each HttpOnly, Secure, Lax, for a year", async ({ expect }) => {
		const written = setCookiesOf(await signIn("Jane.Doe+x@example.com"));
		const user = `${prefix}.Jane.Doe+x%40example.com`;
		expect(written.map(({ name }) => name)).toEqual([
			`${prefix}.LastAuthUser`,
			`${user}.accessToken`,
			`${user}.idToken`,
			`${user}.refreshToken`,
			`${user}.signInDetails`,
			`${user}.clockDrift`,
			"aql.adopted",
		]);
		for (const { attributes } of written) expect(attributes).toEqual(year);
		expect(written[0]?.value).toBe("Jane.Doe+x@example.com");
		expect(written[4]?.value).toBe(
			"{%22loginId%22:%22Jane.Doe+x@example.com%22%2C%22authFlowType%22:%22USER_PASSWORD_AUTH%22}",
		);
		expect(written[5]?.value).toMatch(/^-?\d+$/);
	});

	it("lack Secure only if the request itself came over http to this machine", async ({ expect }) => {
		const secureFrom = async (origin: string) => {
			const written = setCookiesOf(await signIn(`a-${crypto.randomUUID()}@example.com`, { origin }));
			return written.every(({ attributes }) => attributes.includes("Secure"));
		};
		expect(await secureFrom("http://localhost:5173")).toBe(false);
		expect(await secureFrom("http://127.0.0.1:5173")).toBe(false);
		expect(await secureFrom("https://localhost")).toBe(true);
		expect(await secureFrom("http://localhost.example.com")).toBe(true);
		expect(await secureFrom("http://console.example.com")).toBe(true);
	});

	it("S4 fail by name if a browser would drop one silently", async ({ expect }) => {
		const response = await signIn("many-groups@example.com");
		expect(response.status).toBe(500);
		expect(await response.json()).toMatchObject({ error: { name: "SessionTooLarge" } });
		expect(response.headers.getSetCookie()).toEqual([]);
	});

	it("S6 give way to a sign-in of any person", async ({ expect }) => {
		const earlier = await storedSession({
			user: "earlier",
			more: { oauthMetadata: '{"oauthSignIn":true}', deviceKey: "kept" },
		});
		const written = setCookiesOf(await signIn("later@example.com", { cookies: earlier.cookies }));
		const expired = written.filter(({ attributes }) => attributes.includes("Max-Age=0")).map(({ name }) => name);
		const user = `${prefix}.earlier%40example.com`;
		expect(expired.sort()).toEqual([
			`${user}.accessToken`,
			`${user}.idToken`,
			`${user}.oauthMetadata`,
			`${user}.refreshToken`,
		]);
		expect(written.find(({ name }) => name === `${prefix}.LastAuthUser`)?.value).toBe("later@example.com");
	});

	it("S6 count as no session if doubled, and expire in every scope they may have", async ({ expect }) => {
		const { cookies } = await storedSession({ user: "twice" });
		const doubled = `${cookies}; ${prefix}.LastAuthUse%72=planted%40example.com`;
		const response = await get("/api/isAuthenticated", { cookies: doubled });
		expect(await response.json()).toEqual({ isAuthenticated: false, ending: "ambiguous" });
		const scopes = setCookiesOf(response)
			.filter(({ name }) => name === `${prefix}.LastAuthUse%72`)
			.map(({ attributes }) => attributes.filter((each) => /^(Path|Domain)=/.test(each)).join(" "));
		const paths = ["/", "/api", "/api/", "/api/isAuthenticated", "/api/isAuthenticated/"];
		const domains = ["", " Domain=console.example.com", " Domain=example.com"];
		expect(scopes).toEqual(paths.flatMap((path) => domains.map((domain) => `Path=${path}${domain}`)));
		const names = new Set(setCookiesOf(response).map(({ name }) => name));
		expect(names).toContain(`${prefix}.twice%40example.com.accessToken`);
	});

	it("S6 fail a sign-in with AmbiguousSession if doubled", async ({ expect }) => {
		const { cookies } = await storedSession();
		const response = await signIn("jane@example.com", { cookies: `${cookies}; ${prefix}.LastAuthUser=other` });
		expect(response.status).toBe(409);
		expect(await response.json()).toMatchObject({ error: { name: "AmbiguousSession" } });
		expect(response.headers.getSetCookie().length).toBeGreaterThan(0);
	});

	/** Spells cookies as another version of the old adapter did, with the values of then. */
	const asBefore = (cookies: string, values: Record<string, string> = {}) =>
		cookies
			.split("; ")
			.filter((pair) => pair.includes("%40"))
			.map((pair) =>
				pair.replace("%40", "@").replace(/\.(\w+)=.*$/, (all, key) => (values[key] ? `.${key}=${values[key]}` : all)),
			);

	it.for([true, false])(
		"S6 expire if they are leftovers of the same user in another spelling, and the session stays (adopted: %s)",
		async (isAdopted, { expect }) => {
			const user = `jane-${crypto.randomUUID()}`;
			const { accessToken: older } = await storedSession({ user, access: { jti: "older" } });
			const { cookies } = await storedSession({ user, isAdopted, more: { signInDetails: "{}" } });
			const leftOver = asBefore(cookies, { accessToken: older, refreshToken: "older" });
			for (const sent of [`${cookies}; ${leftOver.join("; ")}`, `${leftOver.join("; ")}; ${cookies}`]) {
				const response = await get("/api/isAuthenticated", { cookies: sent });
				expect(await response.json()).toMatchObject({ isAuthenticated: true, user: { sub: `sub-of-${user}` } });
				const written = setCookiesOf(response);
				const expired = written.filter(({ attributes }) => attributes.includes("Max-Age=0")).map(({ name }) => name);
				expect(expired.sort()).toEqual(leftOver.map((pair) => pair.split("=")[0]).sort());
				for (const { name, value, attributes } of written) {
					if (!attributes.includes("Max-Age=0") && name !== "aql.adopted")
						expect(cookies).toContain(`${name}=${value}`);
				}
				const denied = await signIn("jane@example.com", { cookies: sent });
				expect(denied.status).toBe(200);
			}
		},
	);

	it("S6 expire at sign-out too if they belong to the same user in another spelling", async ({ expect }) => {
		const { cookies } = await storedSession();
		const leftOver = asBefore(cookies);
		const response = await post("/api/auth/sign-out", { cookies: `${cookies}; ${leftOver.join("; ")}` });
		const expired = setCookiesOf(response).filter(({ attributes }) => attributes.includes("Max-Age=0"));
		const names = expired.map(({ name }) => name);
		for (const pair of leftOver) expect(names).toContain(pair.split("=")[0]);
	});

	it("S6 count as doubled under the same user's name with another person's token, in any spelling", async ({
		expect,
	}) => {
		const { cookies } = await storedSession({ user: "genuine" });
		const { accessToken } = await storedSession({ user: "planter" });
		const planted = asBefore(cookies, { accessToken });
		const refreshAlone = asBefore(cookies).filter((pair) => !pair.includes(".refreshToken="));
		const ownRefresh = cookies.split("; ").filter((pair) => /LastAuthUser|adopted|refreshToken/.test(pair));
		for (const sent of [
			`${cookies}; ${planted.join("; ")}`,
			[...ownRefresh, ...refreshAlone, `${prefix}.genuine@example.com.refreshToken=theirs`].join("; "),
		]) {
			expect(await (await get("/api/isAuthenticated", { cookies: sent })).json()).toEqual({
				isAuthenticated: false,
				ending: "ambiguous",
			});
			expect((await signIn("jane@example.com", { cookies: sent })).status).toBe(409);
		}
	});

	it("S5 form a session if an Amplify client wrote them, and become HttpOnly at once", async ({ expect }) => {
		const name = "jane.doe+x@example.com";
		const more = { clockDrift: "-651", signInDetails: `{"loginId":"${name}","authFlowType":"USER_SRP_AUTH"}` };
		const { cookies } = await storedSession({ user: "jane", lastAuthUser: name, isAdopted: false, more });
		const response = await get("/api/isAuthenticated", { cookies });
		expect(await response.json()).toMatchObject({ isAuthenticated: true, user: { sub: "sub-of-jane" } });
		const written = setCookiesOf(response);
		const sent = cookies.split("; ").map((pair) => pair.split("=")[0]);
		expect(written.map((cookie) => cookie.name).sort()).toEqual([...sent, "aql.adopted"].sort());
		for (const { attributes } of written) expect(attributes).toEqual(year);
		for (const { name: each, value } of written) {
			if (each !== "aql.adopted") expect(cookies).toContain(`${each}=${value}`);
		}
	});

	it("stay unwritten if they were adopted before", async ({ expect }) => {
		const { cookies } = await storedSession();
		expect((await get("/api/isAuthenticated", { cookies })).headers.getSetCookie()).toEqual([]);
	});

	it("replace those of Amplify's Next.js adapter, with bare parentheses", async ({ expect }) => {
		const { cookies } = await storedSession({ lastAuthUser: "jane(x)", isAdopted: false });
		const bare = cookies.replaceAll("%28", "(").replaceAll("%29", ")");
		const response = await get("/api/isAuthenticated", { cookies: bare });
		expect(await response.json()).toMatchObject({ isAuthenticated: true });
		const expired = setCookiesOf(response).filter(({ attributes }) => attributes.includes("Max-Age=0"));
		expect(expired.map(({ name }) => name)).toContain(`${prefix}.jane(x).accessToken`);
	});

	it("use Amplify's stand-in name without LastAuthUser", async ({ expect }) => {
		const { accessToken } = await storedSession({ user: "nameless" });
		const cookies = cookieHeader({ [`${prefix}.username.accessToken`]: accessToken });
		const response = await get("/api/isAuthenticated", { cookies });
		expect(await response.json()).toMatchObject({ isAuthenticated: true, user: { email: null, name: null } });
	});

	it("leave those of another app client alone", async ({ expect }) => {
		const cookies =
			"CognitoIdentityServiceProvider.other.LastAuthUser=a; CognitoIdentityServiceProvider.other.LastAuthUser=b";
		const response = await get("/api/isAuthenticated", { cookies, origin: ownOrigin });
		expect(await response.json()).toEqual({ isAuthenticated: false });
		expect(response.headers.getSetCookie()).toEqual([]);
	});
});
