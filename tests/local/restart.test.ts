import { evictDurableObject, runInDurableObject } from "cloudflare:test";
import { expect, it } from "vitest";
import { localPassword } from "../../local/personas";
import { call, refresh, signIn, userPool } from "./pool-client";

it("keeps sign-ins and its key through a restart, and passwords nowhere in clear", async () => {
	const { AccessToken, RefreshToken } = await signIn("owner@aqlcloud.test");
	await evictDurableObject(userPool());
	expect((await call("GetUser", { AccessToken })).status).toBe(200);
	expect((await call("InitiateAuth", refresh(RefreshToken))).status).toBe(200);

	const stored = await runInDurableObject(userPool(), (_, { storage: { sql } }) =>
		JSON.stringify([sql.exec("SELECT * FROM users").toArray(), sql.exec("SELECT * FROM refresh_tokens").toArray()]),
	);
	expect(stored).toContain("owner@aqlcloud.test");
	expect(stored).not.toContain(localPassword);
	expect(stored).not.toContain(RefreshToken);
});
