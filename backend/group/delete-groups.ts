import * as z from "zod/mini";
import { nextMuteChange } from "../../shared/alert/mute-times";
import { MuteWindows } from "../../shared/alert/planned-mute";
import { limits, serverLimits } from "../../shared/base/limits";
import { appendAll } from "../../shared/base/lists";
import { groupTextNames, recordOf } from "../../shared/base/plain-fields";
import { GroupFilter } from "../../shared/device/device-filter";
import type { Undone } from "../../shared/device/device-inputs";
import {
	type DeletedGroups,
	GroupColour,
	GroupDefaults,
	GroupKind,
	type GroupsTarget,
} from "../../shared/device/group";
import { said } from "../../shared/log/said";
import { createUndo } from "../activity/create-undo";
import { addConfigEvent } from "../activity/log-events";
import { unnamedKeptMs } from "../base/archive-places";
import type { AccountDb, Call, MemberContext } from "../base/context";
import { domainError } from "../base/errors";
import { changeAttachment, findAttachment, freeAttachmentsOf } from "../db/attachment-rows";
import { isSameValue, listEveryDeviceId, raiseDeviceVersions } from "../db/device-rows";
import {
	deleteFloorPlanRows,
	insertFloorPlan,
	listFloorPlans,
	listPlacements,
	savePlacement,
} from "../db/floor-plan-rows";
import {
	currentGroupIds,
	deleteGroupRows,
	findGroup,
	type GroupRow,
	insertGroup,
	listDeviceIds,
	listGroupRows,
} from "../db/group-rows";
import { insertMembers } from "../db/membership-rows";
import { insertPlannedMute, listPlannedMutes, muteTimesOf, plannedMutesOf } from "../db/planned-mute-rows";
import { insertWall, listWalls, moveWalls } from "../db/wall-rows";
import { isNameTaken } from "./edit-groups";
import { invitationsTo, usesByGroup } from "./group-projection";
import { namedGroups } from "./group-texts";
import { type Effects, effectsOf, recomputeGroups } from "./recompute-devices";
import { type ComingGroups, inSlicesThenAtOnce } from "./recompute-in-slices";
import { assertWholeScope, groupOrThrow } from "./scope";

/** SQLite's row limit is 2 MB. */
const devicesPerEntry = 5_000;

/** All or none. Throws GROUP_IN_USE if a rule, report, user, invitation or another group's filter names a group. */
export async function deleteGroups({ ctx, input }: Call<GroupsTarget>): Promise<DeletedGroups> {
	assertWholeScope(ctx);
	const ids = deletableOrThrow(ctx, input).map(({ id }) => id);
	const deleted = await inSlicesThenAtOnce(
		ctx,
		() => ({ groups: groupsWithout(ctx.db, ids), deviceIds: listDeviceIds(ctx.db, ids) }),
		(recompute) => writeDeletion(ctx, { input, recompute }),
	);
	await ctx.watch.intervalsChanged("all");
	return deleted;
}

function deletableOrThrow(ctx: MemberContext, { ids }: GroupsTarget): GroupRow[] {
	const groups = [...new Set(ids)].map((id) => groupOrThrow(ctx, id));
	assertUnused(ctx, groups);
	return groups;
}

export function groupsWithout(db: AccountDb, ids: readonly string[]): Effects["groups"] {
	return effectsOf(db).groups.filter(({ id }) => !ids.includes(id));
}

type Deletion = { input: GroupsTarget; recompute: () => void };

function writeDeletion(ctx: MemberContext, { input, recompute }: Deletion): DeletedGroups {
	return ctx.audit.change({ group: input.ids }, () => {
		const groups = deletableOrThrow(ctx, input);
		const ids = groups.map(({ id }) => id);
		const entries = groups.flatMap((group) => toGroupUndoEntries(ctx.db, group));
		raiseDeviceVersions(ctx.db, listDeviceIds(ctx.db, ids));
		deleteGroupRows(ctx.db, ids);
		moveWalls(ctx.db, ids, null);
		deletePlansOf(ctx, ids);
		recompute();
		addConfigEvent(ctx, null, said("group.deleted", namedGroups(groups)));
		return { deleted: groups.length, undoId: createUndo(ctx, { kind: "groups", entries }) };
	});
}

function assertUnused(ctx: MemberContext, groups: GroupRow[]): void {
	const going = new Set(groups.map(({ id }) => id));
	const uses = usesByGroup(ctx.db);
	for (const { id } of groups) {
		const { alerts = [], reports = [], users = [], groups: filters = [] } = uses.get(id) ?? {};
		const isNamed = alerts.length + reports.length + users.length + invitationsTo(ctx, id).length > 0;
		const isMissed = isNamed || filters.some((group) => !going.has(group.id));
		if (isMissed) throw domainError("GROUP_IN_USE", { groupId: id });
	}
}

/**
 * Restores groups with devices, planned mutes and screens. Skips taken names and filters of deleted groups.
 * Calls `take` first in the transaction; it throws if the undo is already done. Throws NOT_PERMITTED.
 */
export async function undoGroupDeletion(ctx: MemberContext, entries: unknown[], take: () => void): Promise<Undone> {
	assertWholeScope(ctx);
	const requested = z.array(GroupUndoEntry).parse(entries);
	const groups = new Map(requested.map(({ group }) => [group.id, group]));
	const inOrder = [...groups.values()].sort(
		(one, other) => Number(one.filter !== null) - Number(other.filter !== null),
	);
	let expected: Restored = { groups: [], membersOf: new Map(), deviceIds: [] };
	return inSlicesThenAtOnce(
		ctx,
		() => {
			expected = restorable(ctx.db, { inOrder, requested });
			return comingRestored(ctx.db, expected);
		},
		(recompute) =>
			ctx.db.transaction(() => {
				take();
				return ctx.audit.change({ group: inOrder.map(({ id }) => id) }, () => {
					const restored = restorable(ctx.db, { inOrder, requested });
					writeRestored(ctx, restored, requested);
					// The prepared result is valid only for the expected groups.
					if (isSameValue(idsOf(restored), idsOf(expected))) recompute();
					else recomputeGroups(ctx, touchedBy(restored));
					if (restored.groups.length > 0) {
						addConfigEvent(ctx, null, said("group.restored", namedGroups(restored.groups)));
					}
					return { restored: restored.groups.length, skipped: inOrder.length - restored.groups.length };
				});
			}),
	);
}

function deletePlansOf({ db, now }: MemberContext, groupIds: string[]): void {
	const planIds = listFloorPlans(db, groupIds).map(({ id }) => id);
	deleteFloorPlanRows(db, planIds);
	freeAttachmentsOf(db, "floorPlan", planIds, now + unnamedKeptMs);
}

type Deleted = { inOrder: GroupUndoEntry["group"][]; requested: GroupUndoEntry[] };

type Restored = {
	groups: GroupUndoEntry["group"][];
	membersOf: Map<string, string[]>;
	deviceIds: string[];
};

function restorable(db: AccountDb, { inOrder, requested }: Deleted): Restored {
	const groups: Restored["groups"] = [];
	let room = limits.groups - listGroupRows(db).length;
	for (const group of inOrder) {
		if (room <= 0 || isNameTaken(db, group.name, null)) continue;
		const filter = currentFilter(db, group.filter);
		const isStatic = (id: string) => (groups.find((other) => other.id === id) ?? findGroup(db, id))?.kind === "static";
		if (filter?.groupIds && !filter.groupIds.every(isStatic)) continue;
		groups.push({ ...group, filter });
		room -= 1;
	}
	const isThere = new Set(listEveryDeviceId(db));
	const membersOf = new Map(groups.map(({ id }) => [id, [] as string[]]));
	for (const { group, deviceIds } of requested) {
		const members = membersOf.get(group.id) ?? [];
		appendAll(
			members,
			deviceIds.filter((id) => isThere.has(id)),
		);
	}
	return { groups, membersOf, deviceIds: [...new Set([...membersOf.values()].flat())] };
}

function comingRestored(db: AccountDb, restored: Restored): ComingGroups {
	const hasEffect = ({ filter, defaults }: Effects["groups"][number]) =>
		filter !== null || Object.keys(defaults).length > 0;
	const back = restored.groups.map(({ id, filter, defaults }) => ({ id, filter, defaults })).filter(hasEffect);
	const groups = [...effectsOf(db).groups, ...back].sort((one, other) => (one.id < other.id ? -1 : 1));
	const chosen = Array.from(restored.membersOf, ([groupId, ids]) => ({ groupId, deviceIds: new Set(ids) }));
	return { groups, chosen, deviceIds: touchedBy(restored) };
}

function touchedBy({ groups, deviceIds }: Restored): string[] | "all" {
	return groups.some(({ kind }) => kind === "dynamic") ? "all" : deviceIds;
}

function writeRestored(
	ctx: MemberContext,
	{ groups, membersOf, deviceIds }: Restored,
	requested: GroupUndoEntry[],
): void {
	for (const group of groups) insertGroup(ctx.db, { ...group, version: group.version + 1 });
	for (const [groupId, ids] of membersOf) insertMembers(ctx.db, groupId, ids);
	raiseDeviceVersions(ctx.db, deviceIds);
	for (const entry of requested) if (membersOf.has(entry.group.id)) restoreBelongings(ctx, entry);
}

function idsOf({ groups }: Restored): string[] {
	return groups.map(({ id }) => id);
}

function restoreBelongings(ctx: MemberContext, { plannedMutes, walls, plans, placements }: GroupUndoEntry): void {
	const { db, now, invalidations } = ctx;
	const kept = plans.filter(({ attachmentId }) => findAttachment(db, attachmentId)?.use === null);
	for (const { id, groupId, attachmentId, ...plan } of kept) {
		insertFloorPlan(db, { ...plan, id, groupId, attachmentId });
		changeAttachment(db, attachmentId, { use: "floorPlan", useId: id, groupId, dueAt: null });
	}
	const keptIds = new Set(kept.map(({ id }) => id));
	for (const placement of placements) if (keptIds.has(placement.planId)) savePlacement(db, placement);
	for (const mute of plannedMutes.slice(0, limits.plannedMutes - listPlannedMutes(db).length)) {
		const dueAt = nextMuteChange(muteTimesOf(db, mute), now);
		if (dueAt !== null) insertPlannedMute(db, { ...mute, dueAt });
	}
	for (const wall of walls.slice(0, serverLimits.walls - listWalls(db).length)) insertWall(db, wall);
	if (plannedMutes.length > 0) invalidations.changed("alerts", "all");
}

function currentFilter(db: AccountDb, filter: GroupFilter | null): GroupFilter | null {
	return filter?.groupIds ? { ...filter, groupIds: currentGroupIds(db, filter.groupIds) } : filter;
}

const GroupUndoEntry = z.object({
	group: z.object({
		id: z.string(),
		name: z.string(),
		kind: GroupKind,
		...recordOf(groupTextNames, () => z._default(z.string(), "")),
		colour: z.nullable(GroupColour),
		version: z.number(),
		filter: z.nullable(GroupFilter),
		defaults: GroupDefaults,
		mutedUntil: z._default(z.nullable(z.number()), null),
		muteReason: z._default(z.string(), ""),
		createdAt: z.coerce.date(),
	}),
	deviceIds: z.array(z.string()),
	// Older entries lack planned mutes.
	plannedMutes: z._default(
		z.array(
			z.object({
				id: z.string(),
				kind: z.literal("group"),
				targetId: z.string(),
				windows: MuteWindows,
				reason: z.string(),
				skippedUntil: z.nullable(z.number()),
				createdBy: z.string(),
				createdAt: z.coerce.date(),
			}),
		),
		[],
	),
	walls: z._default(
		z.array(
			z.object({
				id: z.string(),
				groupId: z.string(),
				name: z.string(),
				tokenDigest: z.string(),
				createdBy: z.string(),
				createdAt: z.coerce.date(),
				expiresAt: z.nullable(z.coerce.date()),
				lastSeenAt: z.nullable(z.coerce.date()),
				floorPlanId: z._default(z.nullable(z.string()), null),
			}),
		),
		[],
	),
	plans: z._default(
		z.array(
			z.object({
				id: z.string(),
				groupId: z.string(),
				parentId: z.nullable(z.string()),
				name: z.string(),
				altText: z.string(),
				attachmentId: z.string(),
				width: z.number(),
				height: z.number(),
				version: z.number(),
				checkAt: z.number(),
				createdAt: z.number(),
				createdBy: z.string(),
			}),
		),
		[],
	),
	placements: z._default(
		z.array(
			z.object({
				planId: z.string(),
				deviceId: z.string(),
				x: z.number(),
				y: z.number(),
				placedAt: z.number(),
				absentSince: z.nullable(z.number()),
			}),
		),
		[],
	),
});
type GroupUndoEntry = z.infer<typeof GroupUndoEntry>;

function toGroupUndoEntries(db: AccountDb, group: GroupRow): object[] {
	const plannedMutes = plannedMutesOf(db, [group.id]);
	const walls = listWalls(db).filter(({ groupId }) => groupId === group.id);
	const deviceIds = group.kind === "dynamic" ? [] : listDeviceIds(db, [group.id]);
	const plans = listFloorPlans(db, [group.id]);
	const placements = listPlacements(
		db,
		plans.map(({ id }) => id),
	);
	const own = { plannedMutes, walls, plans, placements };
	const entries: object[] = [{ group, deviceIds: deviceIds.slice(0, devicesPerEntry), ...own }];
	for (let start = devicesPerEntry; start < deviceIds.length; start += devicesPerEntry) {
		entries.push({ group, deviceIds: deviceIds.slice(start, start + devicesPerEntry) });
	}
	return entries;
}
