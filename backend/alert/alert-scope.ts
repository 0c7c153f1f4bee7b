import type { Alert, AlertScope } from "../../shared/alert";

/** What a person sees of the fleet: group ids, and the ids of all devices in those groups. */
export type VisibleFleet = "all" | { groupIds: string[]; deviceIds: string[] };

/** The part of a rule's scope a person may see, or null where none of it is theirs. */
export function visibleScope(scope: AlertScope, visible: VisibleFleet): AlertScope | null {
	if (visible === "all" || scope === "all") return scope;
	if ("groupIds" in scope) {
		const groupIds = scope.groupIds.filter((id) => visible.groupIds.includes(id));
		return groupIds.length > 0 ? { groupIds } : null;
	}
	const deviceIds = scope.deviceIds.filter((id) => visible.deviceIds.includes(id));
	return deviceIds.length > 0 ? { deviceIds } : null;
}

export function visibleAlert(alert: Alert, visible: VisibleFleet): Alert | null {
	const scope = visibleScope(alert.scope, visible);
	return scope && { ...alert, scope };
}

/** Whether a rule's scope covers a device. */
export function watches(scope: AlertScope, { id, groupIds }: { id: string; groupIds: string[] }): boolean {
	if (scope === "all") return true;
	if ("groupIds" in scope) return scope.groupIds.some((groupId) => groupIds.includes(groupId));
	return scope.deviceIds.includes(id);
}
