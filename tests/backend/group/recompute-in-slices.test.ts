import { runInDurableObject } from "cloudflare:test";
import { eq, sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import type { AccountDb } from "../../../backend/base/context";
import {
	deleteDeviceRows,
	findDevice,
	insertDevice,
	listEveryDeviceId,
	saveDevice,
	updateMeasured,
} from "../../../backend/db/device-rows";
import { onFactsWritten } from "../../../backend/db/fact-listeners";
import { deleteGroupRows, insertGroup, listDeviceIds } from "../../../backend/db/group-rows";
import {
	deleteMemberships,
	deleteMembershipsOf,
	insertMembers,
	insertMemberships,
	insertMembersOf,
	writeSettings,
} from "../../../backend/db/membership-rows";
import { isOneOf } from "../../../backend/db/queries";
import { devices, groupDevices } from "../../../backend/db/schema";
import { recomputeDevices } from "../../../backend/group/recompute-devices";
import { inSlicesThenAtOnce } from "../../../backend/group/recompute-in-slices";
import type { GroupFilter } from "../../../shared/device/device-filter";
import type { Undone } from "../../../shared/device/device-inputs";
import type { DeletedGroups } from "../../../shared/device/group";
import { accountStub, addDevice, addDeviceCopies, createOwner, inAccount, newId } from "../fixtures/fleet";
import { dataOf } from "../fixtures/people";
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
 * Makes a group of 1,300 devices by their tag; the turn of each slice runs the next of `between`. Returns the group's
 * final number of devices, and its number in each turn.
 */
async function makeGroup(...between: ((db: AccountDb) => void)[]) {
	const { id, owner } = await createOwner();
	await addDevice(owner, { tags: [tag] });
	const turns: number[] = [];
	const members = await runInDurableObject(accountStub(id), async (object, { storage }) => {
		addDeviceCopies(storage.sql, copies);
		const { db, invalidations } = partsOf(object);
		const group = groupRow("Vaccines", { tags: [tag] });
		const membersNow = () => db.$count(groupDevices, eq(groupDevices.groupId, group.id));
		const next = async () => {
			turns.push(await membersNow());
			db.transaction(() => between[turns.length - 1]?.(db));
		};
		const { id: groupId, filter } = group;
		await inSlicesThenAtOnce(
			{ db, invalidations, turnQueue: { next, first: (act) => act() } },
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

function deviceOf(db: AccountDb, id: string) {
	const row = findDevice(db, id);
	if (!row) throw new Error(`No device ${id}`);
	return row;
}

function tagDevice(db: AccountDb, id: string, tags: string[]): void {
	saveDevice(db, { ...deviceOf(db, id), tags });
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
			const come = newId("device");
			insertDevice(db, { ...deviceOf(db, copyId(2)), id: come, serialKey: null });
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
			deleteDeviceRows(db, [copyId(1)]);
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

it("notices in its transaction that other groups came in between, again and again", async () => {
	let rounds = 0;
	const { members, turns } = await makeGroup(
		...Array.from({ length: 9 }, () => (db: AccountDb) => {
			rounds += 1;
			const other = groupRow(`Other ${rounds}`, { tags: [tag] });
			insertGroup(db, other);
			recomputeDevices(db, "all");
		}),
	);
	expect([members, turns.length]).toEqual([copies + 1, 10]);
});

it("takes in a device that joins a group while what its deletion leaves is decided", async () => {
	const { id, owner } = await createOwner();
	await addDevice(owner);
	await runInDurableObject(accountStub(id), async (object, { storage }) => {
		addDeviceCopies(storage.sql, copies);
		const { db, invalidations } = partsOf(object);
		const group = groupRow("Going", null);
		const members = Array.from({ length: 600 }, (_, copy) => copyId(copy));
		const join = (ids: string[]) => {
			db.update(devices)
				.set({ inherits: ["uploadIntervalSeconds"] })
				.where(isOneOf(devices.id, ids))
				.run();
			insertMembers(db, group.id, ids);
			recomputeDevices(db, ids);
		};
		insertGroup(db, group);
		join(members);
		let turns = 0;
		const next = async () => {
			turns += 1;
			if (turns === 2) join([copyId(900)]);
		};
		await inSlicesThenAtOnce(
			{ db, invalidations, turnQueue: { next, first: (act) => act() } },
			() => ({ groups: [], deviceIds: members }),
			(recompute) =>
				db.transaction(() => {
					deleteGroupRows(db, [group.id]);
					recompute();
				}),
		);
	});
	await expectRecomputed(id);
});

/**
 * Restores two deleted groups of 1,300 devices, one by hand and one by a filter that names it; each turn runs the next
 * of `between`.
 */
async function restoreGroups(...between: ((db: AccountDb, groupIds: string[]) => void)[]) {
	const { id, owner } = await createOwner();
	await addDevice(owner, { tags: [tag] });
	const groupIds = await runInDurableObject(accountStub(id), (object, { storage }) => {
		addDeviceCopies(storage.sql, copies);
		const { db } = partsOf(object);
		db.update(devices)
			.set({ inherits: ["uploadIntervalSeconds"] })
			.run();
		const chosen = groupRow("Chosen", null);
		const found = groupRow("Found", { tags: [tag], groupIds: [chosen.id] });
		for (const group of [chosen, found]) insertGroup(db, group);
		insertMembers(db, chosen.id, listEveryDeviceId(db));
		recomputeDevices(db, "all");
		return [chosen.id, found.id];
	});
	const { undoId } = dataOf<DeletedGroups>(await owner.mutate("group.deleteGroups", { ids: groupIds }));
	await expectRecomputed(id);
	let turns = 0;
	const stop = await runInDurableObject(accountStub(id), (object) => {
		const { db, turnQueue: own } = partsOf(object);
		const { next } = own;
		own.next = async () => {
			await next();
			turns += 1;
			db.transaction(() => between[turns - 1]?.(db, groupIds));
		};
		return () => {
			own.next = next;
		};
	});
	const undone = dataOf<Undone>(await owner.mutate("account.undo", { undoId }));
	stop();
	await expectRecomputed(id);
	const members = await inAccount(id, (db) => groupIds.map((groupId) => listDeviceIds(db, [groupId]).length));
	return { ...undone, members };
}

describe("restoring deleted groups", () => {
	it("takes in what becomes of devices after their slice", async () => {
		const restored = await restoreGroups(
			() => {},
			(db) => {
				tagDevice(db, copyId(1), []);
				deleteDeviceRows(db, [copyId(2)]);
			},
		);
		expect(restored).toEqual({ restored: 2, skipped: 0, members: [copies, copies - 1] });
	});

	it("leaves out a group whose name is taken after the first slices, and what names it", async () => {
		const restored = await restoreGroups(
			() => {},
			(db) => insertGroup(db, groupRow("Chosen", null)),
		);
		expect(restored).toEqual({ restored: 0, skipped: 2, members: [0, 0] });
	});

	it("restores a group whose name was taken and is given back after the first slices", async () => {
		const other = groupRow("Chosen", null);
		let isOver = false;
		const restored = await restoreGroups(
			(db) => insertGroup(db, other),
			(db) => {
				isOver = true;
				deleteGroupRows(db, [other.id]);
			},
		);
		expect([restored, isOver]).toEqual([{ restored: 2, skipped: 0, members: [copies + 1, copies + 1] }, true]);
	});
});

type Written = { db: AccountDb; id: string; groupId: string };
const writers: Record<string, (written: Written) => void> = {
	insertDevice: ({ db, id }) => insertDevice(db, { ...deviceOf(db, copyId(1)), id, serialKey: null }),
	saveDevice: ({ db, id }) => saveDevice(db, deviceOf(db, id)),
	updateMeasured: ({ db, id }) => updateMeasured(db, id, { measuredLoggingSeconds: 60, measuredUploadSeconds: null }),
	writeSettings: ({ db, id }) => writeSettings(db, [id], { offlineAfterSeconds: 3_600 }),
	insertMembers: ({ db, id, groupId }) => insertMembers(db, groupId, [id]),
	deleteMemberships: ({ db, id, groupId }) => deleteMemberships(db, [{ groupId, deviceId: id }]),
	insertMemberships: ({ db, id, groupId }) => insertMemberships(db, [{ groupId, deviceId: id }]),
	insertMembersOf: ({ db, groupId }) => insertMembersOf(db, [groupId], newId("group")),
	deleteGroupRows: ({ db, groupId }) => deleteGroupRows(db, [groupId]),
	deleteMembershipsOf: ({ db, id }) => deleteMembershipsOf(db, [id]),
	deleteDeviceRows: ({ db, id }) => deleteDeviceRows(db, [id]),
};

it("hears of a device from all that writes its facts or groups", async () => {
	const { id: accountId, owner } = await createOwner();
	await addDevice(owner);
	await runInDurableObject(accountStub(accountId), (object, { storage }) => {
		addDeviceCopies(storage.sql, 2);
		const { db } = partsOf(object);
		const group = groupRow("Some", null);
		insertGroup(db, group);
		const id = newId("device");
		for (const [name, write] of Object.entries(writers)) {
			const heard: string[] = [];
			const stop = onFactsWritten(db, (ids) => void heard.push(...ids));
			write({ db, id, groupId: group.id });
			stop();
			expect([name, heard]).toEqual([name, [id]]);
		}
	});
});
