import { asc, lte, sql } from "drizzle-orm";
import { type MuteTimes, mutedUntilAt, nextMuteChange } from "../../shared/alert/mute-times";
import { clockZone, type Zone } from "../../shared/time/time-zones";
import type { AccountDb } from "../base/context";
import { accountOrThrow } from "./account-rows";
import { cached } from "./cached-rows";
import { deleteBy, findBy, insertInto, isOneOf, prepared, updateIn } from "./queries";
import { devices, groups, plannedMutes } from "./schema";

export type PlannedMuteRow = typeof plannedMutes.$inferSelect;

export const insertPlannedMute = insertInto(plannedMutes);
export const findPlannedMute = findBy(plannedMutes, plannedMutes.id);
export const updatePlannedMute = updateIn(plannedMutes);

export const listPlannedMutes = cached([plannedMutes], (db): PlannedMuteRow[] => {
	return db.select().from(plannedMutes).orderBy(asc(plannedMutes.id)).all();
});

export function plannedMutesOf(db: AccountDb, targetIds: readonly string[]): PlannedMuteRow[] {
	return plannedMutesOfThese(db).all({ targetIds: JSON.stringify(targetIds) });
}

const plannedMutesOfThese = prepared((db) => {
	const isOfThese = isOneOf(plannedMutes.targetId, sql.placeholder("targetIds"));
	return db.select().from(plannedMutes).where(isOfThese).orderBy(asc(plannedMutes.id)).prepare();
});

export const deletePlannedMute = deleteBy(plannedMutes, plannedMutes.id);

export function deletePlannedMutesOf(db: AccountDb, targetIds: readonly string[]): void {
	db.delete(plannedMutes).where(isOneOf(plannedMutes.targetId, targetIds)).run();
}

const findDeviceRow = findBy(devices, devices.id);
const findGroupRow = findBy(groups, groups.id);

/** The current clock of a mute: it follows changes of the account, group or device. */
export function zoneOfMute(db: AccountDb, { windows: { zone }, kind, targetId }: MuteOf): Zone {
	if (zone !== "account" && zone !== "own") return zone;
	const own = zone === "own" ? ownClock(db, { kind, targetId }) : null;
	return own ? clockZone(own) : accountOrThrow(db).timeZone;
}

type MuteOf = Pick<PlannedMuteRow, "windows" | "kind" | "targetId">;

function ownClock(db: AccountDb, { kind, targetId }: Pick<MuteOf, "kind" | "targetId">) {
	if (kind === "device") return findDeviceRow(db, targetId);
	return kind === "group" ? (findGroupRow(db, targetId)?.defaults.clock ?? null) : null;
}

export function muteTimesOf(db: AccountDb, row: MuteOf & Pick<PlannedMuteRow, "skippedUntil">): MuteTimes {
	return { windows: { ...row.windows, zone: zoneOfMute(db, row) }, skippedUntil: row.skippedUntil };
}

export type Muting = { until: number; reason: string };

/** `targetIds` null: all. */
export function mutedByPlan(db: AccountDb, targetIds: readonly string[] | null, now: number): Map<string, Muting> {
	const muted = new Map<string, Muting>();
	for (const row of targetIds === null ? listPlannedMutes(db) : plannedMutesOf(db, targetIds)) {
		const until = mutedUntilAt(muteTimesOf(db, row), now);
		if (until === null || until <= (muted.get(row.targetId)?.until ?? 0)) continue;
		muted.set(row.targetId, { until, reason: row.reason });
	}
	return muted;
}

export function endsOfPlans(db: AccountDb, targetIds: readonly string[]): number[] {
	return plannedMutesOf(db, targetIds).flatMap((row) => {
		const { dueAt } = row;
		return dueAt === null ? [] : [dueAt, mutedUntilAt(muteTimesOf(db, row), dueAt) ?? dueAt];
	});
}

export function nextPlannedChangeAt(db: AccountDb): number | null {
	return nextChange(db).get()?.dueAt ?? null;
}

const nextChange = prepared((db) => {
	const { dueAt } = plannedMutes;
	return db
		.select({ dueAt })
		.from(plannedMutes)
		.where(sql`${dueAt} is not null`)
		.orderBy(asc(dueAt))
		.limit(1)
		.prepare();
});

export function passPlannedMutes(db: AccountDb, now: number): void {
	for (const row of db.select().from(plannedMutes).where(lte(plannedMutes.dueAt, now)).all()) {
		const dueAt = nextMuteChange(muteTimesOf(db, row), now);
		if (dueAt === null) deletePlannedMute(db, row.id);
		else updatePlannedMute(db, row.id, { dueAt });
	}
}
