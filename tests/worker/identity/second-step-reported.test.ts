import { describe, it } from "vitest";
import { secondStepPath } from "../../../shared/session/session";
import { createBrowser } from "../fixtures/browser";
import { backendCalls, fetcherOf, freshBindings, get, post, setCookiesOf, storedSession } from "../fixtures/console";
import { rightCode } from "../fixtures/fake-user-pool";
import { rightPassword } from "../fixtures/pool-ids";

type Challenged = { challenge: { id: string } };

async function reportedBy(act: () => Promise<unknown>): Promise<unknown[]> {
	const before = (await backendCalls(secondStepPath)).length;
	await act();
	return (await backendCalls(secondStepPath)).slice(before).map(({ body }) => JSON.parse(body));
}

const mail = (kind: string) => `${kind}+${crypto.randomUUID()}@example.com`;

describe("the report of a second step", () => {
	it("reaches the backend at each sign-in: off by the password alone, on by a code", async ({ expect }) => {
		const signIn = { email: mail("ok"), password: rightPassword };
		expect(await reportedBy(() => post("/api/auth/sign-in", { body: signIn }))).toEqual([{ secondStep: "off" }]);

		const browser = createBrowser();
		const begun = await browser.post("sign-in", { email: mail("totp"), password: rightPassword });
		const { challenge } = await begun.json<Challenged>();
		const respond = () => browser.post("respond-challenge", { challengeId: challenge.id, code: rightCode });
		expect(await reportedBy(respond)).toEqual([{ secondStep: "on" }]);
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
		const BACKEND = fetcherOf(async () => new Response(null, { status: 401, headers }));
		const browser = createBrowser("", freshBindings({ BACKEND }));
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
