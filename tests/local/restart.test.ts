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

it("makes the tables of an earlier version anew, and keeps the key", async () => {
	const { AccessToken } = await signIn("owner@aqlcloud.test");
	const kid = JSON.parse(atob(AccessToken.split(".")[0] ?? "")).kid;
	await runInDurableObject(userPool(), (_, { storage: { sql } }) => {
		sql.exec("DROP TABLE pool_tables; DROP TABLE users; DROP TABLE refresh_tokens");
		sql.exec("CREATE TABLE users (sub TEXT PRIMARY KEY, email TEXT NOT NULL UNIQUE, name TEXT NOT NULL) WITHOUT ROWID");
		sql.exec("INSERT INTO users VALUES ('old', 'old@aqlcloud.test', 'Old')");
	});
	await evictDurableObject(userPool());
	const again = await signIn("owner@aqlcloud.test");
	expect(JSON.parse(atob(again.AccessToken.split(".")[0] ?? "")).kid).toBe(kid);
	expect((await call("GetUser", { AccessToken: again.AccessToken })).status).toBe(200);
	const version = await runInDurableObject(userPool(), (_, { storage: { sql } }) => [
		...sql.exec("SELECT version FROM pool_tables"),
	]);
	expect(version).toEqual([{ version: 3 }]);
});
