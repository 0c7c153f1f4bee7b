import { runInDurableObject } from "cloudflare:test";
import { drizzle } from "drizzle-orm/durable-sqlite";
import { migrate } from "drizzle-orm/durable-sqlite/migrator";
import { expect, it } from "vitest";
import { bringTablesUpToDate } from "../../../backend/db/account-tables";
// @ts-expect-error generated JavaScript, which only the backend compiles
import migrations from "../../../backend/migrations/account/migrations";
import { accountStub } from "../fixtures/fleet";

type Bring = (storage: DurableObjectStorage) => Promise<void>;

function tablesBy(bring: Bring) {
	return runInDurableObject(accountStub(crypto.randomUUID()), async (_, { storage }) => {
		await storage.deleteAll();
		await bring(storage);
		return storage.sql
			.exec("SELECT type, name, sql FROM sqlite_master WHERE name NOT LIKE '__drizzle%' ORDER BY name")
			.toArray();
	});
}

it("creates a new account with the tables of all migrations; npm run migrations writes them anew", async () => {
	const step = await tablesBy((storage) => migrate(drizzle(storage), migrations));
	expect(step.length).toBeGreaterThan(50);
	expect(await tablesBy(bringTablesUpToDate)).toEqual(step);
	// Local runs take tables with this prefix for copies of their own.
	expect(step.filter(({ name }) => String(name).startsWith("kept_"))).toEqual([]);
});

it("applies the migrations that an existing account lacks", async () => {
	const [first, ...others] = migrations.journal.entries;
	const begun = { ...migrations, journal: { ...migrations.journal, entries: first ? [first] : [] } };
	expect(others.length).toBeGreaterThan(0);
	const brought = await tablesBy(async (storage) => {
		await migrate(drizzle(storage), begun);
		await bringTablesUpToDate(storage);
	});
	expect(brought).toEqual(await tablesBy(bringTablesUpToDate));
});
