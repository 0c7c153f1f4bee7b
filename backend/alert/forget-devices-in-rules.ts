import type { AlertScope } from "../../shared/alert";
import type { AccountDb } from "../context";
import type { NewId } from "../ids";
import type { Hints } from "../live/hints";
import { addConfigEvent } from "../log/events/add-config-event";
import { listAlerts, setAlertScope } from "./alert-rows";

type Store = { db: AccountDb; newId: NewId; now: number; hints: Hints; user: null };

/** Takes devices out of the rules that name them. A rule left without any is switched off, and the log says so. */
export function forgetDevicesInRules(store: Store, deviceIds: string[]): void {
	const forgotten = new Set(deviceIds);
	for (const { id, name, scope, isEnabled } of listAlerts(store.db)) {
		const named = namedDevices(scope);
		const left = named.filter((deviceId) => !forgotten.has(deviceId));
		if (left.length === named.length) continue;
		setAlertScope(store.db, id, { scope: { deviceIds: left }, isEnabled: isEnabled && left.length > 0 });
		store.hints.changed("alerts", "all");
		if (!isEnabled || left.length > 0) continue;
		addConfigEvent(store, null, `Rule ${name} switched off: no device is left that it watches`);
	}
}

function namedDevices(scope: AlertScope): string[] {
	return scope !== "all" && "deviceIds" in scope ? scope.deviceIds : [];
}
