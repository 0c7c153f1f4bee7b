import type { Scope } from "../../shared/account";
import type { AccountDb } from "../context";
import { findGroup } from "./group-rows";
import { currentGroupIds } from "./merged-groups";

/** A scope that was written some time ago as it is now: a merged group is the one it went into, one that is gone shows nothing. */
export function currentScope(db: AccountDb, scope: Scope): Scope {
	if (scope === "all") return scope;
	return { groupIds: currentGroupIds(db, scope.groupIds).filter((id) => findGroup(db, id) !== null) };
}
