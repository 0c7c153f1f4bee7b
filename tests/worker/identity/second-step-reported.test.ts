import { describe, it } from "vitest";
import { secondStepPath } from "../../../shared/session/session";
import { ssoOfferPath } from "../../../shared/session/sso-offer";
import { createBrowser, outcomeOf } from "../fixtures/browser";
import {
	backendCalls,
	cognitoCalls,
	connectionLost,
	fetcherOf,
	freshBindings,
	get,
	post,
	setCookiesOf,
	storedSession,
} from "../fixtures/console";
import { rightCode } from "../fixtures/fake-user-pool";
import { rightPassword } from "../fixtures/pool-ids";

type Challenged = { challenge: { id: string } };

async function reportedBy(act: () => Promise<unknown>): Promise<unknown[]> {
	const before = (await backendCalls(secondStepPath)).length;
	await act();
	const calls = (await backendCalls(secondStepPath)).slice(before);
	return calls.filter(({ method }) => method === "POST").map(({ body }) => JSON.parse(body));
}

const mail = (kind: string) => `${kind}+${crypto.randomUUID()}@example.com`;

describe("the report of a second step", () => {
	it("reaches the backend at each sign-in: off by the password alone, on by a code", async ({ expect }) => {
		const signIn = { email: mail("ok"), password: rightPassword };
		expect(await reportedBy(() => post("/api/auth/sign-in", { body: signIn }))).toEqual([
			{ secondStep: "off", way: "password" },
		]);

		const browser = createBrowser();
		const begun = await browser.post("sign-in", { email: mail("totp"), password: rightPassword });
		const { challenge } = await begun.json<Challenged>();
		const respond = () => browser.post("respond-challenge", { challengeId: challenge.id, code: rightCode });
		expect(await reportedBy(respond)).toEqual([{ secondStep: "on", way: "code" }]);
	});

	it("reaches the backend with the profile, once it is set up, and when it is switched off", async ({ expect }) => {
		const { cookies } = await storedSession();
		expect(await reportedBy(() => get("/api/auth/profile", { cookies }))).toEqual([{ secondStep: "off" }]);
		const browser = createBrowser(cookies);
		await browser.post("totp-setup", { password: rightPassword });
		expect(await reportedBy(() => browser.post("totp-verify", { code: rightCode }))).toEqual([{ secondStep: "on" }]);
		const off = { preferred: null, password: rightPassword };
		expect(await reportedBy(() => browser.post("mfa-preference", off))).toEqual([{ secondStep: "off" }]);
	});

	it("S84 ends a sign-in by password or code that every account of the person leaves to its provider", async ({
		expect,
	}) => {
		const headers = { "x-session": "ended", "x-session-reason": "onlySso" };
		const BACKEND = fetcherOf(async (url) =>
			url.includes(ssoOfferPath)
				? Response.json({ provider: "sso-acme0001", company: "Acme" })
				: new Response(null, { status: 401, headers }),
		);
		const browser = createBrowser("", freshBindings({ BACKEND, USER_POOL_DOMAIN: "https://sign-in.example.com" }));
		const byPassword = await browser.post("sign-in", { email: mail("ok"), password: rightPassword });
		const begun = await browser.post("sign-in", { email: mail("totp"), password: rightPassword });
		const { challenge } = await begun.json<Challenged>();
		const byCode = await browser.post("respond-challenge", { challengeId: challenge.id, code: rightCode });
		for (const response of [byPassword, byCode]) {
			expect(response.status).toBe(403);
			const { error }: { error: { name: string; shown: string } } = await response.json();
			expect(error).toMatchObject({ name: "OnlySso", shown: expect.stringContaining("only its own sign-in service") });
			const left = setCookiesOf(response).filter(({ name }) => name.startsWith("Cognito"));
			expect(left.every(({ attributes }) => attributes.includes("Max-Age=0"))).toBe(true);
		}
		expect([...browser.jar.keys()].filter((name) => name.endsWith("accessToken"))).toEqual([]);
	});

	it("names a sign-in in which the second step was set up, as the password alone let the person in", async ({
		expect,
	}) => {
		const browser = createBrowser();
		const begun = await browser.post("sign-in", { email: mail("setup"), password: rightPassword });
		const { challenge } = await begun.json<Challenged>();
		await browser.post("totp-setup", { challengeId: challenge.id });
		const verify = () => browser.post("totp-verify", { challengeId: challenge.id, code: rightCode });
		expect(await reportedBy(verify)).toEqual([{ secondStep: "on", way: "setUp" }]);
	});

	it("tells a person whose address no company's service signs in what they can do", async ({ expect }) => {
		const headers = { "x-session": "ended", "x-session-reason": "onlySso" };
		const BACKEND = fetcherOf(async (url) =>
			url.includes(ssoOfferPath) ? new Response(null, { status: 204 }) : new Response(null, { status: 401, headers }),
		);
		const browser = createBrowser("", freshBindings({ BACKEND, USER_POOL_DOMAIN: "https://sign-in.example.com" }));
		const response = await browser.post("sign-in", { email: mail("ok"), password: rightPassword });
		expect(await outcomeOf(response)).toEqual([403, "OnlySsoElsewhere"]);
	});

	it("cannot come from outside: browsers do not reach that address", async ({ expect }) => {
		const { cookies } = await storedSession();
		const responses: number[] = [];
		const notified = await reportedBy(async () => {
			const sent = await post(secondStepPath, { cookies, body: { secondStep: "on" } });
			responses.push(sent.status);
		});
		expect([responses, notified]).toEqual([[404], []]);
	});
});

/** A backend whose account counts on the person as its emergency owner. */
async function emergencyOwner(standing: string | null) {
	const BACKEND = fetcherOf(async (url, init) => {
		const isStanding = url.includes(secondStepPath) && init.method !== "POST";
		if (!isStanding) return new Response(null, { status: 204 });
		return standing === null ? connectionLost() : Response.json(standing);
	});
	const { cookies, accessToken } = await storedSession();
	const browser = createBrowser(cookies, freshBindings({ BACKEND }));
	return { browser, operations: async () => (await cognitoCalls(accessToken)).map(({ operation }) => operation) };
}

describe("the second step of an emergency owner", () => {
	const off = { preferred: null, password: rightPassword };
	const setUp = { password: rightPassword };

	it("S96 cannot be switched off, and the pool is not called", async ({ expect }) => {
		for (const standing of ["proven", "unproven"]) {
			const { browser, operations } = await emergencyOwner(standing);
			const response = await browser.post("mfa-preference", off);
			const { error }: { error: { shown: string } } = await response.clone().json();
			expect(await outcomeOf(response)).toEqual([409, "SecondStepNeeded"]);
			expect(error.shown).toContain("set up a new one in its place");
			expect(await operations()).toEqual([]);
		}
	});

	it("S96 changes in a sign-in that has shown it alone", async ({ expect }) => {
		const proven = await emergencyOwner("proven");
		expect(await outcomeOf(await proven.browser.post("totp-setup", setUp))).toEqual([200, "totp-secret"]);
		expect(await outcomeOf(await proven.browser.post("totp-verify", { code: rightCode }))).toEqual([200, "totp-on"]);
		const unproven = await emergencyOwner("unproven");
		for (const [endpoint, body] of [
			["totp-setup", setUp],
			["totp-verify", { code: rightCode }],
			["mfa-preference", { preferred: "EMAIL_OTP", password: rightPassword }],
		] as const) {
			expect(await outcomeOf(await unproven.browser.post(endpoint, body))).toEqual([409, "SecondStepNotProven"]);
		}
		expect(await unproven.operations()).toEqual([]);
	});

	it("S96 stays as it is while the backend does not say who is one", async ({ expect }) => {
		for (const standing of [null, "perhaps"]) {
			const { browser, operations } = await emergencyOwner(standing);
			expect(await outcomeOf(await browser.post("mfa-preference", off))).toEqual([502, "UpstreamUnreachable"]);
			expect(await outcomeOf(await browser.post("totp-setup", setUp))).toEqual([502, "UpstreamUnreachable"]);
			expect(await operations()).toEqual([]);
		}
	});
});
