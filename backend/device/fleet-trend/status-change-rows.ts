import { asc, lt, sql } from "drizzle-orm";
import type { DeviceStatus } from "../../../shared/device-terms";
import type { AccountDb } from "../../context";
import { prepared } from "../../prepared";
import { statusChanges } from "../../schema";
import { isOneOf } from "../../sql-lists";

type StatusChangeRow = typeof statusChanges.$inferSelect;

const dayMs = 24 * 60 * 60 * 1000;
/** The longest trend, and a day more. */
export const keptMs = 8 * dayMs;
const spareMs = dayMs;

/** What a device became and since when, epoch ms. */
type StatusAt = { status: DeviceStatus; at: number };

/**
 * Keeps what a device became, each at its own time, for as long as a trend looks back, and with it what it was `before`.
 * So the first row that is kept of a device always tells what it was until then as well.
 */
export function addStatusChanges(
	db: AccountDb,
	deviceId: string,
	{ before, changes }: { before: StatusAt; changes: StatusAt[] },
): void {
	const [first] = changes;
	const last = changes.at(-1);
	if (!first || !last) return;
	deleteOld(db).run({ before: last.at - keptMs });
	// Not at its own time where that is long past: it would be deleted while the change is still in a trend.
	const held = { status: before.status, at: Math.max(before.at, first.at - spareMs) };
	for (const { status, at } of [held, ...changes]) put(db).run({ deviceId, status, at });
}

const deleteOld = prepared((db) =>
	db
		.delete(statusChanges)
		.where(lt(statusChanges.at, sql.placeholder("before")))
		.prepare(),
);

const put = prepared((db) => {
	const { deviceId, at, status } = statusChanges;
	return db
		.insert(statusChanges)
		.values({
			deviceId: sql.placeholder("deviceId"),
			at: sql.placeholder("at"),
			status: sql.placeholder("status"),
		})
		.onConflictDoUpdate({
			target: [at, deviceId],
			set: { status: sql`excluded.status` },
			setWhere: sql`excluded.status <> ${status}`,
		})
		.prepare();
});

/** Everything that is kept, ascending. */
export function listStatusChanges(db: AccountDb): StatusChangeRow[] {
	return db.select().from(statusChanges).orderBy(asc(statusChanges.at), asc(statusChanges.deviceId)).all();
}

export function deleteStatusChanges(db: AccountDb, deviceIds: string[]): void {
	db.delete(statusChanges).where(isOneOf(statusChanges.deviceId, deviceIds)).run();
}
