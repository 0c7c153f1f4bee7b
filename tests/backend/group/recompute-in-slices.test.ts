import { runInDurableObject } from "cloudflare:test";
import { eq, sql } from "drizzle-orm";
import { expect, it } from "vitest";
import type { AccountDb } from "../../../backend/base/context";
import { insertGroup } from "../../../backend/db/group-rows";
import { deleteMembershipsOf, insertMembers } from "../../../backend/db/membership-rows";
import { devices, groupDevices } from "../../../backend/db/schema";
import { factsChanged, recomputeDevices } from "../../../backend/group/recompute-devices";
import { inSlicesThenAtOnce } from "../../../backend/group/recompute-in-slices";
import type { GroupFilter } from "../../../shared/device/device-filter";
import { accountStub, addDevice, addDeviceCopies, createOwner, newId } from "../fixtures/fleet";
import { expectRecomputed } from "../fixtures/recomputed-fleet";
import { partsOf } from "../fixtures/works";

const copies = 1_299;
const tag = "vaccines";
const defaults = { uploadIntervalSeconds: 1800 };
const copyId = (copy: number) => `dev_7${String(copy).padStart(25, "0")}`;

function groupRow(name: string, filter: GroupFilter | null) {
	const made = { createdAt: new Date(), kind: filter === null ? ("static" as const) : ("dynamic" as const) };
	return { id: newId("group"), name, filter, defaults, ...made };
}

/**
 * Makes a group of 1,300 devices by their tag, while `between` is done in the turns of its slices in order. Answers how
 * many devices it then has, and in how many of them there were any before it was made.
 */
async function makeGroup(...between: ((db: AccountDb) => void)[]) {
	const { id, owner } = await createOwner();
	await addDevice(owner, { tags: [tag] });
	const turns: number[] = [];
	const members = await runInDurableObject(accountStub(id), async (object, { storage }) => {
		addDeviceCopies(storage.sql, copies);
		const { db, hints } = partsOf(object);
		const group = groupRow("Vaccines", { tags: [tag] });
		const membersNow = () => db.$count(groupDevices, eq(groupDevices.groupId, group.id));
		const next = async () => {
			turns.push(await membersNow());
			db.transaction(() => between[turns.length - 1]?.(db));
		};
		const { id: groupId, filter } = group;
		await inSlicesThenAtOnce(
			{ db, hints, turns: { next, first: (act) => act() } },
			() => ({ groups: [...groupsWithEffect(db), { id: groupId, filter, defaults }], deviceIds: "all" }),
			(recompute) =>
				db.transaction(() => {
					insertGroup(db, group);
					recompute();
				}),
		);
		return membersNow();
	});
	await expectRecomputed(id);
	return { members, turns };
}

function groupsWithEffect(db: AccountDb): { id: string; filter: GroupFilter | null; defaults: typeof defaults }[] {
	const rows = db.all<{ id: string; defaults: string }>(
		sql`select id, defaults from groups where defaults <> '{}' order by id`,
	);
	return rows.map((row) => ({ id: row.id, filter: null, defaults: JSON.parse(row.defaults) }));
}

function tagDevice(db: AccountDb, id: string, tags: string[]): void {
	db.update(devices).set({ tags }).where(eq(devices.id, id)).run();
	recomputeDevices(db, [id]);
}

it("decides in slices, shows no part of the group before it is whole, and lets others go on after it", async () => {
	expect(await makeGroup()).toEqual({ members: copies + 1, turns: [0, 0, 0, copies + 1] });
});

it("takes in what becomes of a device after its slice, and of one that comes", async () => {
	const { members } = await makeGroup(
		() => {},
		(db) => tagDevice(db, copyId(1), []),
		(db) => {
			const [row] = db
				.select()
				.from(devices)
				.where(eq(devices.id, copyId(2)))
				.all();
			const come = newId("device");
			if (row)
				db.insert(devices)
					.values({ ...row, id: come, serialKey: null })
					.run();
			recomputeDevices(db, [come]);
		},
	);
	expect(members).toBe(copies + 1);
});

it("leaves out a device that is deleted after its slice", async () => {
	const { members } = await makeGroup(
		() => {},
		(db) => {
			deleteMembershipsOf(db, [copyId(1)]);
			db.delete(devices)
				.where(eq(devices.id, copyId(1)))
				.run();
			factsChanged(db, [copyId(1)]);
		},
	);
	expect(members).toBe(copies);
});

it("looks at all devices again where another group comes in between", async () => {
	const { members, turns } = await makeGroup(
		() => {},
		(db) => {
			const other = groupRow("Other", null);
			insertGroup(db, other);
			insertMembers(db, other.id, [copyId(1), copyId(900)]);
			recomputeDevices(db, [copyId(1), copyId(900)]);
		},
	);
	expect([members, turns]).toEqual([copies + 1, [0, 0, 0, 0, 0, 0, copies + 1]]);
});
