import { errorKey } from "../../shared/base/error-key";
import type { GroupFilter } from "../../shared/device/device-filter";
import type { Group, MergeGroups } from "../../shared/device/group";
import { said } from "../../shared/log/said";
import type { ReportDefinition } from "../../shared/report/report";
import { addConfigEvent } from "../activity/log-events";
import type { AccountDb, Call, MemberContext } from "../base/context";
import { InputError } from "../base/errors";
import { listUsers, saveUserAccess } from "../db/account-rows";
import { changeWatched, listAlerts } from "../db/alert-rows";
import { raiseDeviceVersions } from "../db/device-rows";
import { moveFloorPlans } from "../db/floor-plan-rows";
import {
	deleteGroupRows,
	type GroupRow,
	listDeviceIds,
	listGroupRows,
	raiseGroupVersions,
	recordMerge,
	saveGroup,
} from "../db/group-rows";
import { changeInvitation, listInvitations } from "../db/invitation-rows";
import { insertMembersOf } from "../db/membership-rows";
import { changeReport, listReports } from "../db/report-rows";
import { moveWalls } from "../db/wall-rows";
import { groupsWithout } from "./delete-groups";
import { wholeGroup } from "./group-projection";
import { namedGroups } from "./group-texts";
import { type ComingGroups, inSlicesThenAtOnce } from "./recompute-in-slices";
import { assertWholeScope, groupOrThrow } from "./scope";

/** Access changes at once. Throws NOT_PERMITTED, GROUP_NOT_FOUND, and InputError if the remaining group has a filter. */
export async function mergeGroups({ ctx, input }: Call<MergeGroups>): Promise<Group> {
	assertWholeScope(ctx);
	mergeableOrThrow(ctx, input);
	const userIds = await inSlicesThenAtOnce(
		ctx,
		() => comingMerge(ctx.db, input),
		(recompute) => writeMerge(ctx, { input, recompute }),
	);
	for (const userId of userIds) ctx.live.accessChanged(userId);
	await ctx.watch.intervalsChanged("all");
	return wholeGroup(ctx, groupOrThrow(ctx, input.intoId));
}

function comingMerge(db: AccountDb, { fromIds, intoId }: MergeGroups): ComingGroups {
	const members = listDeviceIds(db, [intoId, ...fromIds]);
	const left = groupsWithout(db, fromIds);
	const groups = left.map((group) => ({ ...group, filter: renamedFilter(group.filter, { fromIds, intoId }) }));
	const isFilterNamed = groups.some(({ filter }, position) => filter !== left[position]?.filter);
	const chosen = [{ groupId: intoId, deviceIds: new Set(members) }];
	return { groups, chosen, deviceIds: isFilterNamed ? "all" : members };
}

type Merge = { input: MergeGroups; recompute: () => void };

function writeMerge(ctx: MemberContext, { input, recompute }: Merge): string[] {
	return ctx.audit.change({ group: [input.intoId, ...input.fromIds] }, () => {
		const { into, from } = mergeableOrThrow(ctx, input);
		const fromIds = from.map(({ id }) => id);
		const userIds = renameUses(ctx, { fromIds, intoId: into.id });
		insertMembersOf(ctx.db, fromIds, into.id);
		raiseDeviceVersions(ctx.db, listDeviceIds(ctx.db, fromIds));
		deleteGroupRows(ctx.db, fromIds);
		moveWalls(ctx.db, fromIds, into.id);
		moveFloorPlans(ctx.db, fromIds, into.id);
		recordMerge(ctx.db, { fromIds, intoId: into.id });
		raiseGroupVersions(ctx.db, [into.id]);
		recompute();
		addConfigEvent(ctx, null, said("group.merged", { ...namedGroups(from), into: into.name }));
		return userIds;
	});
}

function mergeableOrThrow(ctx: MemberContext, { fromIds, intoId }: MergeGroups): { into: GroupRow; from: GroupRow[] } {
	const into = groupOrThrow(ctx, intoId);
	if (into.kind === "dynamic") throw new InputError({ intoId: errorKey("group.byFilter") });
	if (fromIds.includes(intoId)) throw new InputError({ fromIds: errorKey("group.others") });
	return { into, from: [...new Set(fromIds)].map((id) => groupOrThrow(ctx, id)) };
}

type Renaming = { fromIds: string[]; intoId: string };

function renameUses({ db, invalidations, now, audit }: MemberContext, renaming: Renaming): string[] {
	const { fromIds } = renaming;
	const isNamed = (ids: string[]) => ids.some((id) => fromIds.includes(id));
	const alerts = listAlerts(db).flatMap(({ id, isEnabled, scope }) =>
		scope !== "all" && "groupIds" in scope && isNamed(scope.groupIds) ? [{ id, isEnabled, ids: scope.groupIds }] : [],
	);
	const reports = listReports(db).flatMap(({ id, definition }) => {
		const after = reportIn(definition, renaming);
		return after === null ? [] : [{ id, definition: after }];
	});
	const users = listUsers(db).flatMap(({ id, scope }) =>
		scope !== "all" && isNamed(scope.groupIds) ? [{ id, ids: scope.groupIds }] : [],
	);
	const invited = listInvitations(db).flatMap(({ id, scope }) =>
		scope !== "all" && isNamed(scope.groupIds) ? [{ id, ids: scope.groupIds }] : [],
	);
	const groups = listGroupRows(db).filter(({ filter }) => isNamed(filter?.groupIds ?? []));
	const changed = { alert: idsOf(alerts), report: idsOf(reports) };
	const touched = { ...changed, user: idsOf(users), invitation: idsOf(invited), group: idsOf(groups) };
	audit.change(touched, () => {
		for (const { id, isEnabled, ids } of alerts) {
			changeWatched(db, { id, isEnabled, scope: { groupIds: renamed(ids, renaming) } }, now);
		}
		for (const { id, definition } of reports) changeReport(db, id, definition, now);
		for (const { id, ids } of users) saveUserAccess(db, id, { scope: { groupIds: renamed(ids, renaming) } });
		for (const { id, ids } of invited) {
			changeInvitation(db, id, { scope: { groupIds: renamed(ids, renaming) }, dueAt: new Date(now) });
		}
		for (const group of groups) {
			saveGroup(db, { ...group, filter: renamedFilter(group.filter, renaming) });
		}
	});
	if (alerts.length > 0) invalidations.changed("alerts", "all");
	if (reports.length > 0) invalidations.changed("reports", "all");
	if (users.length + invited.length > 0) invalidations.changed("account", "all");
	return idsOf(users);
}

function renamedFilter(filter: GroupFilter | null, renaming: Renaming): GroupFilter | null {
	const groupIds = filter?.groupIds ?? [];
	if (!groupIds.some((id) => renaming.fromIds.includes(id))) return filter;
	return { ...filter, groupIds: renamed(groupIds, renaming) };
}

/** Null without a change. Recipients of the remaining group take precedence. */
function reportIn(definition: ReportDefinition, renaming: Renaming): ReportDefinition | null {
	const { scope, delivery } = definition;
	const { fromIds, intoId } = renaming;
	const named = scope !== "all" && "groupIds" in scope ? scope.groupIds : [];
	const isNamed = [...named, ...delivery.groups.map(({ groupId }) => groupId)].some((id) => fromIds.includes(id));
	if (!isNamed) return null;
	const own = new Map(delivery.groups.map((each) => [fromIds.includes(each.groupId) ? intoId : each.groupId, each]));
	for (const each of delivery.groups) if (!fromIds.includes(each.groupId)) own.set(each.groupId, each);
	return {
		...definition,
		scope: named.length > 0 ? { groupIds: renamed(named, renaming) } : scope,
		delivery: { ...delivery, groups: Array.from(own, ([groupId, each]) => ({ ...each, groupId })) },
	};
}

function renamed(ids: string[], { fromIds, intoId }: Renaming): string[] {
	return [...new Set(ids.map((id) => (fromIds.includes(id) ? intoId : id)))];
}

function idsOf(rows: { id: string }[]): string[] {
	return rows.map(({ id }) => id);
}
