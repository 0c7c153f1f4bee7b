import type { AlertScope } from "../../shared/alert";
import type { SeedAlert } from "../../shared/local-seed";
import type { RowStore } from "../account/new-user";
import { contactIdsByName } from "../contact/ensure-seed-contacts";
import { findDeviceBySerial } from "../device/device-rows";
import { findGroupByName } from "../group/group-rows";
import { findAlertByName, insertAlert, setLastFired } from "./alert-rows";

/** Adds the rules of a local run that are not there yet, by name; of the others it tells when they last fired. */
export function ensureSeedAlerts(store: RowStore, alerts: SeedAlert[]): void {
	const { db, newId } = store;
	for (const { scope, contactNames, ...alert } of alerts) {
		const known = findAlertByName(db, alert.name);
		if (known) setLastFired(db, known.id, alert.lastFiredAt);
		else {
			const contactIds = contactIdsByName(store, contactNames);
			insertAlert(db, { id: newId("alert"), ...alert, scope: toScope(store, scope), contactIds });
		}
	}
}

function toScope({ db }: RowStore, scope: SeedAlert["scope"]): AlertScope {
	if (scope === "all") return scope;
	if ("groupNames" in scope) {
		return { groupIds: scope.groupNames.map((name) => idOrThrow(findGroupByName(db, name), name)) };
	}
	return { deviceIds: scope.serialNumbers.map((serial) => idOrThrow(findDeviceBySerial(db, serial), serial)) };
}

function idOrThrow(row: { id: string } | null, name: string): string {
	if (!row) throw new Error(`Nothing seeded is known as ${name}`);
	return row.id;
}
