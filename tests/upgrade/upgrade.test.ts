import { runInDurableObject } from "cloudflare:test";
import { describe, expect, it } from "vitest";
import { firstForm, storedForm } from "../../backend/base/stored-form";
import { hourMs } from "../backend/fixtures/alert-account";
import { accountStub, ingest } from "../backend/fixtures/fleet";
import { createPerson } from "../backend/fixtures/people";
import { factsOf } from "./sample-account";
import before from "./states/release-1.json";
import current from "./states/release-2.json";
import { storeAccount } from "./stored-state";

const formOfObject = (accountId: string) =>
	runInDurableObject(accountStub(accountId), (_, { storage }) =>
		storage.sql.exec("SELECT version, least_reader AS leastReader FROM _stored_form").toArray(),
	);

describe.each([
	{ release: storedForm.version - 1, state: before },
	{ release: storedForm.version, state: current },
])("what release $release has stored", ({ release, state }) => {
	it("is read right by today's code, which says so in it and stores on", async () => {
		await storeAccount(state);
		const owner = await createPerson({ sub: state.ownerSub });
		expect(await factsOf(owner)).toEqual(state.facts);
		expect(await formOfObject(state.accountId)).toEqual([storedForm]);
		const at = Date.now() - hourMs;
		expect(await ingest(state.key, [{ channel: "Air", at, value: 5 }])).toMatchObject({ accepted: 1 });
		expect(await ingest(state.key, [{ channel: "Air", at, value: 5 }])).toMatchObject({ duplicates: 1 });
		expect(await factsOf(owner)).toEqual(state.facts);
		expect(state.object.tables).toHaveProperty("devices");
		expect("_stored_form" in state.object.tables).toBe(release > firstForm.version);
	});
});

it.each([
	[
		"whose form was raised, and whose start ended before its tables were",
		[[storedForm.version, storedForm.leastReader]],
	],
	["whose form is an empty table", []],
])("an object %s, is brought to today's tables at its next start", async (_, rows) => {
	const sql = "CREATE TABLE _stored_form (version INTEGER NOT NULL, least_reader INTEGER NOT NULL)";
	const tables = { ...before.object.tables, _stored_form: { sql, rows } };
	await storeAccount({ ...before, object: { ...before.object, tables } });
	expect(await factsOf(await createPerson({ sub: before.ownerSub }))).toEqual(before.facts);
	expect(await formOfObject(before.accountId)).toEqual([storedForm]);
});
