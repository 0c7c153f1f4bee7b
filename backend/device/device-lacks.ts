import type { DeviceLack } from "../../shared/device/device-filter";
import type { AccountDb } from "../base/context";
import { listAlerts } from "../db/alert-rows";
import { listGroupContactIds } from "../db/contact-group-rows";
import { listReachableIds } from "../db/contact-rows";
import { contactIdsOfRosters } from "../db/roster-rows";
import { sampleIds } from "../db/sample-rows";

const worth = { noRule: 0, nobodyReached: 1, reached: 2 } as const;
type Worth = (typeof worth)[keyof typeof worth];

type WatchedDevice = { id: string; groupIds: readonly string[] };

/** `rule`: no active rule watches the device. `contact`: its rules have no verified address. The sample lacks nothing. */
export function deviceLacks(db: AccountDb, now: number): (device: WatchedDevice) => DeviceLack[] {
	const reachable = new Set(listReachableIds(db));
	const worths = new Map<string, Worth>();
	const every = "all";
	for (const { isEnabled, scope, contactIds, contactGroupIds, notification } of listAlerts(db)) {
		if (!isEnabled) continue;
		const ofRosters = contactIdsOfRosters(db, notification.rosterIds ?? [], now);
		const recipients = [...contactIds, ...listGroupContactIds(db, contactGroupIds), ...ofRosters];
		const hasRole = (notification.roles ?? []).includes("owners");
		const own = hasRole || recipients.some((id) => reachable.has(id)) ? worth.reached : worth.nobodyReached;
		for (const id of watchedIds(scope, every)) if (own > (worths.get(id) ?? worth.noRule)) worths.set(id, own);
	}
	const sample = sampleIds(db);
	return ({ id, groupIds }) => {
		if (sample.has(id)) return [];
		const best = [every, id, ...groupIds].reduce((most, key) => Math.max(most, worths.get(key) ?? worth.noRule), 0);
		if (best === worth.reached) return [];
		return best === worth.noRule ? ["rule"] : ["contact"];
	};
}

type Scope = ReturnType<typeof listAlerts>[number]["scope"];

function watchedIds(scope: Scope, every: string): string[] {
	if (scope === "all") return [every];
	return "groupIds" in scope ? scope.groupIds : scope.deviceIds;
}
