import { runInDurableObject } from "cloudflare:test";
import { drizzle } from "drizzle-orm/durable-sqlite";
import { beforeEach, describe, expect, it } from "vitest";
import { listGroups } from "../../../backend/db/group-rows";
import { alerts } from "../../../backend/db/schema";
import type { Scope } from "../../../shared/account/account";
import type { AlertScope } from "../../../shared/alert/alert";
import type { Group, GroupListRow } from "../../../shared/device/group";
import { warmRule } from "../fixtures/alert-rules";
import { queryBatch } from "../fixtures/batch";
import { accountStub, addDevice, addMember, createOwner, inAccount, newId, type TestAccount } from "../fixtures/fleet";
import { createGroup, filtered, readGroup } from "../fixtures/group-input";
import { dataOf, type Person } from "../fixtures/people";

let account: TestAccount;
let owner: Person;

beforeEach(async () => {
	account = await createOwner();
	owner = account.owner;
});

const listed = async (person = owner) => dataOf<GroupListRow[]>(await person.query("group.getGroups"));
const named = (name: string, rows: GroupListRow[]) => rows.find((row) => row.name === name);
const deviceCounts = (rows: GroupListRow[]) => rows.map(({ name, deviceCount }) => [name, deviceCount]);
const addToGroups = async (...groups: Group[]) =>
	(await addDevice(owner, { name: newId("device"), groupIds: groups.map(({ id }) => id) })).device.id;

async function addRule(name: string, scope: AlertScope): Promise<string> {
	const id = newId("alert");
	const rule = { id, name, scope, severity: "info" as const, rule: warmRule, isEnabled: true, contactIds: [] };
	await inAccount(account.id, (db) =>
		db
			.insert(alerts)
			.values({ ...rule, createdAt: new Date() })
			.run(),
	);
	return id;
}

async function rowsRead(): Promise<number> {
	return runInDurableObject(accountStub(account.id), (_, { storage }) => {
		const cursors: SqlStorageCursor<Record<string, SqlStorageValue>>[] = [];
		const exec = (query: string, ...bindings: unknown[]) => {
			const cursor = storage.sql.exec(query, ...bindings);
			cursors.push(cursor);
			return cursor;
		};
		// The query needs nothing else of the storage.
		listGroups(drizzle({ sql: { exec } } as unknown as DurableObjectStorage), "all");
		return cursors.reduce((sum, cursor) => sum + cursor.rowsRead, 0);
	});
}

describe("the devices of each group", () => {
	it("count without archived ones, for members of all groups and of some", async () => {
		const [both, one, none] = [
			await createGroup(owner, { name: "Both" }),
			await createGroup(owner, { name: "One" }),
			await createGroup(owner, { name: "None" }),
		];
		await addToGroups(both);
		const archived = [await addToGroups(both, one), await addToGroups(both, one), await addToGroups(none)];
		await addToGroups(one);
		expect(deviceCounts(await listed())).toEqual([
			["Both", 3],
			["None", 1],
			["One", 3],
		]);
		dataOf(await owner.mutate("device.archiveDevices", { deviceIds: archived }));
		const scoped = await addMember(account.id, "viewer", { groupIds: [both.id, none.id] });
		const counts = [
			["Both", 1],
			["None", 0],
			["One", 1],
		];
		expect(deviceCounts(await listed())).toEqual(counts);
		expect(deviceCounts(await listed(scoped))).toEqual(counts.slice(0, 2));
		dataOf(await owner.mutate("device.restoreDevices", { deviceIds: archived }));
		expect(deviceCounts(await listed(scoped))).toEqual([
			["Both", 3],
			["None", 1],
		]);
	});

	it("count by memberships, without reading a device", async () => {
		const group = await createGroup(owner, { name: "Counted" });
		await addToGroups(group);
		const before = await rowsRead();
		for (let added = 0; added < 3; added += 1) await addToGroups(group);
		expect((await rowsRead()) - before).toBe(3);
	});
});

describe("entities that name groups", () => {
	it("count once for each group, in order of names, and only if they name one", async () => {
		const [north, south] = [await createGroup(owner, { name: "North" }), await createGroup(owner, { name: "South" })];
		const [second, first] = [
			await addRule("b", { groupIds: [north.id, south.id, north.id] }),
			await addRule("a", { groupIds: [north.id] }),
		];
		await addRule("c", "all");
		await addRule("d", { deviceIds: [newId("device")] });
		await addMember(account.id, "viewer", { groupIds: [south.id] });
		await createGroup(owner, { name: "Too", members: filtered({ groupIds: [south.id], tags: ["x"] }) });
		await createGroup(owner, { name: "Unnamed", members: filtered({ tags: ["x"] }) });
		const rows = await listed();
		expect(rows.map(({ name, useCounts }) => [name, useCounts])).toEqual([
			["North", { alerts: 2, reports: 0, users: 0, groups: 0 }],
			["South", { alerts: 1, reports: 0, users: 1, groups: 1 }],
			["Too", { alerts: 0, reports: 0, users: 0, groups: 0 }],
			["Unnamed", { alerts: 0, reports: 0, users: 0, groups: 0 }],
		]);
		expect((await readGroup(owner, north.id)).uses.alerts).toEqual([
			{ id: first, name: "a" },
			{ id: second, name: "b" },
		]);
	});
});

describe("ten lists of groups in one batch", () => {
	it("return what the caller may see, equal to a single list", async () => {
		const [own, other] = [await createGroup(owner, { name: "Own" }), await createGroup(owner, { name: "Other" })];
		await addRule("a", { groupIds: [own.id, other.id] });
		const scope: Scope = { groupIds: [own.id] };
		for (const person of [owner, await addMember(account.id, "viewer", scope), (await createOwner()).owner]) {
			const alone = await listed(person);
			const { answers: responses } = await queryBatch(
				person,
				Array.from({ length: 10 }, () => ["group.getGroups"]),
			);
			expect(responses.map(({ data }) => data)).toEqual(Array(10).fill(alone));
			expect(named("Other", alone) === undefined).toBe(person !== owner);
		}
	});
});
