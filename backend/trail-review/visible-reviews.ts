import { can } from "../../shared/account/permissions";
import type { MemberContext } from "../base/context";
import { domainError } from "../base/errors";
import { findTrailReview, type TrailReviewRow } from "../db/trail-review-rows";

/** A review names things of the whole account, so a member with a scope of groups sees none. */
export function seesReviews({ user }: Pick<MemberContext, "user">): boolean {
	return can(user.role, "viewAudit") && user.scope === "all";
}

/** Throws TRAIL_REVIEW_NOT_FOUND, also for a hidden review. */
export function reviewOrThrow(ctx: MemberContext, reviewId: string): TrailReviewRow {
	const review = seesReviews(ctx) ? findTrailReview(ctx.db, reviewId) : null;
	if (!review) throw domainError("TRAIL_REVIEW_NOT_FOUND", { reviewId });
	return review;
}
