import {
	type AddTrailRemark,
	type GetTrailReviewFile,
	mostTrailRemarks,
	type SignTrailReview,
	type StartTrailReview,
	type TrailReview,
	type TrailReviewDetails,
	type TrailReviews,
	type TrailReviewTarget,
	trailReviewDueMs,
} from "../../shared/account/trail-review";
import { errorKey } from "../../shared/base/error-key";
import type { StoredReportFile } from "../../shared/report/report";
import type { Call, MemberContext } from "../base/context";
import { domainError, InputError } from "../base/errors";
import { accountOrThrow } from "../db/account-rows";
import { isAuditRow } from "../db/audit-rows";
import {
	countTrailRemarks,
	findTrailReviewOfMonth,
	insertTrailRemark,
	insertTrailReview,
	listTrailRemarks,
	listTrailReviews,
	type TrailReviewRow,
	updateTrailReview,
} from "../db/trail-review-rows";
import { auditEvidence } from "../evidence/audit-evidence";
import { searchEvidence } from "../evidence/read-evidence";
import { assertWholeScope } from "../group/scope";
import { signFile } from "../report/proof/sign-file";
import { endedMonths, monthSpan } from "./review-months";
import { fileOfReview, stateOf, toTrailReview } from "./review-standing";
import { reviewOrThrow, seesReviews } from "./visible-reviews";

const mostMonths = 36;

/** Empty for a member with a scope of groups. The latest month first. */
export function getTrailReviews({ ctx }: Call): TrailReviews {
	if (!seesReviews(ctx)) return { reviews: [], months: [] };
	const { db } = ctx;
	const rows = listTrailReviews(db);
	const begun = new Set(rows.map(({ month }) => month));
	return {
		reviews: rows.map((row) => toTrailReview(db, row)),
		months: monthsOffered(ctx).filter((month) => !begun.has(month)),
	};
}

function monthsOffered({ db, now }: Pick<MemberContext, "db" | "now">): string[] {
	const { timeZone, createdAt } = accountOrThrow(db);
	return endedMonths(timeZone, { now, since: createdAt.getTime(), most: mostMonths });
}

export function getTrailReview({ ctx, input }: Call<TrailReviewTarget>): TrailReviewDetails {
	return details(ctx, reviewOrThrow(ctx, input.reviewId));
}

function details({ db }: MemberContext, review: TrailReviewRow): TrailReviewDetails {
	const remarkList = listTrailRemarks(db, review.id).map(({ reviewId: _, authorId: __, ...remark }) => remark);
	return { ...toTrailReview(db, review), remarkList };
}

/** Throws TRAIL_REVIEW_NOT_FOUND, also for a hidden review, and REPORT_FILE_NOT_FOUND. */
export function getTrailReviewFile({ ctx, input: { reviewId, fileId } }: Call<GetTrailReviewFile>): StoredReportFile {
	const file = fileOfReview(ctx.db, { reviewId: reviewOrThrow(ctx, reviewId).id, fileId });
	if (!file) throw domainError("REPORT_FILE_NOT_FOUND", { fileId });
	const { name, mediaType, objectKey, bytes, sha256 } = file;
	return { name, mediaType, objectKey, bytes, sha256 };
}

/** Returns the review of the month if it has one. Throws InputError for a month that has not ended, or has no rows. */
export function startTrailReview({ ctx, input: { month } }: Call<StartTrailReview>): TrailReview {
	assertWholeScope(ctx);
	const { db, now, user, newId } = ctx;
	if (findTrailReviewOfMonth(db, month) === null) {
		if (!monthsOffered(ctx).includes(month)) throw new InputError({ month: errorKey("trailReview.notOver") });
		const { timeZone: zone, trailReview } = accountOrThrow(db);
		const span = monthSpan(zone, month);
		const dueAt = trailReview === "monthly" ? Math.max(span.to, now) + trailReviewDueMs : null;
		const begun = { id: newId("trailReview"), month, zone, ...span, dueAt };
		ctx.audit.change({}, () => {
			ctx.audit.makes();
			ctx.audit.act({ account: [ctx.accountId] }, { month });
			insertTrailReview(db, { ...begun, startedBy: user.name, createdAt: now });
		});
		ctx.invalidations.changed("account", "all");
	}
	const review = findTrailReviewOfMonth(db, month);
	if (!review) throw new Error("A month without its review");
	return toTrailReview(db, review);
}

/** Throws TRAIL_REVIEW_NOT_FOUND, TRAIL_REVIEW_SIGNED, and InputError for an unknown row or one remark too many. */
export async function addTrailRemark({ ctx, input }: Call<AddTrailRemark>): Promise<TrailReviewDetails> {
	const { reviewId, auditId, text } = input;
	const { db, evidence } = ctx;
	const review = reviewOrThrow(ctx, reviewId);
	const isRow = isAuditRow(db, auditId, review) || (await isArchived());
	if (!isRow) throw new InputError({ auditId: errorKey("trailReview.row") });
	ctx.audit.change({}, () => {
		if (openOrThrow(ctx, reviewId) && countTrailRemarks(db, reviewId) >= mostTrailRemarks) {
			throw new InputError({ text: errorKey("trailReview.remarksTooMany", { most: mostTrailRemarks }) });
		}
		const { id: authorId, name: author } = ctx.user;
		insertTrailRemark(db, { id: ctx.newId("trailRemark"), reviewId, auditId, authorId, author, at: ctx.now, text });
		ctx.audit.makes();
		ctx.audit.act({ account: [ctx.accountId] }, { month: review.month, row: auditId, remark: text });
	});
	ctx.invalidations.changed("account", "all");
	return details(ctx, reviewOrThrow(ctx, reviewId));

	async function isArchived(): Promise<boolean> {
		const { from, to } = review;
		const matches = ({ id, at }: { id: string; at: Date }) =>
			id === auditId && at.getTime() >= from && at.getTime() < to;
		// The first part that begins below the id is the only one that can hold it.
		const search = { beforeId: `${auditId}~`, from, limit: 1, matches };
		return (await searchEvidence({ db, evidence }, auditEvidence, search)).rows.length > 0;
	}
}

/** Throws TRAIL_REVIEW_SIGNED. */
function openOrThrow(ctx: MemberContext, reviewId: string): TrailReviewRow {
	const review = reviewOrThrow(ctx, reviewId);
	if (review.signedAt !== null) throw domainError("TRAIL_REVIEW_SIGNED", { reviewId });
	return review;
}

/** Does nothing while the file is being made. Throws TRAIL_REVIEW_NOT_FOUND, TRAIL_REVIEW_SIGNED. */
export function makeTrailReviewFile({ ctx, input: { reviewId } }: Call<TrailReviewTarget>): TrailReview {
	const { db, now, user } = ctx;
	const review = openOrThrow(ctx, reviewId);
	if (review.makeAt === null) {
		ctx.audit.change({}, () => {
			updateTrailReview(db, reviewId, { makeAt: now, makerId: user.id, error: null });
			ctx.audit.act({ account: [ctx.accountId] }, { month: review.month });
		});
		ctx.invalidations.changed("account", "all");
	}
	return toTrailReview(db, reviewOrThrow(ctx, reviewId));
}

/**
 * Throws TRAIL_REVIEW_NOT_FOUND, TRAIL_REVIEW_CHANGED for a file that lacks a row or remark, REPORT_FILE_NOT_FOUND,
 * IDENTITY_NOT_CONFIRMED, and InputError for a meaning that the company keeps to other people.
 */
export function signTrailReview({ ctx, input }: Call<SignTrailReview>): TrailReviewDetails {
	const { reviewId, fileId, meaning, reason } = input;
	const { db, now } = ctx;
	const review = reviewOrThrow(ctx, reviewId);
	const file = fileOfReview(db, { reviewId, fileId });
	if (file?.kind !== "report") throw domainError("REPORT_FILE_NOT_FOUND", { fileId });
	const state = stateOf(db, review);
	const isCurrent = review.fileId === fileId && (state === "made" || state === "signed");
	if (!isCurrent) throw domainError("TRAIL_REVIEW_CHANGED", { reviewId });
	signFile(ctx, {
		file,
		meaning,
		reason,
		authors: [review.makerId],
		target: { account: [ctx.accountId] },
		signed: () =>
			updateTrailReview(db, reviewId, { signedAt: meaning === "rejected" ? null : (review.signedAt ?? now) }),
	});
	ctx.invalidations.changed("account", "all");
	return details(ctx, reviewOrThrow(ctx, reviewId));
}
