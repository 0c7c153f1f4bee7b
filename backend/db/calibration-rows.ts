import { and, asc, eq, getTableColumns } from "drizzle-orm";
import type { Calibration } from "../../shared/calibration";
import type { AccountDb } from "../base/context";
import { isOneOf } from "./queries";
import { calibrations } from "./schema";

/** By channel id its calibrations, ascending; a channel that reads as it was sent is absent. */
export type CalibrationsByChannel = ReadonlyMap<string, readonly Calibration[]>;

type CalibrationRow = typeof calibrations.$inferSelect;

/**
 * Every calibration of the account, read once for each object: every read of the log asks for them, and most accounts
 * have none. It stays true because only this object writes the table, and only by the functions below.
 */
const known = new WeakMap<AccountDb, CalibrationsByChannel>();

const none: readonly Calibration[] = [];

export function allCalibrations(db: AccountDb): CalibrationsByChannel {
	const found = known.get(db) ?? readAll(db);
	known.set(db, found);
	return found;
}

/** A channel's calibrations, ascending. */
export function calibrationsOf(db: AccountDb, channelId: string): readonly Calibration[] {
	return allCalibrations(db).get(channelId) ?? none;
}

/** Calibrations by channel id, ascending; a channel without one is absent. */
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
	for (const { channelId, from, scale, offset } of rows) {
		const ofChannel = all.get(channelId) ?? [];
		ofChannel.push({ from, scale, offset });
		all.set(channelId, ofChannel);
	}
	return all;
}

/** Adds a calibration, or replaces the one that begins at the same instant. */
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
