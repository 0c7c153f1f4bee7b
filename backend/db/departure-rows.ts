import { and, asc, eq, isNull, min, or, sql } from "drizzle-orm";
import type { AccountDb } from "../base/context";
import { cached } from "./cached-rows";
import { findBy, prepared, saveInto } from "./queries";
import { departures } from "./schema";

export type DepartureRow = typeof departures.$inferSelect;

export const findDeparture = findBy(departures, departures.sub);

export function hasDeparted(db: AccountDb, sub: string, email: string): boolean {
	const isTheirs = or(eq(departures.sub, sub), eq(departures.email, email));
	return db.select({ sub: departures.sub }).from(departures).where(isTheirs).get() !== undefined;
}

export function listUnnamedDepartures(db: AccountDb, limit: number): Date[] {
	const rows = db.select({ at: departures.at }).from(departures).where(isNull(departures.email));
	return rows
		.limit(limit)
		.all()
		.map(({ at }) => at);
}

export const saveDeparture = saveInto(departures, departures.sub);

export function finishDeparture(db: AccountDb, { sub, at }: DepartureRow): void {
	db.update(departures)
		.set({ isDirectoryDue: false })
		.where(and(eq(departures.sub, sub), eq(departures.at, at)))
		.run();
}

export const firstDepartureDueAt = cached(
	[departures],
	(db: AccountDb): number | null => firstDueAt(db).get()?.at?.getTime() ?? null,
);

const firstDueAt = prepared((db) =>
	db
		.select({ at: min(departures.at) })
		.from(departures)
		.where(sql`is_directory_due = 1`)
		.prepare(),
);

export function departuresDue(db: AccountDb, limit: number): string[] {
	return db
		.select({ sub: departures.sub })
		.from(departures)
		.where(eq(departures.isDirectoryDue, true))
		.orderBy(asc(departures.sub))
		.limit(limit)
		.all()
		.map(({ sub }) => sub);
}
