import type { AlertHours } from "../../shared/alert/alert-rule";
import type { AlertSeverity } from "../../shared/alert/conditions/terms";
import { isInside, nextChangeAt, type ZonedWindows } from "../../shared/time/time-windows";
import { clockZone, type Zone } from "../../shared/time/time-zones";
import type { AccountDb } from "../base/context";
import { accountOrThrow } from "../db/account-rows";
import type { AlertEventRow } from "../db/alert-event-rows";
import { findAlert } from "../db/alert-rows";
import { type ContactRow, findContact } from "../db/contact-rows";
import { findDevice } from "../db/device-rows";
import type { Recipient } from "../db/message-schema";

/** `until` is epoch ms; null: for good. */
export type Withheld = { reason: "quietHours" | "outsideHours" | "muted"; until: number | null };

type Requested = {
	row: Pick<AlertEventRow, "alertId" | "deviceId">;
	recipient: Recipient | null;
	severity: AlertSeverity;
	now: number;
};

/** Returns why a recipient is not notified now; null: they can be. */
export function withheldFrom(db: AccountDb, { row, recipient, severity, now }: Requested): Withheld | null {
	const contact = recipient?.to === "contact" ? findContact(db, recipient.contactId) : null;
	const hours = sendingHours(db, row, contact);
	if (hours && !isInside(hours, now)) return { reason: "outsideHours", until: nextChangeAt(hours, now) };
	if (!contact || (severity === "critical" && contact.criticalBypassesQuiet)) return null;
	const quiet: ZonedWindows = { zone: contact.timeZone, weekly: contact.quietHours, spans: [] };
	if (contact.quietHours.length === 0 || !isInside(quiet, now)) return null;
	return { reason: "quietHours", until: nextChangeAt(quiet, now) };
}

export function outsideRuleHours(db: AccountDb, row: Requested["row"], now: number): Withheld | null {
	const schedule = scheduleOf(db, row);
	return schedule?.zone === "contact" ? null : withheldFrom(db, { row, recipient: null, severity: "critical", now });
}

/** The rule's hours in their zone; null: always. A user without contact uses the account's zone. */
function sendingHours(db: AccountDb, row: Requested["row"], contact: ContactRow | null): ZonedWindows | null {
	const schedule = scheduleOf(db, row);
	return schedule && { ...schedule, zone: zoneOf(db, schedule.zone, { deviceId: row.deviceId, contact }) };
}

function scheduleOf(db: AccountDb, { alertId }: Requested["row"]): AlertHours | null {
	return alertId === null ? null : (findAlert(db, alertId)?.rule.schedule ?? null);
}

function zoneOf(
	db: AccountDb,
	zone: AlertHours["zone"],
	{ deviceId, contact }: { deviceId: string | null; contact: ContactRow | null },
): Zone {
	if (zone !== "device" && zone !== "contact" && zone !== "account") return zone;
	if (zone === "contact" && contact) return contact.timeZone;
	const device = zone === "device" && deviceId !== null ? findDevice(db, deviceId) : null;
	return device ? clockZone(device) : accountOrThrow(db).timeZone;
}
