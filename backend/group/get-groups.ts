import type { GroupListRow } from "../../shared/group";
import type { Verb } from "../context";
import { listGroups } from "./group-rows";
import { groupsInScope } from "./scope";

export function getGroups({ ctx }: Verb): GroupListRow[] {
	return listGroups(ctx.db, groupsInScope(ctx));
}
