import { describe, it } from "vitest";
import { secondStepPath } from "../../../shared/session/session";
import { createBrowser } from "../fixtures/browser";
import { backendCalls, get, post, storedSession } from "../fixtures/console";
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
