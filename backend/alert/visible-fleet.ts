import type { MemberContext } from "../context";
import { devicesInScope, groupsInScope } from "../group/scope";
import type { VisibleFleet } from "./alert-scope";

export function visibleFleet(ctx: MemberContext): VisibleFleet {
	const groupIds = groupsInScope(ctx);
	const deviceIds = devicesInScope(ctx);
	return groupIds === "all" || deviceIds === "all" ? "all" : { groupIds, deviceIds };
}
