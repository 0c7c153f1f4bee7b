import { asc, eq } from "drizzle-orm";
import type { Alert } from "../../shared/alert";
import type { AccountDb } from "../base/context";
import { prepared } from "./queries";
import { alerts } from "./schema";

// No rule is evaluated yet, so none has an open event.
const openEvents = 0;

export function listAlerts(db: AccountDb): Alert[] {
	return everyAlert(db)
		.all()
		.map((row) => ({ ...row, openEvents }));
}

const everyAlert = prepared((db) => db.select().from(alerts).orderBy(asc(alerts.name), asc(alerts.id)).prepare());

export function findAlert(db: AccountDb, id: string): Alert | null {
	const row = db.select().from(alerts).where(eq(alerts.id, id)).get();
	return row ? { ...row, openEvents } : null;
}

export function findAlertByName(db: AccountDb, name: string): Alert | null {
	const row = db.select().from(alerts).where(eq(alerts.name, name)).get();
	return row ? { ...row, openEvents } : null;
}

export function insertAlert(db: AccountDb, alert: typeof alerts.$inferInsert): void {
	db.insert(alerts).values(alert).run();
}

export function setAlertScope(db: AccountDb, id: string, change: Pick<Alert, "scope" | "isEnabled">): void {
	db.update(alerts).set(change).where(eq(alerts.id, id)).run();
}

export function setLastFired(db: AccountDb, id: string, lastFiredAt: Date | null): void {
	db.update(alerts).set({ lastFiredAt }).where(eq(alerts.id, id)).run();
}
