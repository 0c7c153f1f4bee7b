import { and, asc, count, eq, gt, isNull, lte, min } from "drizzle-orm";
import type { AccountDb } from "../base/context";
import { cached } from "./cached-rows";
import { changeIn, findBy, prepared } from "./queries";
import { invitations } from "./schema";

export type InvitationRow = typeof invitations.$inferSelect;

export const findInvitation = findBy(invitations, invitations.id);

export const findInvitationTo = findBy(invitations, invitations.email);

export function listInvitations(db: AccountDb): InvitationRow[] {
	return db.select().from(invitations).where(isNull(invitations.endedAt)).orderBy(asc(invitations.id)).all();
}

export function listOpenInvitations(db: AccountDb, now: Date): InvitationRow[] {
	return db.select().from(invitations).where(isOpen(now)).orderBy(asc(invitations.id)).all();
}

export function countOpenInvitations(db: AccountDb, now: Date): number {
	return db.select({ open: count() }).from(invitations).where(isOpen(now)).get()?.open ?? 0;
}

function isOpen(now: Date) {
	return and(isNull(invitations.endedAt), gt(invitations.expiresAt, now));
}

export function replaceInvitation(db: AccountDb, invitation: InvitationRow): void {
	db.delete(invitations).where(eq(invitations.email, invitation.email)).run();
	db.insert(invitations).values(invitation).run();
}

type Changes = Partial<Omit<InvitationRow, "id" | "email" | "version">>;

/** `dueAt` is now, because the directory must follow. */
export const changeInvitation: (db: AccountDb, id: string, changes: Changes & { dueAt: Date }) => void =
	changeIn(invitations);

/** Ignored if the version has changed. */
export function setInvitationDue(db: AccountDb, { id, version }: InvitationRow, dueAt: Date): void {
	const isSame = and(eq(invitations.id, id), eq(invitations.version, version));
	db.update(invitations).set({ dueAt }).where(isSame).run();
}

export function deleteInvitation(db: AccountDb, { id, version }: InvitationRow): void {
	db.delete(invitations)
		.where(and(eq(invitations.id, id), eq(invitations.version, version)))
		.run();
}

export const firstInvitationDueAt = cached(
	[invitations],
	(db: AccountDb): number | null => firstDueAt(db).get()?.at?.getTime() ?? null,
);

const firstDueAt = prepared((db) =>
	db
		.select({ at: min(invitations.dueAt) })
		.from(invitations)
		.prepare(),
);

export function invitationsDue(db: AccountDb, now: Date, limit: number): string[] {
	const due = db.select({ id: invitations.id }).from(invitations).where(lte(invitations.dueAt, now));
	return due
		.orderBy(asc(invitations.dueAt))
		.limit(limit)
		.all()
		.map(({ id }) => id);
}
