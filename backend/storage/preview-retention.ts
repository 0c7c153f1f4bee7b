import type { PreviewRetention, RetentionCut, RetentionPreview, WaitingShortening } from "../../shared/account/storage";
import type { Call, MemberContext } from "../base/context";
import { findAccountRetention } from "../db/account-rows";
import { listDeviceNames } from "../db/device-rows";
import { listKept, listWaiting } from "../db/retention-rows";
import { type Defaults, inheritedSettings } from "../group/inherited-settings";
import { assertWholeScope, deviceIdsOrThrow, devicesInScope, groupOrThrow } from "../group/scope";
import { cutSpan, type Retention, settled } from "./shortening";
import { triedGroups } from "./tried-groups";

const countedTogether = 100;

/** Throws DEVICE_NOT_FOUND, GROUP_NOT_FOUND, and NOT_PERMITTED for the account with a limited scope. */
export async function previewRetention({ ctx, input }: Call<PreviewRetention>): Promise<RetentionPreview> {
	const { readingStore, now } = ctx;
	const ids = targetIds(ctx, input);
	await ctx.turnQueue.next();
	const wantedOf = wantedRetention(ctx, input);
	const cuts = new Map<string, RetentionCut>();
	let changed = 0;
	for await (const device of keptInTurns(ctx, ids)) {
		const wanted = wantedOf(device);
		if (wanted === device.retentionDays) continue;
		changed += 1;
		const before = { kept: device.keptDays, waiting: device.waiting };
		const { waiting } = settled(before, { wanted, now, hasReadings: readingStore.hasReadings(device.id) });
		if (!waiting) continue;
		const span = cutSpan(device.keptDays, waiting);
		const stored = readingStore.storedWithin(device.id, span);
		if (stored.readings === 0) continue;
		const key = `${waiting.days} ${waiting.dueAt}`;
		const known = cuts.get(key) ?? newCut(waiting, span.to);
		cuts.set(key, {
			...known,
			devices: known.devices + 1,
			readings: known.readings + stored.readings,
			bytes: known.bytes + stored.bytes,
		});
	}
	return { changed, cuts: [...cuts.values()].sort((one, other) => one.removedAt - other.removedAt) };
}

async function* keptInTurns({ db, turnQueue }: MemberContext, ids: string[]): AsyncGenerator<Kept> {
	const inOrder = ids.toSorted();
	for (let from = 0; from < inOrder.length; from += countedTogether) {
		await turnQueue.next();
		yield* listKept(db, inOrder.slice(from, from + countedTogether));
	}
}

function newCut({ days, dueAt }: { days: number; dueAt: number }, olderThan: number): RetentionCut {
	return { days, olderThan, removedAt: dueAt, devices: 0, readings: 0, bytes: 0 };
}

function targetIds(ctx: MemberContext, { target }: PreviewRetention): string[] {
	if ("deviceIds" in target) return deviceIdsOrThrow(ctx, target.deviceIds);
	if ("moved" in target) {
		for (const groupId of [...target.moved.addGroupIds, ...target.moved.removeGroupIds]) groupOrThrow(ctx, groupId);
		return deviceIdsOrThrow(ctx, target.moved.deviceIds);
	}
	if ("account" in target) assertWholeScope(ctx);
	else if ("gone" in target) {
		assertWholeScope(ctx);
		const { groupIds, intoId } = target.gone;
		for (const groupId of [...groupIds, ...(intoId === null ? [] : [intoId])]) groupOrThrow(ctx, groupId);
	} else if (target.group.id !== null) groupOrThrow(ctx, target.group.id);
	const seen = devicesInScope(ctx);
	// Includes archived devices: the retention applies to them too.
	return seen === "all" ? [...listDeviceNames(ctx.db, "all").keys()] : seen;
}

type Kept = ReturnType<typeof listKept>[number];

/** Includes inherited values of groups and the account, as `input` would change them. */
function wantedRetention({ db }: MemberContext, input: PreviewRetention): (device: Kept) => Retention {
	const { target, choice } = input;
	if ("deviceIds" in target && choice !== "inherit") return () => choice;
	const { groups, memberships } = triedGroups(db, input);
	const accountDays = "account" in target ? (choice === "inherit" ? null : choice) : findAccountRetention(db);
	const tried: Defaults = {
		groups: new Map(groups.map((each) => [each.id, each.defaults])),
		retentionDays: accountDays,
	};
	return (device) => {
		if (!("deviceIds" in target) && !device.inherits.includes("retentionDays")) return device.retentionDays;
		const inheriting = { ...device, inherits: ["retentionDays" as const] };
		return inheritedSettings(inheriting, memberships.get(device.id) ?? [], tried).retentionDays?.value ?? null;
	};
}

/** Counts are of the currently stored readings. */
export async function getShortenings({ ctx }: Call): Promise<WaitingShortening[]> {
	const waiting: WaitingShortening[] = [];
	for (const [index, row] of listWaiting(ctx.db, devicesInScope(ctx)).entries()) {
		if (index % countedTogether === countedTogether - 1) await scheduler.wait(0);
		const { deviceId, name, keptDays, days, decidedAt, dueAt } = row;
		const span = cutSpan(keptDays, row);
		const stored = ctx.readingStore.storedWithin(deviceId, span);
		waiting.push({ deviceId, name, formerDays: keptDays, days, decidedAt, dueAt, olderThan: span.to, ...stored });
	}
	return waiting;
}
