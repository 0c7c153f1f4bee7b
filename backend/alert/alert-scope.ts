import type { Alert, AlertScope } from "../../shared/alert/alert";
import { addTo } from "../../shared/base/multi-map";
import { said } from "../../shared/log/said";
import { addConfigEvent } from "../activity/log-events";
import type { AccountDb, Invalidations, MemberContext } from "../base/context";
import type { NewId } from "../base/ids";
import { changeWatched, findAlert, listAlerts } from "../db/alert-rows";
import { listCurrentIds } from "../db/device-rows";
import { groupIdsByDevice } from "../db/group-rows";
import { devicesInScope, groupsInScope } from "../group/scope";

type VisibleFleet = "all" | { groupIds: string[]; deviceIds: string[] };

function visibleScope(scope: AlertScope, visible: VisibleFleet): AlertScope | null {
	if (visible === "all" || scope === "all") return scope;
	if ("groupIds" in scope) {
		const groupIds = scope.groupIds.filter((id) => visible.groupIds.includes(id));
		return groupIds.length > 0 ? { groupIds } : null;
	}
	const deviceIds = scope.deviceIds.filter((id) => visible.deviceIds.includes(id));
	return deviceIds.length > 0 ? { deviceIds } : null;
}

export function isWholeVisible(scope: AlertScope, visible: VisibleFleet): boolean {
	return (
		visible === "all" || (JSON.stringify(visibleScope(scope, visible)) === JSON.stringify(scope) && scope !== "all")
	);
}

export function visibleAlert<Rule extends Pick<Alert, "scope">>(alert: Rule, visible: VisibleFleet): Rule | null {
	const scope = visibleScope(alert.scope, visible);
	return scope && { ...alert, scope };
}

export function watches(scope: AlertScope, { id, groupIds }: { id: string; groupIds: string[] }): boolean {
	if (scope === "all") return true;
	if ("groupIds" in scope) return scope.groupIds.some((groupId) => groupIds.includes(groupId));
	return scope.deviceIds.includes(id);
}

export function visibleFleet(ctx: MemberContext): VisibleFleet {
	const groupIds = groupsInScope(ctx);
	const deviceIds = devicesInScope(ctx);
	return groupIds === "all" || deviceIds === "all" ? "all" : { groupIds, deviceIds };
}

export function editableRules(ctx: MemberContext): (alertId: string) => boolean {
	const visible = visibleFleet(ctx);
	return (alertId) => {
		const rule = visible === "all" ? null : findAlert(ctx.db, alertId);
		return rule === null || isWholeVisible(rule.scope, visible);
	};
}

export function watchedCounts(ctx: MemberContext): (scope: AlertScope) => number {
	const visible = devicesInScope(ctx);
	const current = new Set(listCurrentIds(ctx.db));
	const seen = visible === "all" ? current : new Set(visible.filter((id) => current.has(id)));
	let byGroup: Map<string, string[]> | null = null;
	return (scope) => {
		if (scope === "all") return seen.size;
		if ("deviceIds" in scope) return scope.deviceIds.filter((id) => seen.has(id)).length;
		byGroup ??= devicesByGroup(ctx.db, seen);
		const [first, ...others] = scope.groupIds.map((id) => byGroup?.get(id) ?? []);
		return others.length === 0 ? (first?.length ?? 0) : new Set([first ?? [], ...others].flat()).size;
	};
}

function devicesByGroup(db: AccountDb, seen: ReadonlySet<string>): Map<string, string[]> {
	const byGroup = new Map<string, string[]>();
	for (const [deviceId, groupIds] of groupIdsByDevice(db)) {
		if (!seen.has(deviceId)) continue;
		for (const groupId of groupIds) addTo(byGroup, groupId, deviceId);
	}
	return byGroup;
}

type RuleStore = { db: AccountDb; newId: NewId; now: number; invalidations: Invalidations; user: null };

export function forgetDevicesInRules(store: RuleStore, deviceIds: string[]): void {
	const forgotten = new Set(deviceIds);
	for (const { id, name, scope, isEnabled } of listAlerts(store.db)) {
		const named = namedDevices(scope);
		const left = named.filter((deviceId) => !forgotten.has(deviceId));
		if (left.length === named.length) continue;
		const change = { id, scope: { deviceIds: left }, isEnabled: isEnabled && left.length > 0 };
		changeWatched(store.db, change, store.now);
		store.invalidations.changed("alerts", "all");
		if (!isEnabled || left.length > 0) continue;
		addConfigEvent(store, null, said("ruleOf.offEmpty", { name }));
	}
}

function namedDevices(scope: AlertScope): string[] {
	return scope !== "all" && "deviceIds" in scope ? scope.deviceIds : [];
}
