import type { AccountDb } from "../../base/context";
import { findDevice } from "../../db/device-rows";
import { groupIdsByDevice } from "../../db/group-rows";
import { findVersion } from "../../db/report-rows";
import { listOpenRuns, type RunRow } from "../../db/report-run-rows";
import { longestRunMs } from "./claim-run";

/** Returns a test whether a device's readings must stay for an open run, for at most `longestRunMs`. */
export function heldDevices(db: AccountDb, now: number): (deviceId: string) => boolean {
	const open = listOpenRuns(db, { since: now - longestRunMs });
	if (open.length === 0) return () => false;
	const holds = open.map((run) => holding(db, run));
	return (deviceId) => holds.some((isHeld) => isHeld(deviceId));
}

function holding(db: AccountDb, { keptFrom, reportId, definitionVersion }: RunRow): (deviceId: string) => boolean {
	if (keptFrom) return (deviceId) => keptFrom[deviceId] !== undefined;
	const scope = findVersion(db, reportId, definitionVersion)?.scope ?? "all";
	if (scope === "all") return (deviceId) => findDevice(db, deviceId) !== null;
	if ("deviceIds" in scope) return (deviceId) => scope.deviceIds.includes(deviceId);
	return (deviceId) => (groupIdsByDevice(db, deviceId).get(deviceId) ?? []).some((id) => scope.groupIds.includes(id));
}
