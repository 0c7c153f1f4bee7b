import { describe, it } from "vitest";
import { createBrowser, outcomeOf, unique } from "../fixtures/browser";
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
import { loggedEvents } from "../fixtures/event-log";
import { rightCode } from "../fixtures/fake-user-pool";
import { rightPassword } from "../fixtures/pool-ids";

const purpose = "sign run_0000000000000000000000000a abc";
const confirm = (password: string = rightPassword) => ({ password, purpose });
const path = "/api/auth/confirm-identity";
const someone = (kind: string) => storedSession({ user: `${kind}+${crypto.randomUUID()}` });

type Challenged = { challenge: { id: string; name: string } };

async function reportedFor(accessToken: string): Promise<unknown[]> {
	const calls = await backendCalls("/api/session/confirmed");
	return calls
		.filter(({ headers }) => headers.authorization === `Bearer ${accessToken}`)
		.map(({ body }) => JSON.parse(body));
}

const operationsOf = async (text: string) => (await cognitoCalls(text)).map(({ operation }) => operation);

describe("confirming one's identity", () => {
	it("S57 notifies the backend of this act after the password, keeps the session, and revokes the new tokens at once", async ({
		expect,
	}) => {
		const { cookies, accessToken, user } = await storedSession();
		const response = await post(path, { cookies, body: confirm() });
		expect(await response.json()).toEqual({ status: "confirmed" });
		expect(setCookiesOf(response)).toEqual([]);
		expect(await reportedFor(accessToken)).toEqual([{ purpose, by: "password" }]);
		expect(await operationsOf(`username-of-${user}`)).toEqual(["InitiateAuth"]);
		expect(await operationsOf(`${user}/ok/`)).toEqual(["RevokeToken"]);
	});

	it("S57 rejects a wrong password at its field, and allows three tries", async ({ expect }) => {
		const { cookies, accessToken } = await storedSession();
		const headers = { "cf-connecting-ip": "2001:db8:77::1" };
		const attempt = async (password?: string) => post(path, { cookies, headers, body: confirm(password) });
		for (let tries = 0; tries < 3; tries++) {
			const response = await attempt("Wrong-password-1");
			expect(await response.clone().json()).toMatchObject({ error: { field: "currentPassword" } });
			expect(await outcomeOf(response)).toEqual([400, "WrongCurrentPassword"]);
		}
		expect(await outcomeOf(await attempt())).toEqual([429, "TooManyAttempts"]);
		expect(await reportedFor(accessToken)).toEqual([]);
	});

	it("S58 waits for the second step, whose code confirms the act that it was requested for", async ({ expect }) => {
		const { cookies, accessToken } = await someone("totp");
		const browser = createBrowser(cookies);
		const { challenge }: Challenged = await (await browser.post("confirm-identity", confirm())).json();
		expect(challenge.name).toBe("SOFTWARE_TOKEN_MFA");
		expect(await reportedFor(accessToken)).toEqual([]);
		const respond = (code: string) => browser.post("confirm-identity", { challengeId: challenge.id, code, purpose });
		expect(await outcomeOf(await respond("000000"))).toEqual([400, "CodeMismatchException"]);
		const confirmed = await respond(rightCode);
		expect(await outcomeOf(confirmed)).toEqual([200, "confirmed"]);
		expect(setCookiesOf(confirmed).map(({ name }) => name)).toEqual(["aql.challenge"]);
		expect(await reportedFor(accessToken)).toEqual([{ purpose, by: "password" }]);
	});

	it("S58 takes a chosen way of the second step, and its code", async ({ expect }) => {
		const browser = createBrowser((await someone("choose")).cookies);
		const first: Challenged = await (await browser.post("confirm-identity", confirm())).json();
		const { id: challengeId } = first.challenge;
		const chosen = await browser.post("confirm-identity", { challengeId, method: "SMS_MFA", purpose });
		expect(await chosen.json()).toMatchObject({ status: "challenge", challenge: { name: "SMS_MFA" } });
		const done = await browser.post("confirm-identity", { challengeId, code: rightCode, purpose });
		expect(await outcomeOf(done)).toEqual([200, "confirmed"]);
	});

	it("S58 takes no challenge of another act, and none of a sign-in", async ({ expect }) => {
		const { cookies, accessToken } = await someone("totp");
		const browser = createBrowser(cookies);
		const { challenge }: Challenged = await (await browser.post("confirm-identity", confirm())).json();
		const other = { challengeId: challenge.id, code: rightCode, purpose: "sign run_0 other" };
		expect(await outcomeOf(await browser.post("confirm-identity", other))).toEqual([401, "ChallengeExpired"]);
		const email = unique("totp");
		const challengeId = await browser.signIn(email);
		const response = { challengeId, code: rightCode, purpose };
		expect(await outcomeOf(await browser.post("confirm-identity", response))).toEqual([401, "ChallengeExpired"]);
		expect(await reportedFor(accessToken)).toEqual([]);
	});

	it("S58 signs no one in: its challenge is none of a sign-in", async ({ expect }) => {
		const browser = createBrowser((await someone("totp")).cookies);
		const { challenge }: Challenged = await (await browser.post("confirm-identity", confirm())).json();
		const response = await browser.post("respond-challenge", { challengeId: challenge.id, code: rightCode });
		expect(await outcomeOf(response)).toEqual([401, "ChallengeExpired"]);
	});

	it("S58 confirms no one by another person's challenge, whose tokens are revoked", async ({ expect }) => {
		const theirs = await someone("totp");
		const planted = createBrowser(theirs.cookies);
		const { challenge }: Challenged = await (await planted.post("confirm-identity", confirm())).json();
		const mine = await storedSession();
		const cookies = `${mine.cookies}; aql.challenge=${planted.jar.get("aql.challenge")}`;
		const body = { challengeId: challenge.id, code: rightCode, purpose };
		expect(await outcomeOf(await post(path, { cookies, body }))).toEqual([401, "ChallengeExpired"]);
		expect(await reportedFor(mine.accessToken)).toEqual([]);
		expect(await operationsOf(`${theirs.user}/ok/`)).toEqual(["RevokeToken"]);
	});

	it("S59 confirms nothing that the backend did not receive, and ends no session by that", async ({ expect }) => {
		const alive = () => Promise.resolve(new Response(null, { status: 204 }));
		const faults: [() => Promise<Response>, [number, string]][] = [
			[connectionLost, [502, "UpstreamUnreachable"]],
			[async () => new Response("broken", { status: 500 }), [502, "UpstreamUnreachable"]],
			[async () => new Response(null, { status: 403 }), [403, "NoAccess"]],
		];
		for (const [fault, outcome] of faults) {
			const BACKEND = fetcherOf((url) => (url.endsWith("/confirmed") ? fault() : alive()));
			const { cookies } = await storedSession();
			const response = await post(path, { cookies, body: confirm(), bindings: freshBindings({ BACKEND }) });
			expect(await outcomeOf(response)).toEqual(outcome);
			expect(response.headers.getSetCookie()).toEqual([]);
		}
	});

	it("S59 ends a session that the backend has ended meanwhile", async ({ expect }) => {
		const BACKEND = fetcherOf(async (url) => {
			const isOver = url.endsWith("/confirmed");
			return new Response(null, isOver ? { status: 401, headers: { "x-session": "ended" } } : { status: 204 });
		});
		const { cookies } = await storedSession();
		const response = await post(path, { cookies, body: confirm(), bindings: freshBindings({ BACKEND }) });
		expect(await outcomeOf(response)).toEqual([401, "SessionEnded"]);
	});

	it("needs a session, a password, a purpose, and this console's own page", async ({ expect }) => {
		expect(await outcomeOf(await post(path, { body: confirm() }))).toEqual([401, "UserUnAuthenticatedException"]);
		const { cookies } = await storedSession();
		const respond = async (body: Record<string, unknown>) => outcomeOf(await post(path, { cookies, body }));
		expect(await respond({ purpose })).toEqual([400, "EmptySignInPassword"]);
		expect(await respond({ password: rightPassword })).toEqual([400, "InvalidRequest"]);
		for (const odd of ["sign", "sign  two", "sign <run>", `sign ${"a".repeat(200)}`]) {
			expect(await respond({ password: rightPassword, purpose: odd })).toEqual([400, "InvalidRequest"]);
		}
		const foreign = { "sec-fetch-site": "cross-site" };
		expect((await post(path, { cookies, body: confirm(), headers: foreign })).status).toBe(403);
		expect((await get(path, { cookies })).status).toBe(405);
		const elsewhere = freshBindings({ UPSTREAM_URL: "https://backend.example.com" });
		expect(await outcomeOf(await post(path, { cookies, body: confirm(), bindings: elsewhere }))).toEqual([
			501,
			"NotImplemented",
		]);
	});

	it("S54 leaves no password, code, token or purpose in the log", async ({ expect }) => {
		const { cookies, accessToken } = await storedSession();
		await post(path, { cookies, body: confirm() });
		await post(path, { cookies, body: confirm("Wrong-password-1") });
		const log = JSON.stringify(loggedEvents());
		expect(loggedEvents().map(({ event }) => event)).toEqual(["identity-confirm", "identity-confirm-failed"]);
		for (const secret of [rightPassword, "Wrong-password-1", accessToken, purpose]) expect(log).not.toContain(secret);
	});
});
