import { and, count, desc, eq, gt, lt, ne, or, sql } from "drizzle-orm";
import type { AccountDb, ReadDb } from "../base/context";
import { findBy, insertInto } from "./queries";
import { proposals } from "./schema";

export type ProposalRow = typeof proposals.$inferSelect;

export const findProposal = findBy(proposals, proposals.id);
export const insertProposal = insertInto(proposals);

const mostListed = 200;

/** Lists waiting proposals first, then the newest. */
export function listProposals(db: ReadDb, since: number): ProposalRow[] {
	return db
		.select()
		.from(proposals)
		.where(or(eq(proposals.state, "waiting"), gt(proposals.createdAt, since)))
		.orderBy(sql`${proposals.state} = 'waiting' desc`, desc(proposals.createdAt), desc(proposals.id))
		.limit(mostListed)
		.all();
}

export function listWaiting(db: ReadDb, now: number): ProposalRow[] {
	const isWaiting = and(eq(proposals.state, "waiting"), gt(proposals.expiresAt, now));
	return db.select().from(proposals).where(isWaiting).limit(mostListed).all();
}

export function countWaiting(db: ReadDb, now: number): number {
	const isWaiting = and(eq(proposals.state, "waiting"), gt(proposals.expiresAt, now));
	return db.select({ count: count() }).from(proposals).where(isWaiting).get()?.count ?? 0;
}

type Decision = Pick<ProposalRow, "deciderName" | "decidedAt"> & { state: "approved" | "declined" | "withdrawn" } & {
	comment?: string;
};

/** Changes nothing of a proposal that is decided. */
export function decideProposal(db: AccountDb, id: string, decision: Decision): void {
	db.update(proposals)
		.set(decision)
		.where(and(eq(proposals.id, id), eq(proposals.state, "waiting")))
		.run();
}

export function deleteProposalsBefore(db: AccountDb, at: number): void {
	db.delete(proposals)
		.where(and(lt(proposals.createdAt, at), or(ne(proposals.state, "waiting"), lt(proposals.expiresAt, at))))
		.run();
}
