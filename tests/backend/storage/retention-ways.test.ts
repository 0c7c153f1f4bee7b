import { runInDurableObject } from "cloudflare:test";
import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { heldWaitMs } from "../../../backend/base/job";
import * as schema from "../../../backend/db/schema";
import { removeShortenedWork } from "../../../backend/storage/remove-shortened";
import type { RetentionPreview, RetentionTarget, TriedFacts, WaitingShortening } from "../../../shared/account/storage";
import { dayMs, hourMs } from "../../../shared/base/durations";
import type { Device } from "../../../shared/device/device";
import type { ChangedDevices } from "../../../shared/device/device-inputs";
import {
	accountStub,
	addDevice,
	addGroup,
	addMember,
	createOwner,
	inAccount,
	ingest,
	type TestAccount,
} from "../fixtures/fleet";
import { createGroup, filtered, readGroup, updateOf } from "../fixtures/group-input";
import { dataOf } from "../fixtures/people";
import { countStored } from "../fixtures/stored-readings";
import { partsOf, workThrough } from "../fixtures/works";

const readingCount = 100;

/** A device with a reading at noon of each of the last hundred UTC days. */
async function addFilled(account: TestAccount, groupIds: string[] = []) {
	const { device, key } = await addDevice(account.owner, { groupIds });
	const noon = Math.floor(Date.now() / dayMs) * dayMs - dayMs / 2;
	const at = Array.from({ length: readingCount }, (_, index) => noon - index * dayMs);
	await ingest(
		key,
		at.map((time, value) => ({ channel: "Air", at: time, value })),
	);
	return { id: device.id, key, noon };
}

async function readDevice({ owner }: TestAccount, deviceId: string): Promise<Device> {
	return dataOf<Device>(await owner.query("device.getDevice", { deviceId }));
}

const shortenings = async ({ owner }: TestAccount) =>
	dataOf<WaitingShortening[]>(await owner.query("billing.getShortenings"));

const preview = async ({ owner }: TestAccount, target: RetentionTarget, choice: number | null | "inherit") =>
	dataOf<RetentionPreview>(await owner.query("billing.previewRetention", { target, choice }));

async function storedAfter({ id }: TestAccount, deviceId: string, at: number): Promise<number> {
	await workThrough(accountStub(id), at);
	return runInDurableObject(accountStub(id), async (object) => {
		const usage = await partsOf(object).readingStore.deviceUsage(deviceId, at);
		return usage?.readings ?? 0;
	});
}

const shown = async (account: TestAccount, id: string) => (await readDevice(account, id)).readings;

const eventsOf = ({ id }: TestAccount, deviceId: string) =>
	inAccount(id, (db) =>
		db
			.select({ text: schema.logEvents.text })
			.from(schema.logEvents)
			.where(eq(schema.logEvents.deviceId, deviceId))
			.all()
			.map(({ text }) => text),
	);

type Way = (account: TestAccount, device: { id: string }, groupId: string) => Promise<unknown>;

const groupWith = async ({ owner }: TestAccount, retentionDays: number | null) =>
	(await createGroup(owner, { defaults: { retentionDays } })).id;

const ways: Record<string, Way> = {
	"an edit of the device": async ({ owner }, { id }) => {
		const { version } = dataOf<Device>(await owner.query("device.getDevice", { deviceId: id }));
		return dataOf(await owner.mutate("device.updateDevice", { deviceId: id, version, retentionDays: 10 }));
	},
	"an edit of several": async ({ owner }, { id }) =>
		dataOf(await owner.mutate("device.changeDevices", { deviceIds: [id], retentionDays: 10 })),
	"joining a group": async (account, { id }) => {
		const groupId = await groupWith(account, 10);
		return dataOf(await account.owner.mutate("device.changeDevices", { deviceIds: [id], addGroupIds: [groupId] }));
	},
	"a move to another group": async (account, { id }, groupId) => {
		const otherId = await groupWith(account, 10);
		const moved = { deviceIds: [id], addGroupIds: [otherId], removeGroupIds: [groupId] };
		return dataOf(await account.owner.mutate("device.changeDevices", moved));
	},
	"the group's default": async ({ owner }, _, groupId) => {
		const group = await readGroup(owner, groupId);
		return dataOf(await owner.mutate("group.updateGroup", updateOf(group, { defaults: { retentionDays: 10 } })));
	},
	"a filter that takes it in": async ({ owner }) =>
		createGroup(owner, { defaults: { retentionDays: 10 }, members: filtered({ search: "Freezer" }) }),
	"a merge of its group": async (account, _, groupId) => {
		const intoId = await groupWith(account, 10);
		return dataOf(await account.owner.mutate("group.mergeGroups", { fromIds: [groupId], intoId }));
	},
	"undoing a longer one": async ({ owner, id }, device) => {
		await inAccount(id, (db) =>
			db.update(schema.devices).set({ retentionDays: 10, keptDays: 10, settledDays: 10, inherits: [] }).run(),
		);
		const { undoId } = dataOf<ChangedDevices>(
			await owner.mutate("device.changeDevices", { deviceIds: [device.id], retentionDays: null }),
		);
		return dataOf(await owner.mutate("account.undo", { undoId }));
	},
	"the account's retention": async ({ owner }) =>
		dataOf(await owner.mutate("billing.setAccountRetention", { retentionDays: 10 })),
};

describe.each(Object.entries(ways))("retention made shorter by %s", (_, make) => {
	it("hides nothing for 24 h, and then removes what was said", async () => {
		const account = await createOwner();
		const groupId = await addGroup(account.id, "Old");
		const device = await addFilled(account, [groupId]);
		await make(account, device, groupId);

		const [waiting, ...others] = await shortenings(account);
		if (!waiting) throw new Error("No shortening waits");
		expect(others).toEqual([]);
		expect(waiting).toMatchObject({ deviceId: device.id, formerDays: null, days: 10 });
		expect(waiting.dueAt - waiting.decidedAt).toBe(24 * hourMs);
		const older = (readingCount: number) =>
			Array.from({ length: readingCount }, (_, index) => device.noon - index * dayMs);
		const expected = older(readingCount).filter((at) => at < waiting.olderThan).length;
		expect(waiting.readings).toBe(expected);
		expect(expected).toBeGreaterThan(80);

		expect(await storedAfter(account, device.id, waiting.dueAt - 1)).toBe(readingCount);
		expect(await shown(account, device.id)).toBe(readingCount);
		expect(await storedAfter(account, device.id, waiting.dueAt)).toBe(readingCount - expected);
		expect(await shortenings(account)).toEqual([]);
		expect((await readDevice(account, device.id)).retentionDays).toBe(10);
	});
});

/** Archived members stay, although a form does not show them. */
const ofGroup = (deviceId: string, id: string, ownId: string): RetentionTarget => ({
	group: { id, members: { kind: "static", deviceIds: [deviceId, ownId] } },
});

type Tried = { target: RetentionTarget; choice: number | "inherit"; save: () => Promise<unknown> };

const membershipWays: Record<string, (account: TestAccount, deviceId: string) => Promise<Tried>> = {
	"a group that is made": async ({ owner }, deviceId) => {
		const members = { kind: "static" as const, deviceIds: [deviceId] };
		const save = () => createGroup(owner, { members, defaults: { retentionDays: 10 } });
		return { target: { group: { id: null, members } }, choice: 10, save };
	},
	"a group by filter that is made": async ({ owner }) => {
		const members = filtered({ search: "Freezer" });
		const save = () => createGroup(owner, { members, defaults: { retentionDays: 10 } });
		return { target: { group: { id: null, members } }, choice: 10, save };
	},
	"a filter that is changed": async ({ owner }) => {
		const group = await createGroup(owner, { members: filtered({ search: "none" }), defaults: { retentionDays: 10 } });
		const members = filtered({ search: "Freezer" });
		const save = async () => dataOf(await owner.mutate("group.updateGroup", updateOf(group, { members })));
		return { target: { group: { id: group.id, members } }, choice: 10, save };
	},
	"devices added to a group": async (account, deviceId) => {
		const groupId = await groupWith(account, 10);
		const moved = { deviceIds: [deviceId], addGroupIds: [groupId], removeGroupIds: [] };
		const { removeGroupIds: _, ...change } = moved;
		const save = async () => dataOf(await account.owner.mutate("device.changeDevices", change));
		return { target: { moved }, choice: "inherit", save };
	},
	"a tag by which a filter takes devices": async (account, deviceId) => {
		await createGroup(account.owner, { members: filtered({ tags: ["Spare"] }), defaults: { retentionDays: 10 } });
		const save = async () =>
			dataOf(await account.owner.mutate("device.changeDevices", { deviceIds: [deviceId], addTags: ["spare"] }));
		return { target: { moved: { ...unmoved(deviceId), addTags: ["spare"] } }, choice: "inherit", save };
	},
	"a tag that kept a device in a group": async (account, deviceId) => {
		const tagged = { deviceIds: [deviceId], addTags: ["Keep"] };
		dataOf(await account.owner.mutate("device.changeDevices", tagged));
		await createGroup(account.owner, { members: filtered({ tags: ["Keep"] }), defaults: { retentionDays: null } });
		await createGroup(account.owner, { members: filtered({ search: "Freezer" }), defaults: { retentionDays: 10 } });
		const save = async () =>
			dataOf(await account.owner.mutate("device.changeDevices", { deviceIds: [deviceId], removeTags: ["Keep"] }));
		return { target: { moved: { ...unmoved(deviceId), removeTags: ["Keep"] } }, choice: "inherit", save };
	},
	"a name by which a filter takes a device": async (account, deviceId) => {
		await createGroup(account.owner, { members: filtered({ search: "Annex" }), defaults: { retentionDays: 10 } });
		return editing(account, deviceId, { name: "Annex 1" });
	},
	"what the device's page says of a device": async (account, deviceId) => {
		await createGroup(account.owner, { members: filtered({ sites: ["Porto"] }), defaults: { retentionDays: 10 } });
		return editing(account, deviceId, { site: "Porto", serialNumber: null, power: "battery", tags: ["New"] });
	},
	"a group that is deleted": async (account, deviceId) => {
		const groupId = await losing(account, deviceId);
		await createGroup(account.owner, { members: filtered({ search: "Freezer" }), defaults: { retentionDays: 10 } });
		const save = async () => dataOf(await account.owner.mutate("group.deleteGroups", { ids: [groupId] }));
		return { target: { gone: { groupIds: [groupId], intoId: null } }, choice: "inherit", save };
	},
	"groups that are merged": async (account, deviceId) => {
		const groupId = await losing(account, deviceId);
		const intoId = await groupWith(account, 10);
		const save = async () => dataOf(await account.owner.mutate("group.mergeGroups", { fromIds: [groupId], intoId }));
		return { target: { gone: { groupIds: [groupId], intoId } }, choice: "inherit", save };
	},
	"devices that a filter takes for another group of theirs": async (account, deviceId) => {
		const { id: groupId } = await createGroup(account.owner);
		await createGroup(account.owner, { members: filtered({ groupIds: [groupId] }), defaults: { retentionDays: 10 } });
		const moved = { deviceIds: [deviceId], addGroupIds: [groupId], removeGroupIds: [] };
		const { removeGroupIds: _, ...change } = moved;
		const save = async () => dataOf(await account.owner.mutate("device.changeDevices", change));
		return { target: { moved }, choice: "inherit", save };
	},
};

async function losing(account: TestAccount, deviceId: string): Promise<string> {
	const groupId = await groupWith(account, null);
	dataOf(await account.owner.mutate("device.changeDevices", { deviceIds: [deviceId], addGroupIds: [groupId] }));
	return groupId;
}

function unmoved(deviceId: string) {
	return { deviceIds: [deviceId], addGroupIds: [], removeGroupIds: [] };
}

async function editing({ owner }: TestAccount, deviceId: string, facts: TriedFacts): Promise<Tried> {
	const { version } = dataOf<Device>(await owner.query("device.getDevice", { deviceId }));
	const save = async () => dataOf(await owner.mutate("device.updateDevice", { deviceId, version, ...facts }));
	return { target: { moved: { ...unmoved(deviceId), facts } }, choice: "inherit", save };
}

describe.each(Object.entries(membershipWays))("retention made shorter by %s", (_, make) => {
	it("previews exactly what is then removed, and writes nothing", async () => {
		const account = await createOwner();
		const device = await addFilled(account);
		const { target, choice, save } = await make(account, device.id);
		const { changed, cuts } = await preview(account, target, choice);
		expect([changed, cuts.length]).toEqual([1, 1]);
		expect(await shortenings(account)).toEqual([]);
		await save();
		const [waiting] = await shortenings(account);
		expect(waiting).toMatchObject({ deviceId: device.id, olderThan: cuts[0]?.olderThan });
		const before = await countStored(account.id);
		await workThrough(accountStub(account.id), waiting?.dueAt ?? 0);
		expect(before - (await countStored(account.id))).toBe(cuts[0]?.readings);
	});
});

describe("a shorter retention", () => {
	it.each([
		["devices", 1, (deviceId: string) => ({ deviceIds: [deviceId] })],
		["a group", 2, ofGroup],
		["the account", 4, () => ({ account: true as const })],
	])("previews exactly what is then removed for %s", async (_, devices, targetOf) => {
		const account = await createOwner();
		const { owner } = account;
		const groupId = await addGroup(account.id, "Cold store");
		const device = await addFilled(account, [groupId]);
		const archived = await addFilled(account, [groupId]);
		await addFilled(account);
		await addFilled(account);
		const own = await addFilled(account, [groupId]);
		dataOf(await owner.mutate("device.changeDevices", { deviceIds: [own.id], retentionDays: 1_000 }));
		dataOf(await owner.mutate("device.archiveDevices", { deviceIds: [archived.id] }));
		const target: RetentionTarget = targetOf(device.id, groupId, own.id);
		const { changed, cuts } = await preview(account, target, 30);
		expect(changed).toBe(devices);
		const [cut] = cuts;
		if (!cut) throw new Error("No cut");
		expect(cut).toMatchObject({ days: 30, devices });

		if ("account" in target) await owner.mutate("billing.setAccountRetention", { retentionDays: 30 });
		else if ("deviceIds" in target) await owner.mutate("device.changeDevices", { ...target, retentionDays: 30 });
		else {
			const group = await readGroup(owner, groupId);
			dataOf(await owner.mutate("group.updateGroup", updateOf(group, { defaults: { retentionDays: 30 } })));
		}
		const waiting = (await shortenings(account)).find(({ days }) => days === 30);
		expect(waiting?.olderThan).toBe(cut.olderThan);
		const rowsBefore = await countStored(account.id);
		await workThrough(accountStub(account.id), waiting?.dueAt ?? 0);
		expect(rowsBefore - (await countStored(account.id))).toBe(cut.readings);
	});

	it("distinguishes readings that came meanwhile", async () => {
		const account = await createOwner();
		const device = await addFilled(account);
		await account.owner.mutate("device.changeDevices", { deviceIds: [device.id], retentionDays: 10 });
		const [announced] = await shortenings(account);
		const late = [60, 61, 62].map((days) => ({ channel: "Air", at: device.noon - days * dayMs + hourMs, value: 1 }));
		expect(await ingest(device.key, late)).toMatchObject({ accepted: 3 });
		await storedAfter(account, device.id, announced?.dueAt ?? 0);
		const said = await eventsOf(account, device.id);
		expect(said).toContainEqual(
			expect.stringMatching(
				new RegExp(`${(announced?.readings ?? 0) + 3} readings older than .* removed, 3 of them received after`),
			),
		);
	});

	it("can be taken back, and is then the device's own", async () => {
		const account = await createOwner();
		const device = await addFilled(account);
		await account.owner.mutate("billing.setAccountRetention", { retentionDays: 10 });
		const [waiting] = await shortenings(account);
		const input = { deviceIds: [device.id] };
		expect(dataOf(await account.owner.mutate("billing.takeBackShortenings", input))).toMatchObject({ changed: 1 });
		expect(await shortenings(account)).toEqual([]);
		const { retentionDays, inherited } = await readDevice(account, device.id);
		expect({ retentionDays, inherited: inherited.retentionDays }).toEqual({
			retentionDays: null,
			inherited: undefined,
		});
		expect(await storedAfter(account, device.id, (waiting?.dueAt ?? 0) + dayMs)).toBe(readingCount);
		expect(dataOf(await account.owner.mutate("billing.takeBackShortenings", input))).toMatchObject({ changed: 0 });
	});

	it("waits as long as the shorter of two at once needs", async () => {
		const account = await createOwner();
		const admin = await addMember(account.id, "admin");
		const device = await addFilled(account);
		const { version } = await readDevice(account, device.id);
		const input = { deviceId: device.id, version };
		const responses = await Promise.all([
			account.owner.mutate("device.updateDevice", { ...input, retentionDays: 30 }),
			admin.mutate("device.updateDevice", { ...input, retentionDays: 10 }),
		]);
		const denied = responses.flatMap(({ error }) => error?.data.reason ?? []);
		expect(denied).toEqual(["CHANGED_MEANWHILE"]);
		expect(await shortenings(account)).toHaveLength(1);
		await admin.mutate("device.changeDevices", { deviceIds: [device.id], retentionDays: 5 });
		const waiting = await shortenings(account);
		expect(waiting).toMatchObject([{ days: 5, formerDays: null }]);
		expect(await shown(account, device.id)).toBe(readingCount);
	});

	it("waits for who reads the device's days", async () => {
		const account = await createOwner();
		const device = await addFilled(account);
		await account.owner.mutate("device.changeDevices", { deviceIds: [device.id], retentionDays: 10 });
		const dueAt = (await shortenings(account))[0]?.dueAt ?? 0;
		await runInDurableObject(accountStub(account.id), async (object) => {
			const { db, invalidations, readingStore } = partsOf(object);
			const isRead = { current: true };
			const held = { ...readingStore, heldDevices: () => () => isRead.current };
			const work = removeShortenedWork({ db, invalidations, readingStore: held });
			expect([work.due(dueAt, 10), work.nextDueAt()]).toEqual([[], dueAt + heldWaitMs]);
			await work.run(device.id, dueAt);
			expect((await readingStore.deviceUsage(device.id, dueAt))?.readings).toBe(readingCount);
			isRead.current = false;
			expect([work.due(dueAt, 10), work.due(dueAt + heldWaitMs, 10)]).toEqual([[], [device.id]]);
		});
		expect(await storedAfter(account, device.id, dueAt)).toBeLessThan(readingCount);
	});

	it("applies at once for a device without readings", async () => {
		const account = await createOwner();
		const { device } = await addDevice(account.owner);
		await account.owner.mutate("device.changeDevices", { deviceIds: [device.id], retentionDays: 10 });
		expect(await shortenings(account)).toEqual([]);
	});
});
