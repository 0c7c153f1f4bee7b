import { listUsers, saveUserScope } from "../account/user-rows";
import { listAlerts, setAlertScope } from "../alert/alert-rows";
import type { MemberContext } from "../context";
import { listGroupRows, saveGroup } from "./group-rows";

type Renaming = { fromIds: string[]; intoId: string };

/** Users whose scope changed, and whether a filter did. */
export type RenamedUses = { userIds: string[]; hasFilters: boolean };

/** Lets whatever names one of some groups name another one, within the caller's transaction. */
export function renameUses({ db, hints }: Pick<MemberContext, "db" | "hints">, renaming: Renaming): RenamedUses {
	const { fromIds } = renaming;
	const isNamed = (ids: string[]) => ids.some((id) => fromIds.includes(id));
	const alerts = listAlerts(db).flatMap(({ id, isEnabled, scope }) =>
		scope !== "all" && "groupIds" in scope && isNamed(scope.groupIds) ? [{ id, isEnabled, ids: scope.groupIds }] : [],
	);
	for (const { id, isEnabled, ids } of alerts) {
		setAlertScope(db, id, { isEnabled, scope: { groupIds: renamed(ids, renaming) } });
	}
	const users = listUsers(db).flatMap(({ id, scope }) =>
		scope !== "all" && isNamed(scope.groupIds) ? [{ id, ids: scope.groupIds }] : [],
	);
	for (const { id, ids } of users) saveUserScope(db, id, { groupIds: renamed(ids, renaming) });
	const groups = listGroupRows(db).filter(({ filter }) => isNamed(filter?.groupIds ?? []));
	for (const group of groups) {
		const filter = group.filter && { ...group.filter, groupIds: renamed(group.filter.groupIds ?? [], renaming) };
		saveGroup(db, { ...group, filter });
	}
	if (alerts.length > 0) hints.changed("alerts", "all");
	if (users.length > 0) hints.changed("account", "all");
	return { userIds: users.map(({ id }) => id), hasFilters: groups.length > 0 };
}

/** In its order, and each once. */
function renamed(ids: string[], { fromIds, intoId }: Renaming): string[] {
	return [...new Set(ids.map((id) => (fromIds.includes(id) ? intoId : id)))];
}
