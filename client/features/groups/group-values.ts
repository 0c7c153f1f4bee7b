import { type GroupText, groupTextNames, pick, recordOf } from "../../../shared/base/plain-fields";
import type {
	CreateGroup,
	Group,
	GroupColour,
	GroupKind,
	GroupListRow,
	GroupMembers,
} from "../../../shared/device/group";
import { t } from "../../words/made/devices";
import { type Criteria, criteriaFromText, criteriaOf, filterOf, noCriteria } from "./criteria";
import { type DefaultValues, defaultsOf, defaultValuesOf } from "./default-values";

/** Holds both kinds of members, so that trying the other kind loses nothing. */
export type GroupValues = Record<GroupText, string> & {
	name: string;
	colour: GroupColour | null;
	kind: GroupKind;
	deviceIds: string[];
	criteria: Criteria;
	defaults: DefaultValues;
};

type MemberValues = Pick<GroupValues, "kind" | "deviceIds" | "criteria">;

const nameLength = 64;

export const emptyGroup: GroupValues = {
	name: "",
	...recordOf(groupTextNames, () => ""),
	colour: null,
	kind: "static",
	deviceIds: [],
	criteria: noCriteria,
	defaults: defaultValuesOf({}),
};

type Beginning = { copied: Group | undefined; filter: string | undefined; groups: GroupListRow[] };

export function initialGroup({ copied, filter, groups }: Beginning): GroupValues {
	const begun = copied ? copyOf(copied) : emptyGroup;
	const criteria = criteriaFromText(filter, groups);
	return criteria ? { ...begun, kind: "dynamic", criteria } : begun;
}

export function copyOf(group: Group): GroupValues {
	return { ...valuesOf(group), name: t("groups.copyName", { name: group.name }).slice(0, nameLength).trim() };
}

export function valuesOf(group: Group): GroupValues {
	return {
		name: group.name,
		...pick(group, groupTextNames),
		colour: group.colour,
		kind: group.kind,
		deviceIds: group.deviceIds,
		criteria: criteriaOf(group.filter),
		defaults: defaultValuesOf(group.defaults),
	};
}

export function toGroupInput(values: GroupValues): CreateGroup {
	return {
		name: values.name,
		...pick(values, groupTextNames),
		colour: values.colour,
		members: membersOf(values),
		defaults: defaultsOf(values.defaults),
	};
}

export function membersOf({ kind, deviceIds, criteria }: MemberValues): GroupMembers {
	return kind === "static" ? { kind, deviceIds } : { kind, filter: filterOf(criteria) };
}

export function fieldOf(path: string): string {
	if (path.startsWith("members.filter")) return "criteria";
	if (path.startsWith("members")) return "deviceIds";
	return path.startsWith("defaults.clock") ? "defaults.clock" : path;
}
