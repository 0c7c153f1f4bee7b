import type { Scope, User } from "../../../shared/account/account";
import type { Role } from "../../../shared/account/permissions";
import type { GroupListRow } from "../../../shared/device/group";
import { pageLanguage } from "../../base/page-language";
import type { FormPart } from "../../forms/versioned-form";
import { t } from "../../words/made/account";

export type AccessValues = { role: Role; sees: "all" | "some"; groupIds: string[] };

export function accessOf({ role, scope }: Pick<User, "role" | "scope">): AccessValues {
	return { role, sees: scope === "all" ? "all" : "some", groupIds: scope === "all" ? [] : scope.groupIds };
}

export function toAccess({ role, sees, groupIds }: AccessValues): { role: Role; scope: Scope } {
	return { role, scope: sees === "all" ? "all" : { groupIds } };
}

/** Errors of a scope, and of a group in it, show at the choice of groups. */
export function fieldOf(path: string): string | null {
	return path === "scope" || path.startsWith("scope.") ? "groupIds" : path;
}

export function accessParts(groups: readonly Pick<GroupListRow, "id" | "name">[]): FormPart<AccessValues>[] {
	return [
		{ label: t("role"), fields: ["role"], text: ({ role }) => t(`role.${role}`) },
		{
			label: t("sees"),
			fields: ["sees", "groupIds"],
			meaning: ({ sees, groupIds }) => (sees === "all" ? sees : [...groupIds].sort()),
			text: (values) => scopeText(values, groups),
		},
	];
}

const allOf = new Intl.ListFormat(pageLanguage);

function scopeText({ sees, groupIds }: AccessValues, groups: readonly Pick<GroupListRow, "id" | "name">[]): string {
	if (sees === "all") return t("allGroups");
	const named = groupIds.flatMap((id) => groups.find((group) => group.id === id)?.name ?? []);
	const others = groupIds.length - named.length;
	return allOf.format([...named, ...(others > 0 ? [t("scope.otherGroups", { count: others })] : [])]) || t("noGroup");
}
