import { exports } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { userPoolId } from "../../local/user-pool/pool-identity";
import { callRequest, passwordSignIn } from "./pool-client";

const origin = "http://127.0.0.1:5173";

describe("the endpoints of a local run", () => {
	it.each(["", "/"])("serve an ordinary AWS client at /__local/cognito-idp%s", async (end) => {
		const url = `${origin}/__local/cognito-idp${end}`;
		const signIn = await exports.default.fetch(callRequest("InitiateAuth", passwordSignIn("owner@aqlcloud.test"), url));
		expect(await signIn.json()).toHaveProperty("AuthenticationResult.AccessToken");
	});

	it("serve the same public keys below it as the pool", async () => {
		const path = `${userPoolId}/.well-known/jwks.json`;
		const local = await exports.default.fetch(`${origin}/__local/cognito-idp/${path}`);
		const aws = await exports.default.fetch(`https://cognito-idp.us-east-1.amazonaws.com/${path}`);
		expect(local.status).toBe(200);
		expect(await local.json()).toEqual(await aws.json());
	});

	it("give an AWS client its ids", async () => {
		expect(await (await exports.default.fetch(`${origin}/__local/config`)).json()).toEqual({
			userPoolId: "us-east-1_Local0001",
			clientId: "local0client0id0aqlcloud00",
			identityPoolId: "us-east-1:00000000-0000-4000-8000-000000000001",
			region: "us-east-1",
			endpoints: { userPool: "/__local/cognito-idp", identityPool: "/__local/cognito-identity" },
		});
	});

	it.each(["/__local", "/__local/"])("show a page with every person and the password at %s", async (path) => {
		const page = await (await exports.default.fetch(`${origin}${path}`)).text();
		const words = "admin of Northwind Cold Chain; sees the devices of Pharmacy alone";
		for (const text of ["owner@aqlcloud.test", "removed@aqlcloud.test", "Local-demo-1", "JBSWY3DP", words]) {
			expect(page).toContain(text);
		}
	});

	it("cut the backend off and mend it again", async () => {
		const press = (state: string) =>
			exports.default.fetch(`${origin}/__local/backend/${state}`, { method: "POST", redirect: "manual" });
		const ping = () => exports.BackendWire.fetch("https://backend/seen");
		expect((await ping()).ok).toBe(true);
		expect((await press("cut")).headers.get("location")).toBe("/__local");
		await expect(ping()).rejects.toThrow("cut off");
		await press("mend");
		expect((await ping()).ok).toBe(true);
		expect((await press("smash")).status).toBe(404);
	});

	it.each(["/__local/other", "/__local/cognito-identity", "/__local/cognito-idp/other", "/anything"])(
		"exclude any other path: %s is 404",
		async (path) => {
			expect((await exports.default.fetch(`${origin}${path}`)).status).toBe(404);
		},
	);
});
