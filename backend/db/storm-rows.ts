import { and, eq, isNotNull, lt, or } from "drizzle-orm";
import type { AccountDb } from "../base/context";
import { listNotices, type NoticeRow } from "./notice-rows";
import { saveInto } from "./queries";
import { alertStorms, messages } from "./schema";

export type StormRow = typeof alertStorms.$inferSelect;
type StormKey = Pick<StormRow, "recipientKey" | "site">;

export function findStorm(db: AccountDb, { recipientKey, site }: StormKey): StormRow | null {
	const isThis = and(eq(alertStorms.recipientKey, recipientKey), eq(alertStorms.site, site));
	return db.select().from(alertStorms).where(isThis).get() ?? null;
}

export const saveStorm = saveInto(alertStorms, alertStorms.recipientKey, alertStorms.site);

export function stormMessageIds(db: AccountDb, recipientKey: string): string[] {
	const isOpen = and(eq(alertStorms.recipientKey, recipientKey), isNotNull(alertStorms.messageId));
	return db
		.select({ id: alertStorms.messageId })
		.from(alertStorms)
		.where(isOpen)
		.all()
		.flatMap(({ id }) => id ?? []);
}

export function forgetStorms(db: AccountDb, before: number): void {
	db.delete(alertStorms).where(lt(alertStorms.lastAt, before)).run();
}

export function replacedNotices(
	db: AccountDb,
	{ id, replaces, recipientKey }: Pick<typeof messages.$inferSelect, "id" | "replaces" | "recipientKey">,
): NoticeRow[] {
	if (replaces === null) return [];
	const isOfStorm = or(eq(messages.id, replaces), eq(messages.replaces, replaces));
	const isEarlier = and(isOfStorm, eq(messages.recipientKey, recipientKey), lt(messages.id, id));
	const earlier = db.select({ id: messages.id }).from(messages).where(isEarlier).all();
	return earlier.flatMap((each) => listNotices(db, each.id)).filter(({ droppedFor }) => droppedFor === null);
}

export function isReplaced(db: AccountDb, id: string): boolean {
	return db.select({ id: messages.id }).from(messages).where(eq(messages.replaces, id)).limit(1).get() !== undefined;
}
