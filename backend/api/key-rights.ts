import type { Scope, User } from "../../shared/account/account";
import { type ApiKeyState, apiKeyAccess } from "../../shared/account/api-key";
import { canGrant } from "../../shared/account/permissions";
import type { ApiKeyRow } from "../db/api-key-rows";

/** What a key may do now. It never has more than its keeper, whose own rights may have shrunk since they made it. */
export function rightsOf(key: ApiKeyRow, keeper: Pick<User, "role" | "scope" | "status"> | null, now: number) {
	const { role, isWriting } = apiKeyAccess[key.access];
	const scope = keeper ? withinBoth(key.scope, keeper.scope) : { groupIds: [] };
	return { state: stateOf(key, keeper, now), role, isWriting, scope };
}

function stateOf(
	{ access, expiresAt }: ApiKeyRow,
	keeper: Pick<User, "role" | "status"> | null,
	now: number,
): ApiKeyState {
	if (expiresAt !== null && expiresAt.getTime() <= now) return "expired";
	const isKept = keeper?.status === "active" && canGrant(keeper.role, apiKeyAccess[access].role);
	return isKept ? "active" : "paused";
}

function withinBoth(one: Scope, other: Scope): Scope {
	if (one === "all") return other;
	if (other === "all") return one;
	return { groupIds: one.groupIds.filter((id) => other.groupIds.includes(id)) };
}
