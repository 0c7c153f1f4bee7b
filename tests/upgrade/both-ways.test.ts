import { evictDurableObject, runInDurableObject } from "cloudflare:test";
import { expect, it } from "vitest";
import { storedForm } from "../../backend/base/stored-form";
import { hexOf } from "../../shared/base/hex";
import { hourMs } from "../backend/fixtures/alert-account";
import { accountStub, ingest, postReadings } from "../backend/fixtures/fleet";
import { takeLogs } from "../backend/fixtures/logs";
import { createPerson } from "../backend/fixtures/people";
import { factsOf } from "./sample-account";
import before from "./states/release-2.json";
import current from "./states/release-3.json";
import { storeAccount, storedAccount } from "./stored-state";

const newer = storedForm.version + 1;

/** Hands the object from one release to another. */
async function handOver(accountId: string, form: { version: number; leastReader: number }): Promise<void> {
	const stub = accountStub(accountId);
	await runInDurableObject(stub, (_, { storage }) => {
		storage.sql.exec("UPDATE _stored_form SET version = ?, least_reader = ?", form.version, form.leastReader);
	});
	await evictDurableObject(stub);
}

/** The number of rows and the SHA-256 of each table and object. */
async function checksumsOf(accountId: string): Promise<Record<string, string>> {
	const { object, archive } = await storedAccount(accountId);
	const entries = [
		...Object.entries(object.tables).flatMap(([name, { rows }]) =>
			name === "_stored_form" ? [] : [[name, rows] as const],
		),
		...archive.map(({ key, ...content }) => [key, [content]] as const),
	];
	const summed = entries.map(async ([name, rows]) => {
		const bytes = new TextEncoder().encode(JSON.stringify(rows));
		const digest = hexOf(new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)));
		return [name, `${rows.length} ${digest}`] as const;
	});
	return Object.fromEntries(await Promise.all(summed));
}

it.each([
	{ release: storedForm.version - 1, state: before },
	{ release: storedForm.version, state: current },
])(
	"brings what release $release stored whole through the upgrade, a rollback behind it, and forward again",
	async ({ state }) => {
		const { accountId, key } = state;
		await storeAccount(state);
		const owner = await createPerson({ sub: state.ownerSub });
		expect(await factsOf(owner)).toEqual(state.facts);
		const readings = Array.from({ length: 24 }, (_, index) => ({
			channel: "Air",
			at: Date.now() - (index + 1) * hourMs,
			value: 4 + index / 8,
		}));
		expect(await ingest(key, readings)).toMatchObject({ accepted: 24 });

		// The later release has run, and this older one replaces it again.
		await handOver(accountId, { version: newer, leastReader: newer });
		const upgraded = await checksumsOf(accountId);
		expect(Object.keys(upgraded).length).toBeGreaterThan(40);
		const refused = await postReadings(key, [{ channel: "Air", at: Date.now(), value: 30 }]);
		expect(refused.status).toBe(503);
		expect((await owner.query("device.getDevices")).error).toMatchObject({ data: { reason: "UPDATE_UNDER_WAY" } });
		expect(await checksumsOf(accountId), "rolled back").toEqual(upgraded);
		expect(takeLogs().join()).toContain("stored-form-newer");

		await handOver(accountId, { version: newer, leastReader: storedForm.version });
		expect(await factsOf(owner), "forward again").toEqual(state.facts);
		expect(await ingest(key, readings)).toMatchObject({ duplicates: 24 });
	},
);
