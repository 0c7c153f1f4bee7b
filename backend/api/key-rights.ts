import { isClosedTo, type Scope, type User } from "../../shared/account/account";
import { type ApiKeyState, apiKeyAccess } from "../../shared/account/api-key";
import { canGrant } from "../../shared/account/permissions";
import type { ApiKeyRow } from "../db/api-key-rows";

type Keeper = Pick<User, "role" | "scope" | "status" | "secondStep">;
/** `secondStepFrom`: when the account begins to require a second step. `now` is epoch ms. */
type Account = { secondStepFrom: Date | null; now: number };

/** A key never has more rights than its keeper, whose rights may have shrunk. */
export function rightsOf(key: ApiKeyRow, keeper: Keeper | null, account: Account) {
	const { role, isWriting } = apiKeyAccess[key.access];
	const scope = keeper ? withinBoth(key.scope, keeper.scope) : { groupIds: [] };
	return { state: stateOf(key, keeper, account), role, isWriting, scope };
}

function stateOf({ access, expiresAt }: ApiKeyRow, keeper: Keeper | null, account: Account): ApiKeyState {
	if (expiresAt !== null && expiresAt.getTime() <= account.now) return "expired";
	if (keeper?.status !== "active" || isClosedTo(keeper, account)) return "paused";
	return canGrant(keeper.role, apiKeyAccess[access].role) ? "active" : "paused";
}

function withinBoth(one: Scope, other: Scope): Scope {
	if (one === "all") return other;
	if (other === "all") return one;
	return { groupIds: one.groupIds.filter((id) => other.groupIds.includes(id)) };
}
