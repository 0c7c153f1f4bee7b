import { mostTrailRemarks, type TrailReview, type TrailReviewState } from "../../shared/account/trail-review";
import type { AccountDb } from "../base/context";
import { countAuditRows } from "../db/audit-rows";
import type { AuditStanding } from "../db/evidence-schema";
import { findFile, listFiles, listSignatures } from "../db/report-run-rows";
import { countTrailRemarks, listTrailReviews, type TrailReviewRow } from "../db/trail-review-rows";

/** Up to which rows the files of signed reviews list the audit log, `except` one review. */
export function signedStanding(db: AccountDb, except: string): AuditStanding {
	const standing: AuditStanding = {};
	for (const { id, signedAt, reading } of listTrailReviews(db)) {
		if (signedAt === null || reading === null || id === except) continue;
		for (const [month, row] of Object.entries(reading.upTo)) standing[month] = Math.max(standing[month] ?? 0, row);
	}
	return standing;
}

/** Counts rows of the review's month that no file lists. */
export function countLate(db: AccountDb, review: TrailReviewRow): number {
	const { id, from, to, reading, fileId, signedAt } = review;
	if (reading === null || fileId === null) return 0;
	const after = signedAt === null ? reading.upTo : highest(reading.upTo, signedStanding(db, id));
	return countAuditRows(db, { from, to, recorded: { after } });
}

export function highest(one: AuditStanding, other: AuditStanding): AuditStanding {
	const months = new Set([...Object.keys(one), ...Object.keys(other)]);
	return Object.fromEntries([...months].map((month) => [month, Math.max(one[month] ?? 0, other[month] ?? 0)]));
}

/** Null: no file of this review. */
export function fileOfReview(db: AccountDb, { reviewId, fileId }: { reviewId: string; fileId: string }) {
	const file = findFile(db, fileId);
	return file?.runId === reviewId ? file : null;
}

export function stateOf(db: AccountDb, review: TrailReviewRow): TrailReviewState {
	if (review.signedAt !== null) return "signed";
	if (review.makeAt !== null) return "making";
	if (review.fileId === null) return "open";
	const isChanged = countTrailRemarks(db, review.id) !== review.remarks || countLate(db, review) > 0;
	return isChanged ? "changed" : "made";
}

export function toTrailReview(db: AccountDb, review: TrailReviewRow): TrailReview {
	const { id, month, zone, from, to, startedBy, dueAt, rows, unnamed, fileId, error } = review;
	return {
		id,
		month,
		zone,
		from,
		to,
		state: stateOf(db, review),
		startedBy,
		dueAt,
		remarks: Math.min(countTrailRemarks(db, id), mostTrailRemarks),
		rows,
		unnamed,
		late: countLate(db, review),
		fileId,
		files: listFiles(db, [id]).map(({ id: file, kind, name, bytes, sha256, groupName }) => {
			return { id: file, kind, name, bytes, sha256, groupName };
		}),
		signatures: listSignatures(db, [id]).map(({ runId: _, fileId: __, sub: ___, ...signature }) => signature),
		error,
	};
}
