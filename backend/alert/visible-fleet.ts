import type { MemberContext } from "../context";
import { listDeviceIds } from "../group/group-rows";
import { groupsInScope } from "../group/scope";
import type { VisibleFleet } from "./alert-scope";

export function visibleFleet(ctx: MemberContext): VisibleFleet {
	const groupIds = groupsInScope(ctx);
	return groupIds === "all" ? "all" : { groupIds, deviceIds: listDeviceIds(ctx.db, groupIds) };
}
