import { asc, desc, eq, sql } from "drizzle-orm";
import { dayMs } from "../../shared/base/durations";
import { smallestOf } from "../../shared/base/lists";
import { certificateReminderDays } from "../../shared/device/certificate";
import type { AccountDb, ReadDb } from "../base/context";
import { cached } from "./cached-rows";
import { deleteAllBy, deleteBy, findBy, insertInto, isOneOf, updateIn } from "./queries";
import { calibrationCertificates } from "./schema";

export type CertificateRow = typeof calibrationCertificates.$inferSelect;

const { id, deviceId, channelId, calibratedOn, dueOn, remindedDays } = calibrationCertificates;

export const findCertificate = findBy(calibrationCertificates, id);
export const insertCertificate = insertInto(calibrationCertificates);
export const changeCertificate = updateIn(calibrationCertificates);
export const deleteCertificateRow = deleteBy(calibrationCertificates, id);
export const deleteCertificatesOf = deleteAllBy(calibrationCertificates, deviceId);

/** Newest first. */
export function listCertificates(db: ReadDb, deviceIds: string[]): CertificateRow[] {
	const rows = db.select().from(calibrationCertificates).where(isOneOf(deviceId, deviceIds));
	return rows.orderBy(desc(calibratedOn), desc(id)).all();
}

/** The newest certificate of each channel, without its points; the first due first, those without a date last. */
const newestCertificates = cached([calibrationCertificates], (db) => {
	const { laboratory, number, asFound, serialNumber, recordedBy } = calibrationCertificates;
	const columns = { id, deviceId, channelId, laboratory, number, calibratedOn, dueOn, asFound, serialNumber };
	const rows = db
		.select({ ...columns, recordedBy, remindedDays })
		.from(calibrationCertificates)
		.orderBy(asc(calibratedOn), asc(id))
		.all();
	const newest = [...new Map(rows.map((row) => [row.channelId, row])).values()];
	return newest.sort(
		(one, other) => (one.dueOn ?? "~").localeCompare(other.dueOn ?? "~") || (one.id < other.id ? -1 : 1),
	);
});

export type NewestCertificate = ReturnType<typeof listNewestCertificates>[number];

export function listNewestCertificates(db: AccountDb) {
	return newestCertificates(db);
}

/** The next reminder; null: there is none. */
export function nextReminder({
	calibratedOn: from,
	dueOn: due,
	remindedDays: reminded,
}: Pick<CertificateRow, "calibratedOn" | "dueOn" | "remindedDays">): { days: number; at: number } | null {
	if (due === null) return null;
	const spanDays = (Date.parse(due) - Date.parse(from)) / dayMs;
	const days = certificateReminderDays.find((each) => each < spanDays && (reminded === null || each < reminded));
	return days === undefined ? null : { days, at: Date.parse(due) - days * dayMs };
}

const firstReminder = cached([calibrationCertificates], (db) => {
	const times = newestCertificates(db).flatMap((row) => nextReminder(row)?.at ?? []);
	return { at: times.length === 0 ? null : smallestOf(times) };
});

export function nextReminderAt(db: AccountDb): number | null {
	return firstReminder(db).at;
}

export function countCertificates(db: ReadDb, ofChannel: string): number {
	const counted = db.select({ count: sql<number>`count(*)` }).from(calibrationCertificates);
	return counted.where(eq(channelId, ofChannel)).get()?.count ?? 0;
}
