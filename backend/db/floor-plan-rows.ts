import { and, asc, eq, isNotNull, isNull, lt, lte, sql } from "drizzle-orm";
import type { AccountDb, ReadDb } from "../base/context";
import { cached } from "./cached-rows";
import { changeIn, deleteAllBy, findBy, insertInto, isOneOf, saveInto } from "./queries";
import { attachments, devices, floorPlanDevices, floorPlans, groupDevices } from "./schema";

export type FloorPlanRow = typeof floorPlans.$inferSelect;
export type PlacementRow = typeof floorPlanDevices.$inferSelect;

export const findFloorPlan = findBy(floorPlans, floorPlans.id);
export const insertFloorPlan = insertInto(floorPlans);
export const changeFloorPlanRow = changeIn(floorPlans);
export const savePlacement = saveInto(floorPlanDevices, floorPlanDevices.planId, floorPlanDevices.deviceId);
export const deletePlacementsOfDevices = deleteAllBy(floorPlanDevices, floorPlanDevices.deviceId);
export const deletePlacementsOf = deleteAllBy(floorPlanDevices, floorPlanDevices.planId);

/** Lists plans in the order of creation. */
export function listFloorPlans(db: ReadDb, groupIds: readonly string[]): FloorPlanRow[] {
	return db
		.select()
		.from(floorPlans)
		.where(isOneOf(floorPlans.groupId, groupIds))
		.orderBy(asc(floorPlans.createdAt), asc(floorPlans.id))
		.all();
}

/** Omits archived devices and devices outside the plan's group. */
export function listPlaced(db: ReadDb, planIds: readonly string[]): PlacementRow[] {
	const { planId, deviceId } = floorPlanDevices;
	const rows = db
		.select({ placement: floorPlanDevices })
		.from(floorPlanDevices)
		.innerJoin(floorPlans, eq(floorPlans.id, planId))
		.innerJoin(groupDevices, and(eq(groupDevices.groupId, floorPlans.groupId), eq(groupDevices.deviceId, deviceId)))
		.innerJoin(devices, and(eq(devices.id, deviceId), isNull(devices.archivedAt)))
		.where(isOneOf(planId, planIds))
		.orderBy(asc(planId), asc(deviceId))
		.all();
	return rows.map(({ placement }) => placement);
}

/** Includes devices that left the group. */
export function listPlacements(db: ReadDb, planIds: readonly string[]): PlacementRow[] {
	return db.select().from(floorPlanDevices).where(isOneOf(floorPlanDevices.planId, planIds)).all();
}

export function findPlacement(db: ReadDb, { planId, deviceId }: Pick<PlacementRow, "planId" | "deviceId">) {
	const isIt = and(eq(floorPlanDevices.planId, planId), eq(floorPlanDevices.deviceId, deviceId));
	return db.select().from(floorPlanDevices).where(isIt).get() ?? null;
}

export function deletePlacement(db: AccountDb, { planId, deviceId }: Pick<PlacementRow, "planId" | "deviceId">): void {
	const isIt = and(eq(floorPlanDevices.planId, planId), eq(floorPlanDevices.deviceId, deviceId));
	db.delete(floorPlanDevices).where(isIt).run();
}

/** The rooms of a deleted building stay, without a parent. */
export function deleteFloorPlanRows(db: AccountDb, ids: readonly string[]): void {
	db.delete(floorPlanDevices).where(isOneOf(floorPlanDevices.planId, ids)).run();
	db.delete(floorPlans).where(isOneOf(floorPlans.id, ids)).run();
	db.update(floorPlans).set({ parentId: null }).where(isOneOf(floorPlans.parentId, ids)).run();
}

export function moveFloorPlans(db: AccountDb, groupIds: readonly string[], intoId: string): void {
	const isUsed = and(eq(attachments.use, "floorPlan"), isOneOf(attachments.groupId, groupIds));
	db.update(attachments).set({ groupId: intoId }).where(isUsed).run();
	db.update(floorPlans).set({ groupId: intoId }).where(isOneOf(floorPlans.groupId, groupIds)).run();
}

export const nextPlanCheckAt = cached([floorPlans], (db: ReadDb): number | null => {
	const { checkAt } = floorPlans;
	return db.select({ checkAt }).from(floorPlans).orderBy(asc(checkAt)).limit(1).get()?.checkAt ?? null;
});

export function listPlansToCheck(db: ReadDb, now: number, limit: number): string[] {
	const { id, checkAt } = floorPlans;
	const rows = db.select({ id }).from(floorPlans).where(lte(checkAt, now)).orderBy(asc(checkAt)).limit(limit);
	return rows.all().map((row) => row.id);
}

export function setPlanCheck(db: AccountDb, id: string, checkAt: number): void {
	db.update(floorPlans).set({ checkAt }).where(eq(floorPlans.id, id)).run();
}

/** Records since when placed devices are outside the group, and deletes placements that are absent since before `until`. */
export function recordAbsences(
	db: AccountDb,
	{ id, groupId }: Pick<FloorPlanRow, "id" | "groupId">,
	{ now, until }: { now: number; until: number },
): void {
	const { planId, deviceId, absentSince } = floorPlanDevices;
	const isOfPlan = eq(planId, id);
	const isMember = sql`${deviceId} in (select ${groupDevices.deviceId} from ${groupDevices} where ${groupDevices.groupId} = ${groupId})`;
	db.update(floorPlanDevices)
		.set({ absentSince: null })
		.where(and(isOfPlan, isNotNull(absentSince), isMember))
		.run();
	db.update(floorPlanDevices)
		.set({ absentSince: now })
		.where(and(isOfPlan, isNull(absentSince), sql`not ${isMember}`))
		.run();
	db.delete(floorPlanDevices)
		.where(and(isOfPlan, isNotNull(absentSince), lt(absentSince, until)))
		.run();
}
