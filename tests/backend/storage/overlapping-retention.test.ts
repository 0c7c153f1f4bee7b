import { describe, expect, it } from "vitest";
import type {
	RetentionChoice,
	RetentionPreview,
	RetentionTarget,
	WaitingShortening,
} from "../../../shared/account/storage";
import { dayMs, hourMs } from "../../../shared/base/durations";
import * as fc from "../../properties";
import { accountStub, addDevice, createOwner, ingest, type TestAccount } from "../fixtures/fleet";
import { createGroup, readGroup, updateOf } from "../fixtures/group-input";
import { dataOf } from "../fixtures/people";
import { countStored } from "../fixtures/stored-readings";
import { workThrough } from "../fixtures/works";

// Compares the preview of a retention, the removed readings, and the rule of docs/storage.md as a count of readings.

const [deviceCount, groupCount, readingCount] = [3, 3, 30];
const noon = Math.floor(Date.now() / dayMs) * dayMs - dayMs / 2;
const times = Array.from({ length: readingCount }, (_, index) => noon - index * dayMs);

const place = fc.nat(deviceCount - 1);
const early = fc.constantFrom(undefined, null, 40, 60);
const late = fc.constantFrom(undefined, null, 5, 12, 25, 40);

const before = fc.record({
	account: fc.constantFrom(null, 40),
	groups: fc.array(early, { minLength: groupCount, maxLength: groupCount }),
	// Mostly inherited retentions, because a device's own one does not follow its groups.
	devices: fc.array(
		fc.record({
			own: fc.oneof({ weight: 4, arbitrary: fc.constant(undefined) }, early),
			groups: fc.uniqueArray(place, { minLength: 1, maxLength: 2 }),
		}),
		{ minLength: deviceCount, maxLength: deviceCount },
	),
});
/** One change of each kind, because most runs would lack the rarer ones. */
const changes = fc
	.tuple(
		fc.record({ of: fc.constant("account" as const), days: fc.constantFrom(5, 12, 25) }),
		fc.record({ of: fc.constant("group" as const), group: place, days: late }),
		fc.record({ of: fc.constant("group" as const), group: place, days: fc.constantFrom(5, 12, 25) }),
		fc.record({ of: fc.constant("device" as const), device: place, days: late }),
		fc.record({ of: fc.constant("move" as const), device: place, to: place, from: place }),
		fc.record({ of: fc.constant("deletion" as const), group: place }),
		fc.record({ of: fc.constant("merge" as const), group: place, into: place }),
	)
	.chain((each) => fc.shuffledSubarray(each, { minLength: each.length }));
type Change = (typeof changes extends fc.Arbitrary<infer Values> ? Values : never)[number];
type Days = number | null | undefined;

/** The settings. Groups by position, in the order of their creation. */
type Model = {
	account: number | null;
	groups: Map<number, Days>;
	devices: { own: Days; groups: Set<number> }[];
};

function retentions({ account, groups, devices }: Model): (number | null)[] {
	return devices.map(({ own, groups: its }) => {
		if (own !== undefined) return own;
		const said = [...its].sort().map((group) => groups.get(group));
		const first = said.find((days) => days !== undefined);
		return first === undefined ? account : first;
	});
}

/** Returns the number of readings that a retention of `days` has removed at `at`. */
function goneBy(days: number | null, at: number): number {
	return days === null ? 0 : times.filter((time) => time < (Math.floor(at / dayMs) - days) * dayMs).length;
}

/** Returns false if the change would have no effect. */
function changeModel(model: Model, change: Change): boolean {
	const { groups, devices } = model;
	if (change.of === "account") model.account = change.days;
	if (change.of === "group" && groups.has(change.group)) groups.set(change.group, change.days);
	const device = "device" in change ? devices[change.device] : undefined;
	if (change.of === "device" && device) device.own = change.days;
	if (change.of === "move") {
		if (change.to === change.from || !groups.has(change.to) || !groups.has(change.from)) return false;
		device?.groups.add(change.to);
		device?.groups.delete(change.from);
	}
	if (change.of === "merge" && (change.group === change.into || !groups.has(change.into))) return false;
	if ("group" in change && !groups.has(change.group)) return false;
	if (change.of === "deletion" || change.of === "merge") {
		for (const one of devices) {
			if (one.groups.delete(change.group) && change.of === "merge") one.groups.add(change.into);
		}
		groups.delete(change.group);
	}
	return true;
}

type Fleet = { account: TestAccount; groupIds: string[]; deviceIds: string[] };

async function setUp({ account: days, groups, devices }: typeof before extends fc.Arbitrary<infer V> ? V : never) {
	const account = await createOwner();
	const { owner } = account;
	await owner.mutate("billing.setAccountRetention", { retentionDays: days });
	const groupIds: string[] = [];
	for (const retentionDays of groups)
		groupIds.push((await createGroup(owner, { defaults: retentionDays === undefined ? {} : { retentionDays } })).id);
	const deviceIds: string[] = [];
	for (const { own, groups: its } of devices) {
		const { device, key } = await addDevice(owner, { groupIds: its.flatMap((one) => groupIds[one] ?? []) });
		if (own !== undefined) {
			dataOf(await owner.mutate("device.changeDevices", { deviceIds: [device.id], retentionDays: own }));
		}
		await ingest(
			key,
			times.map((at, value) => ({ channel: "Air", at, value })),
		);
		deviceIds.push(device.id);
	}
	const model: Model = {
		account: days,
		groups: new Map(groups.entries()),
		devices: devices.map(({ own, groups: its }) => ({ own, groups: new Set(its) })),
	};
	return { fleet: { account, groupIds, deviceIds }, model };
}

type Act = { target: RetentionTarget; choice: RetentionChoice; save: () => Promise<unknown> };

function actOf({ account: { owner }, groupIds, deviceIds }: Fleet, change: Change): Act {
	const groupId = (at: number) => groupIds[at] ?? "";
	const save = (path: string, input: unknown) => async () => dataOf(await owner.mutate(path, input));
	switch (change.of) {
		case "account": {
			const save = () => owner.mutate("billing.setAccountRetention", { retentionDays: change.days });
			return { target: { account: true }, choice: change.days, save };
		}
		case "group": {
			const id = groupId(change.group);
			const { days } = change;
			const members = { kind: "static" as const, deviceIds: [] as string[] };
			const target = { group: { id, members } };
			const update = async () => {
				const defaults = days === undefined ? {} : { retentionDays: days };
				dataOf(await owner.mutate("group.updateGroup", updateOf(await readGroup(owner, id), { defaults })));
			};
			return { target, choice: days === undefined ? "inherit" : days, save: update };
		}
		case "device": {
			const ids = [deviceIds[change.device] ?? ""];
			const { days } = change;
			const what = days === undefined ? { inherit: ["retentionDays"] } : { retentionDays: days };
			const choice = days === undefined ? "inherit" : days;
			return { target: { deviceIds: ids }, choice, save: save("device.changeDevices", { deviceIds: ids, ...what }) };
		}
		case "move": {
			const addGroupIds = [groupId(change.to)];
			const removeGroupIds = [groupId(change.from)];
			const moved = { deviceIds: [deviceIds[change.device] ?? ""], addGroupIds, removeGroupIds };
			return { target: { moved }, choice: "inherit", save: save("device.changeDevices", moved) };
		}
		case "deletion": {
			const ids = [groupId(change.group)];
			const target = { gone: { groupIds: ids, intoId: null } };
			return { target, choice: "inherit", save: save("group.deleteGroups", { ids }) };
		}
		case "merge": {
			const gone = { groupIds: [groupId(change.group)], intoId: groupId(change.into) };
			const merge = save("group.mergeGroups", { fromIds: gone.groupIds, intoId: gone.intoId });
			return { target: { gone }, choice: "inherit", save: merge };
		}
	}
}

/** A group's form sends its present members along. */
async function withMembers({ account }: Fleet, target: RetentionTarget): Promise<RetentionTarget> {
	if (!("group" in target) || target.group.id === null) return target;
	const { id, deviceIds } = await readGroup(account.owner, target.group.id);
	return { group: { id, members: { kind: "static", deviceIds } } };
}

describe("overlapping retentions", () => {
	it("preview exactly what is then removed", { timeout: fc.timeLimit(120_000) }, async () => {
		await fc.assert(
			fc.asyncProperty(before, changes, async (set, list) => {
				const { fleet, model } = await setUp(set);
				const { account } = fleet;
				const dueAt = Date.now() + 24 * hourMs;
				for (const one of list) {
					const former = retentions(model);
					if (!changeModel(model, one)) continue;
					const { choice, save, ...act } = actOf(fleet, one);
					const target = await withMembers(fleet, act.target);
					const said = dataOf<RetentionPreview>(
						await account.owner.query("billing.previewRetention", { target, choice }),
					);
					const latter = retentions(model);
					const changed = latter.filter((days, index) => days !== former[index]);
					expect(said.changed).toBe(changed.length);
					expect(sum(said.cuts.map(({ readings }) => readings))).toBe(sum(changed.map((days) => goneBy(days, dueAt))));
					await save();
				}
				const waiting = dataOf<WaitingShortening[]>(await account.owner.query("billing.getShortenings"));
				await workThrough(accountStub(account.id), Math.max(dueAt, ...waiting.map((each) => each.dueAt)));
				const gone = sum(retentions(model).map((days) => goneBy(days, dueAt)));
				expect(deviceCount * readingCount - (await countStored(account.id))).toBe(gone);
				expect(sum(waiting.map(({ readings }) => readings))).toBe(gone);
			}),
			{ numRuns: 6 },
		);
	});
});

function sum(numbers: number[]): number {
	return numbers.reduce((total, number) => total + number, 0);
}
