import { and, asc, count, eq, gt, isNotNull, isNull, notInArray, sql } from "drizzle-orm";
import type { AccountDb } from "../base/context";
import { cached } from "./cached-rows";
import { isOneOf } from "./queries";
import {
	alertEvents,
	contactDeliveryChannels,
	devices,
	invitations,
	reportRuns,
	sampleFleet,
	sampleThings,
	users,
} from "./schema";

type SampleRow = typeof sampleFleet.$inferSelect;
type ThingKind = typeof sampleThings.$inferSelect.kind;

const onlyId = "sample";

export const findSample = cached([sampleFleet], (db): SampleRow | null => db.select().from(sampleFleet).get() ?? null);

export function insertSample(db: AccountDb, endsAt: number): void {
	db.insert(sampleFleet)
		.values({ id: onlyId, state: "loading", storedParts: 0, endsAt: new Date(endsAt) })
		.run();
}

export function changeSample(db: AccountDb, changes: Partial<Pick<SampleRow, "state" | "storedParts">>): void {
	db.update(sampleFleet).set(changes).where(eq(sampleFleet.id, onlyId)).run();
}

export function deleteSample(db: AccountDb): void {
	db.delete(sampleThings).run();
	db.delete(sampleFleet).run();
}

export function insertSampleThings(db: AccountDb, kind: ThingKind, ids: string[]): void {
	for (const id of ids) db.insert(sampleThings).values({ id, kind }).run();
}

export function deleteSampleThings(db: AccountDb, ids: string[]): void {
	db.delete(sampleThings).where(isOneOf(sampleThings.id, ids)).run();
}

export function listSampleIds(db: AccountDb, kind: ThingKind): string[] {
	const rows = db.select({ id: sampleThings.id }).from(sampleThings).where(eq(sampleThings.kind, kind)).all();
	return rows.map(({ id }) => id).sort();
}

export const sampleIds = cached([sampleThings], (db): ReadonlySet<string> => {
	const rows = db.select({ id: sampleThings.id }).from(sampleThings).all();
	return new Set(rows.map(({ id }) => id));
});

export function listOwnDeviceIds(db: AccountDb, { after, limit }: { after: string; limit: number }): string[] {
	return ownDeviceIds(db, JSON.stringify([after, limit]));
}

const ownDeviceIds = cached([devices, sampleThings], (db, requested): string[] => {
	const [after, limit]: [string, number] = JSON.parse(requested);
	const sample = db.select({ id: sampleThings.id }).from(sampleThings);
	const isOwn = and(gt(devices.id, after), isNull(devices.archivedAt), notInArray(devices.id, sample));
	const rows = db.select({ id: devices.id }).from(devices).where(isOwn).orderBy(asc(devices.id)).limit(limit).all();
	return rows.map(({ id }) => id);
});

export const hasVerifiedAddress = cached([contactDeliveryChannels], (db): boolean => {
	const isVerified = eq(contactDeliveryChannels.status, "verified");
	return db.select({ one: sql`1` }).from(contactDeliveryChannels).where(isVerified).limit(1).get() !== undefined;
});

export const hasOwnEvent = cached([alertEvents, sampleThings], (db): boolean => {
	const sample = db.select({ id: sampleThings.id }).from(sampleThings);
	const isOwn = and(
		eq(alertEvents.isDrill, false),
		isNotNull(alertEvents.alertId),
		notInArray(alertEvents.deviceId, sample),
	);
	return db.select({ one: sql`1` }).from(alertEvents).where(isOwn).limit(1).get() !== undefined;
});

export const hasColleague = cached([users, invitations], (db): boolean => {
	const people = db.select({ users: count() }).from(users).get()?.users ?? 0;
	return people > 1 || db.select({ one: sql`1` }).from(invitations).limit(1).get() !== undefined;
});

export const listReportsThatRan = cached([reportRuns], (db): ReadonlySet<string> => {
	const rows = db.selectDistinct({ id: reportRuns.reportId }).from(reportRuns).where(eq(reportRuns.state, "ok")).all();
	return new Set(rows.map(({ id }) => id));
});
