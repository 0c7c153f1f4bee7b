import type { Group, GroupListRow } from "../../../shared/group";
import { criteriaFromText } from "./criteria";
import { copyOf, emptyGroup, type GroupValues } from "./group-values";

type Beginning = { copied: Group | undefined; filter: string | undefined; groups: GroupListRow[] };

/** What the form of a new group begins with. What an address asks for that means nothing is left out. */
export function initialGroup({ copied, filter, groups }: Beginning): GroupValues {
	const begun = copied ? copyOf(copied) : emptyGroup;
	const criteria = criteriaFromText(filter, groups);
	return criteria ? { ...begun, kind: "dynamic", criteria } : begun;
}
