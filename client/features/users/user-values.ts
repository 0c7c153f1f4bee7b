import type { Scope, User } from "../../../shared/account";
import type { GroupListRow } from "../../../shared/group";
import type { Role } from "../../../shared/permissions";
import { countOf } from "../../ui/format";
import { roleTitles } from "./user-labels";

export type AccessValues = { role: Role; sees: "all" | "some"; groupIds: string[] };

export function accessOf({ role, scope }: Pick<User, "role" | "scope">): AccessValues {
	return { role, sees: scope === "all" ? "all" : "some", groupIds: scope === "all" ? [] : scope.groupIds };
}

export function toAccess({ role, sees, groupIds }: AccessValues): { role: Role; scope: Scope } {
	return { role, scope: sees === "all" ? "all" : { groupIds } };
}

/** Both errors of a scope, of a choice and of a group in it, are shown at the choice of groups. */
export function fieldOf(path: string): string | null {
	return path === "scope" || path.startsWith("scope.") ? "groupIds" : path;
}

type AccessPart = "role" | "scope";

export type AccessConflict = { part: AccessPart; label: string; mine: string; theirs: string };

type AccessMerge = {
	/** The form's values, with what only the other person has changed. */
	values: AccessValues;
	taken: string[];
	conflicts: AccessConflict[];
};

type Versions = { base: Pick<User, "role" | "scope">; mine: AccessValues; theirs: Pick<User, "role" | "scope"> };

const partLabels: Record<AccessPart, string> = { role: "Role", scope: "Sees" };

export function mergeAccess({ base, mine, theirs }: Versions, groups: GroupListRow[]): AccessMerge {
	const [before, other] = [accessOf(base), accessOf(theirs)];
	const merge: AccessMerge = { values: mine, taken: [], conflicts: [] };
	for (const part of ["role", "scope"] as const) {
		if (isSamePart(part, before, other) || isSamePart(part, mine, other)) continue;
		const label = partLabels[part];
		if (isSamePart(part, before, mine)) {
			merge.values = withPart(part, merge.values, other);
			merge.taken.push(label);
		} else
			merge.conflicts.push({ part, label, mine: partText(part, mine, groups), theirs: partText(part, other, groups) });
	}
	return merge;
}

export function withPart(part: AccessPart, values: AccessValues, from: AccessValues): AccessValues {
	return part === "role" ? { ...values, role: from.role } : { ...values, sees: from.sees, groupIds: from.groupIds };
}

function isSamePart(part: AccessPart, one: AccessValues, other: AccessValues): boolean {
	if (part === "role") return one.role === other.role;
	if (one.sees !== other.sees) return false;
	return one.sees === "all" || [...one.groupIds].sort().join() === [...other.groupIds].sort().join();
}

const allOf = new Intl.ListFormat("en");

function partText(part: AccessPart, { role, sees, groupIds }: AccessValues, groups: GroupListRow[]): string {
	if (part === "role") return roleTitles[role];
	if (sees === "all") return "All groups";
	const named = groupIds.flatMap((id) => groups.find((group) => group.id === id)?.name ?? []);
	const others = groupIds.length - named.length;
	return allOf.format([...named, ...(others > 0 ? [countOf(others, "other group")] : [])]) || "No group";
}
