import { and, asc, count, desc, eq, isNotNull, lte } from "drizzle-orm";
import type { AccountDb, ReadDb } from "../base/context";
import { cached } from "./cached-rows";
import { findBy, insertInto, prepared, updateIn } from "./queries";
import { trailRemarks, trailReviews } from "./schema";

export type TrailReviewRow = typeof trailReviews.$inferSelect;
export type TrailRemarkRow = typeof trailRemarks.$inferSelect;

export const findTrailReview = findBy(trailReviews, trailReviews.id);
export const updateTrailReview = updateIn(trailReviews);

/** False if the month has a review. */
export function insertTrailReview(db: AccountDb, row: typeof trailReviews.$inferInsert): boolean {
	const { id } = trailReviews;
	return db.insert(trailReviews).values(row).onConflictDoNothing().returning({ id }).all().length > 0;
}

export const findTrailReviewOfMonth = findBy(trailReviews, trailReviews.month);

export const listTrailReviews = cached([trailReviews], (db: ReadDb): readonly TrailReviewRow[] =>
	db.select().from(trailReviews).orderBy(desc(trailReviews.month)).all(),
);

export const firstTrailReviewMakeAt = cached(
	[trailReviews],
	(db: AccountDb): number | null => firstMaking(db).get()?.makeAt ?? null,
);

const firstMaking = prepared((db) => {
	const { makeAt } = trailReviews;
	return db.select({ makeAt }).from(trailReviews).where(isNotNull(makeAt)).orderBy(asc(makeAt)).limit(1).prepare();
});

export function listTrailReviewsToMake(db: AccountDb, now: number, limit: number): string[] {
	const { id, makeAt } = trailReviews;
	const isDue = and(isNotNull(makeAt), lte(makeAt, now));
	const rows = db.select({ id }).from(trailReviews).where(isDue).orderBy(asc(makeAt)).limit(limit).all();
	return rows.map((row) => row.id);
}

export const insertTrailRemark = insertInto(trailRemarks);

export function listTrailRemarks(db: ReadDb, reviewId: string): TrailRemarkRow[] {
	return db.select().from(trailRemarks).where(eq(trailRemarks.reviewId, reviewId)).orderBy(asc(trailRemarks.id)).all();
}

export function countTrailRemarks(db: ReadDb, reviewId: string): number {
	const found = db.select({ remarks: count() }).from(trailRemarks).where(eq(trailRemarks.reviewId, reviewId)).get();
	return found?.remarks ?? 0;
}
