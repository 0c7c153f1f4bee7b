import { said } from "../../shared/log/said";
import { addConfigEvent } from "../activity/log-events";
import type { AccountDb, Invalidations } from "../base/context";
import type { NewId } from "../base/ids";
import { changeReport, listReports } from "../db/report-rows";

type Store = { db: AccountDb; newId: NewId; now: number; invalidations: Invalidations; user: null };

/** Pauses a report without devices left. It keeps the last device, to show its subject. */
export function forgetDevicesInReports(store: Store, deviceIds: string[]): void {
	const { db, now, invalidations } = store;
	const forgotten = new Set(deviceIds);
	for (const { id, name, definition } of listReports(db)) {
		const { scope, isEnabled } = definition;
		if (scope === "all" || !("deviceIds" in scope)) continue;
		const left = scope.deviceIds.filter((deviceId) => !forgotten.has(deviceId));
		if (left.length === scope.deviceIds.length) continue;
		invalidations.changed("reports", "all");
		if (left.length > 0) {
			changeReport(db, id, { ...definition, scope: { deviceIds: left } }, now);
			continue;
		}
		if (!isEnabled) continue;
		changeReport(db, id, { ...definition, isEnabled: false }, now);
		addConfigEvent(store, null, said("report.pausedEmpty", { name }));
	}
}
