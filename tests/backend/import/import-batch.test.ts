import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import * as schema from "../../../backend/db/schema";
import type { ReadingImport, UndoneBatch } from "../../../shared/log/reading-import";
import { addDevice, addGroup, addMember, createOwner, inAccount, type TestAccount } from "../fixtures/fleet";
import { sendImport } from "../fixtures/import-form";
import { dataOf, type Person } from "../fixtures/people";
import { csv, pageOf, type Row, undoImport } from "../fixtures/readings-files";

let account: TestAccount;
let owner: Person;

beforeAll(async () => {
	account = await createOwner();
	owner = account.owner;
});

async function importOf(deviceId: string, batchId: string, fileName: string, rows: Row[]): Promise<ReadingImport> {
	const sent = { options: { deviceId, batchId }, file: csv(rows), fileName };
	return dataOf(await sendImport(owner, "log.importReadings", sent));
}

const undoBatch = async (person: Person, batchId: string) =>
	dataOf<UndoneBatch>(await person.mutate("log.undoImportBatch", { batchId }));

const countOf = async (deviceId: string) => (await pageOf(owner, deviceId)).readings.value.length;

describe("a batch of imports", () => {
	it("undoes every file of the batch and no other import", async () => {
		const [one, two] = [(await addDevice(owner)).device, (await addDevice(owner)).device];
		const batchId = crypto.randomUUID();
		const first = await importOf(one.id, batchId, "one.csv", [[0, 4, ""]]);
		const overlapping = await importOf(one.id, batchId, "one-again.csv", [
			[0, 4, ""],
			[1, 5, ""],
		]);
		const second = await importOf(two.id, batchId, "two.csv", [[0, 4, ""]]);
		const other = await importOf(two.id, crypto.randomUUID(), "other.csv", [[2, 6, ""]]);
		expect([first, overlapping, second].map((made) => made.batchId)).toEqual([batchId, batchId, batchId]);
		const undone = await undoBatch(owner, batchId);
		expect(undone).toMatchObject({ left: [], isMore: false });
		expect(undone.imports.map(({ fileName }) => fileName).sort()).toEqual(["one-again.csv", "one.csv", "two.csv"]);
		expect(undone.imports.every(({ undoneAt }) => undoneAt instanceof Date)).toBe(true);
		expect([await countOf(one.id), await countOf(two.id)]).toEqual([0, 1]);
		expect(await undoBatch(owner, batchId)).toEqual(undone);
		expect(dataOf<ReadingImport[]>(await owner.query("log.getImports"))).toContainEqual(other);
	});

	it("undoes the rest after a single file was undone alone", async () => {
		const { device } = await addDevice(owner);
		const batchId = crypto.randomUUID();
		const first = await importOf(device.id, batchId, "one.csv", [[0, 4, ""]]);
		await importOf(device.id, batchId, "two.csv", [[1, 5, ""]]);
		dataOf(await undoImport(owner, first.id));
		expect(await countOf(device.id)).toBe(1);
		expect((await undoBatch(owner, batchId)).imports).toHaveLength(2);
		expect(await countOf(device.id)).toBe(0);
	});

	it("undoes the other files of a batch, and names those that can no longer be undone", async () => {
		const { device } = await addDevice(owner);
		const batchId = crypto.randomUUID();
		const old = await importOf(device.id, batchId, "old.csv", [[0, 4, ""]]);
		await importOf(device.id, batchId, "new.csv", [[1, 5, ""]]);
		await inAccount(account.id, (db) =>
			db
				.update(schema.readingImports)
				.set({ settlesAt: new Date(0), settledAt: new Date() })
				.where(eq(schema.readingImports.id, old.id))
				.run(),
		);
		expect(await undoBatch(owner, batchId)).toMatchObject({
			imports: [{ fileName: "new.csv" }],
			left: [{ importId: old.id, fileName: "old.csv", reason: "IMPORT_SETTLED" }],
			isMore: false,
		});
	});

	it("undoes a large batch in several calls", async () => {
		const { device } = await addDevice(owner);
		const batchId = crypto.randomUUID();
		for (let file = 0; file < 23; file += 1) await importOf(device.id, batchId, `${file}.csv`, [[file, 4, ""]]);
		expect((await undoBatch(owner, batchId)).isMore).toBe(true);
		expect(await countOf(device.id)).toBe(3);
		expect(await undoBatch(owner, batchId)).toMatchObject({ isMore: false, left: [] });
		expect(await countOf(device.id)).toBe(0);
	});

	it("undoes only the files of devices in the caller's scope", async () => {
		const { device } = await addDevice(owner);
		const groupId = await addGroup(account.id, "North");
		const operator = await addMember(account.id, "operator", { groupIds: [groupId] });
		const batchId = crypto.randomUUID();
		await importOf(device.id, batchId, "hidden.csv", [[0, 4, ""]]);
		const stranger = (await createOwner()).owner;
		for (const person of [operator, stranger]) {
			const { error } = await person.mutate("log.undoImportBatch", { batchId });
			expect(error?.data.reason).toBe("IMPORT_NOT_FOUND");
		}
		expect(await countOf(device.id)).toBe(1);
	});
});
