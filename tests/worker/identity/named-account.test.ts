import { afterEach, describe, it, vi } from "vitest";
import { accountCookie, headerNames } from "../../../shared/base/header-names";
import { backendCalls, get, post, storedSession } from "../fixtures/console";
import { iamBindings } from "../fixtures/identity-pool";
import { rightPassword } from "../fixtures/pool-ids";
import { callWire, seenByWire, urlBindings } from "../fixtures/wire";

afterEach(() => void vi.unstubAllGlobals());

const { cookies } = await storedSession();
const named = "acc_0000000000000000000000000a";
const preferred = "acc_0000000000000000000000000b";
const withPreference = `${cookies}; ${accountCookie}=${preferred}`;

type Names = [named: string | undefined, preferred: string | undefined];

async function reached(submitted: { cookies: string; headers?: Record<string, string> }): Promise<Names> {
	const procedure = `echo.${crypto.randomUUID()}`;
	await get(`/api/proxy/${procedure}`, submitted);
	const [call] = await backendCalls(procedure);
	return [call?.headers[headerNames.account], call?.headers[headerNames.preferredAccount]];
}

describe("the account that a page names", () => {
	it("reaches the backend of this product, and the cookie's account only without a name", async ({ expect }) => {
		const headers = { [headerNames.account]: named };
		expect(await reached({ cookies })).toEqual([undefined, undefined]);
		expect(await reached({ cookies, headers })).toEqual([named, undefined]);
		expect(await reached({ cookies: withPreference })).toEqual([undefined, preferred]);
		expect(await reached({ cookies: withPreference, headers })).toEqual([named, undefined]);
		expect(await reached({ cookies: withPreference, headers: { [headerNames.account]: "" } })).toEqual(["", undefined]);
	});

	it("comes from the cookie only in the form of an id, and no page sends the preference itself", async ({ expect }) => {
		for (const odd of ["", "acc_", "usr_1", "acc_1%0d%0ax-evil: 1", `acc_${"1".repeat(65)}`, "acc_1, acc_2"]) {
			expect(await reached({ cookies: `${cookies}; ${accountCookie}=${odd}` }), odd).toEqual([undefined, undefined]);
		}
		const headers = { [headerNames.preferredAccount]: preferred };
		expect(await reached({ cookies, headers })).toEqual([undefined, undefined]);
	});

	it.for([
		["bearer", () => urlBindings({})],
		["id", () => urlBindings({ UPSTREAM_AUTH: "id" })],
		["iam", () => iamBindings({})],
	] as const)("S61 never reaches another party's backend: %s", async ([mode, bindings], { expect }) => {
		const headers = { [headerNames.account]: named };
		if (mode === "iam") {
			const response = await get("/api/proxy/a.b", { cookies: withPreference, headers, bindings: bindings() });
			const text = await response.text();
			expect(text).toContain("headers");
			expect(text).not.toContain("acc_");
			return;
		}
		const mark = crypto.randomUUID();
		await callWire(`wire.fine?mark=${mark}`, { cookies: withPreference, headers, bindings: bindings() });
		const [call] = await seenByWire(mark);
		expect(call?.headers.authorization).toMatch(/^Bearer /);
		expect(JSON.stringify(call)).not.toContain("acc_");
	});

	it("goes with an act that takes the password again", async ({ expect }) => {
		const session = await storedSession();
		const body = { password: rightPassword, purpose: "transfer ownership usr_1" };
		const headers = { [headerNames.account]: named };
		await post("/api/auth/confirm-identity", { cookies: session.cookies, headers, body });
		const notified = (await backendCalls("/api/session/confirmed")).filter(
			(call) => call.headers.authorization === `Bearer ${session.accessToken}`,
		);
		expect(notified.map((call) => call.headers[headerNames.account])).toEqual([named]);
	});
});
