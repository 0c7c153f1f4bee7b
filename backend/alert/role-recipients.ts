import type { AlertRole } from "../../shared/alert/alert-rule";
import type { AccountDb } from "../base/context";
import { listActiveMembers, type UserRow } from "../db/account-rows";
import { linkedContactIds } from "../db/contact-rows";
import { groupIdsByDevice } from "../db/group-rows";

/** `about`: the device of a message; null: it is of the account; `any`: of some device. */
export type RoleRequest = { roles?: readonly AlertRole[] | undefined; about: string | null | "any" };

/** A member as they are notified: as a contact where one is linked to them, else at the address they sign in with. */
export type RoleMember = { userId: string; contactIds: string[] };

/** Active members of roles as of now, so that a user who joins is notified and a user who leaves is not. */
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
