import type { AlertRole } from "../../shared/alert/alert-rule";
import type { AccountDb } from "../base/context";
import { listActiveMembers, type UserRow } from "../db/account-rows";
import { linkedContactIds } from "../db/contact-rows";
import { groupIdsByDevice } from "../db/group-rows";

/** `about`: a message's device; null: the account; `any`: some device. */
export type RoleRequest = { roles?: readonly AlertRole[] | undefined; about: string | null | "any" };

/** Notified as a contact if one is linked, otherwise at the sign-in address. */
export type RoleMember = { userId: string; contactIds: string[] };

/** Resolves active members now, so that joining and leaving take effect. */
export function roleMembers(db: AccountDb, { roles = [], about }: RoleRequest): RoleMember[] {
	if (roles.length === 0) return [];
	const groupIds = about === null || about === "any" ? [] : (groupIdsByDevice(db, about).get(about) ?? []);
	const isMeant = ({ role, scope }: UserRow) => {
		if (role === "owner") return roles.includes("owners");
		if (role !== "operator" || !roles.includes("operators")) return false;
		return scope === "all" || about === "any" || scope.groupIds.some((id) => groupIds.includes(id));
	};
	return listActiveMembers(db)
		.filter(isMeant)
		.map(({ id }) => ({ userId: id, contactIds: linkedContactIds(db, id) }));
}
