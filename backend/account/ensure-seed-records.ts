import type { SeedRecords } from "../../shared/local-seed";
import { ensureSeedAlerts } from "../alert/ensure-seed-alerts";
import { ensureSeedContacts } from "../contact/ensure-seed-contacts";
import { ensureSeedSilences } from "../device/fleet-trend/ensure-seed-silences";
import { ensureSeedEvents } from "../log/ensure-seed-events";
import { ensureSeedReports } from "../report/ensure-seed-reports";
import type { RowStore } from "./new-user";

/** Adds the rows of a local run that are missing, all of them or none. */
export function ensureSeedRecords(store: RowStore, records: SeedRecords): void {
	const { contacts, alerts, reports, events, silences } = records;
	store.db.transaction(() => {
		ensureSeedContacts(store, contacts);
		ensureSeedAlerts(store, alerts);
		ensureSeedReports(store, reports);
		ensureSeedEvents(store, events);
		ensureSeedSilences(store, silences);
	});
}
