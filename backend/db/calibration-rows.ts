import { and, asc, eq, getTableColumns } from "drizzle-orm";
import { addTo } from "../../shared/base/multi-map";
import type { Calibration } from "../../shared/device/calibration";
import type { AccountDb } from "../base/context";
import { isOneOf } from "./queries";
import { calibrations } from "./schema";

export type CalibrationsByChannel = ReadonlyMap<string, readonly Calibration[]>;

type CalibrationRow = typeof calibrations.$inferSelect;

/** Every read of the log needs them. Only the functions below write the table. */
const known = new WeakMap<AccountDb, CalibrationsByChannel>();

const none: readonly Calibration[] = [];

export function allCalibrations(db: AccountDb): CalibrationsByChannel {
	const found = known.get(db) ?? readAll(db);
	known.set(db, found);
	return found;
}

export function calibrationsOf(db: AccountDb, channelId: string): readonly Calibration[] {
	return allCalibrations(db).get(channelId) ?? none;
}

/** Omits channels without a calibration. */
export function listCalibrations(db: AccountDb, channelIds: string[]): Map<string, Calibration[]> {
	const all = allCalibrations(db);
	if (all.size === 0) return new Map();
	return new Map(
		channelIds.flatMap((channelId) => {
			const found = all.get(channelId);
			return found ? [[channelId, [...found]] as const] : [];
		}),
	);
}

function readAll(db: AccountDb): CalibrationsByChannel {
	const rows = db.select().from(calibrations).orderBy(asc(calibrations.channelId), asc(calibrations.from)).all();
	const all = new Map<string, Calibration[]>();
	for (const { channelId, from, scale, offset } of rows) addTo(all, channelId, { from, scale, offset });
	return all;
}

export function listCalibrationFacts(db: AccountDb, channelIds: string[]): CalibrationRow[] {
	const { channelId, from } = calibrations;
	const isOfThem = isOneOf(channelId, channelIds);
	return db.select().from(calibrations).where(isOfThem).orderBy(asc(channelId), asc(from)).all();
}

export function putCalibration(db: AccountDb, row: CalibrationRow): void {
	const { channelId: _, from: __, ...facts } = row;
	const { channelId, from } = getTableColumns(calibrations);
	db.insert(calibrations)
		.values(row)
		.onConflictDoUpdate({ target: [channelId, from], set: facts })
		.run();
	known.delete(db);
}

export function deleteCalibration(db: AccountDb, channelId: string, from: number): void {
	db.delete(calibrations)
		.where(and(eq(calibrations.channelId, channelId), eq(calibrations.from, from)))
		.run();
	known.delete(db);
}

export function deleteCalibrations(db: AccountDb, channelIds: string[]): void {
	db.delete(calibrations).where(isOneOf(calibrations.channelId, channelIds)).run();
	known.delete(db);
}
