import type { AlertScope } from "../../shared/alert/alert";
import { dayMs, minuteMs } from "../../shared/base/durations";
import type {
	SeedAlert,
	SeedContact,
	SeedLogEvent,
	SeedRecords,
	SeedReport,
	SeedRoster,
	SeedSilence,
} from "../../shared/local-seed";
import type { ReportDefinition } from "../../shared/report/report";
import { nextRuns, periodOf } from "../../shared/report/report-times";
import type { AlertWatch } from "../alert/alert-watch";
import type { AccountContext, RowStore } from "../base/context";
import { createNewId } from "../base/ids";
import { findAlertByName, insertAlert } from "../db/alert-rows";
import { findContactByName, insertContact, insertDeliveryChannel } from "../db/contact-rows";
import { findDeviceBySerial } from "../db/device-rows";
import { addStatusChanges, deleteStatusChanges, keptMs } from "../db/device-status-rows";
import { findGroupByName } from "../db/group-rows";
import { hasLogEvent, insertLogEvent, moveLogEvent } from "../db/log-event-rows";
import { findReport, findReportByName, insertReport } from "../db/report-rows";
import { insertRoster, listRosters, saveRosterPlan } from "../db/roster-rows";
import type { DeviceWatch } from "../device/status/device-watch";
import { nextRunOf, startRun } from "../report/run/start-run";
import { replayPast } from "./replay-past";
import { ensureSeedStates } from "./seed-fleet";

type RecordStore = RowStore &
	Pick<AccountContext, "readingStore" | "invalidations"> & {
		alertWatch: AlertWatch;
		watch: Pick<DeviceWatch, "forget" | "work">;
	};

export async function ensureSeedRecords(store: RecordStore, records: SeedRecords): Promise<void> {
	const { alertWatch, watch, now } = store;
	if (addRecords(store, records).isNew) await replayPast(store);
	await alertWatch.fleetChanged(now, "all");
	await ensureSeedStates(store);
	watch.forget();
	await watch.work.load?.();
}

function addRecords(store: RowStore, records: SeedRecords): { isNew: boolean } {
	const { contacts, rosters = [], alerts, reports, events, silences } = records;
	return store.db.transaction(() => {
		ensureSeedContacts(store, contacts);
		ensureSeedRosters(store, rosters);
		const added = ensureSeedAlerts(store, alerts);
		ensureSeedReports(store, reports);
		ensureSeedEvents(store, events);
		ensureSeedSilences(store, silences);
		return { isNew: added > 0 };
	});
}

function ensureSeedContacts({ db, newId }: RowStore, contacts: SeedContact[]): void {
	for (const { email, emailStatus, phone, phoneStatus, ...contact } of contacts) {
		if (findContactByName(db, contact.fullName)) continue;
		const contactId = newId("contact");
		insertContact(db, { id: contactId, ...contact });
		const common = { contactId, addressVersion: contact.createdAt.getTime(), isDefault: true };
		if (email) insertDeliveryChannel(db, { ...common, channel: "email", address: email, status: emailStatus });
		if (phone) insertDeliveryChannel(db, { ...common, channel: "sms", address: phone, status: phoneStatus });
	}
}

function ensureSeedRosters(store: RowStore, rosters: SeedRoster[]): void {
	const { db, newId } = store;
	for (const { name, zone, contactNames, fallbackNames, startDay, createdAt } of rosters) {
		if (listRosters(db).some((roster) => roster.name === name)) continue;
		const rosterId = newId("roster");
		const contactIds = contactIdsByName(store, contactNames);
		const layer = { contactIds, pattern: [7], startDay, handOver: "08:00", hours: [] };
		insertRoster(db, { id: rosterId, name, fallbackContactIds: contactIdsByName(store, fallbackNames), createdAt });
		saveRosterPlan(db, { rosterId, from: createdAt.getTime(), plan: { zone, layers: [layer] } });
	}
}

function contactIdsByName({ db }: RowStore, names: string[]): string[] {
	return names.map((name) => {
		const contact = findContactByName(db, name);
		if (!contact) throw new Error(`No seeded contact is named ${name}`);
		return contact.id;
	});
}

function ensureSeedAlerts(store: RowStore, alerts: SeedAlert[]): number {
	const { db, newId } = store;
	let added = 0;
	for (const { scope, contactNames, ...alert } of alerts) {
		if (findAlertByName(db, alert.name)) continue;
		const contactIds = contactIdsByName(store, contactNames);
		insertAlert(db, { id: newId("alert"), ...alert, scope: toScope(store, scope), contactIds });
		added += 1;
	}
	return added;
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

function ensureSeedReports(store: RowStore, reports: SeedReport[]): void {
	const { db, newId, now } = store;
	for (const { scope, contactNames, onlyIf, message, createdAt, pastRuns, ...fields } of reports) {
		if (findReportByName(db, fields.name)) continue;
		const definition: ReportDefinition = {
			...fields,
			scope: toScope(store, scope),
			delivery: {
				contactIds: contactIdsByName(store, contactNames),
				contactGroupIds: [],
				onlyIf,
				message,
				attachesFile: true,
				isPerGroup: false,
				groups: [],
			},
		};
		const id = newId("report");
		insertReport(db, { id, definition, savedBy: null, nextRunAt: nextRunOf(definition, now) }, createdAt.getTime());
		startPastRuns(store, id, pastRuns);
	}
}

/** Past runs have no recipients. */
function startPastRuns(store: RowStore, reportId: string, count: number): void {
	const report = findReport(store.db, reportId);
	const { schedule, zone, range } = report?.definition ?? {};
	if (!report || !schedule || !zone || !range || count === 0) return;
	const after = store.now - (count + 1) * 32 * dayMs;
	const delayMs = schedule.delayMinutes * minuteMs;
	const all = nextRuns(schedule, zone, { after, count: 1_000 }).filter((at) => at + delayMs <= store.now);
	for (const [position, at] of all.slice(-count).entries()) {
		const period = periodOf(range, { zone, at, previousEnd: null });
		startRun({ ...store, newId: createNewId(store.now + position) }, report, {
			...period,
			trigger: "schedule",
			requestedBy: null,
			isSent: false,
		});
	}
}

function ensureSeedEvents(store: RowStore, events: SeedLogEvent[]): void {
	const { db, newId } = store;
	for (const { serialNumber, isMoving, ...facts } of events) {
		const event = { id: newId("logEntry"), deviceId: deviceIdOf(store, serialNumber), ...facts };
		if (isMoving && hasLogEvent(db, event)) moveLogEvent(db, event);
		else if (!hasLogEvent(db, event, event.at)) insertLogEvent(db, event);
	}
}

function deviceIdOf({ db }: RowStore, serialNumber: string | null): string | null {
	if (serialNumber === null) return null;
	const device = findDeviceBySerial(db, serialNumber);
	if (!device) throw new Error(`No seeded device has the serial number ${serialNumber}`);
	return device.id;
}

type SilenceStore = Pick<AccountContext, "db" | "now">;

function ensureSeedSilences(store: SilenceStore, silences: SeedSilence[]): void {
	const byDevice = new Map<string, SeedSilence[]>();
	for (const silence of silences) {
		const device = findDeviceBySerial(store.db, silence.serialNumber);
		if (device) byDevice.set(device.id, [...(byDevice.get(device.id) ?? []), silence]);
	}
	deleteStatusChanges(store.db, [...byDevice.keys()]);
	for (const [deviceId, ofDevice] of byDevice) addSilences(store, deviceId, ofDevice);
}

function addSilences({ db, now }: SilenceStore, deviceId: string, silences: SeedSilence[]): void {
	let onlineSince = 0;
	for (const { offlineAt, onlineAt } of silences) {
		const before = { status: "online" as const, at: onlineSince };
		const offline = { status: "offline" as const, at: offlineAt };
		const back = onlineAt === null ? [] : [{ status: "online" as const, at: onlineAt }];
		if ((onlineAt ?? now) > now - keptMs) addStatusChanges(db, deviceId, { before, changes: [offline, ...back] });
		onlineSince = onlineAt ?? onlineSince;
	}
}
