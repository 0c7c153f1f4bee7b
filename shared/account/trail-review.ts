import * as z from "zod/mini";
import { dayMs } from "../base/durations";
import { errorKey } from "../base/error-key";
import { idSchema, ReportFileId } from "../base/ids";
import { paragraphText } from "../base/name-text";
import { hasReason, ReportFile, ReportSignature, signatureFields } from "../report/report";

export const TrailReviewId = idSchema("trailReview");

export const mostTrailRemarks = 500;
/** How long after the end of its month a review is due. */
export const trailReviewDueMs = 14 * dayMs;

/** `changed`: rows or remarks came after its file, which cannot be signed any more. */
export const TrailReviewState = z.enum(["open", "making", "made", "changed", "signed"]);
export type TrailReviewState = z.infer<typeof TrailReviewState>;

/** Times are epoch ms; `to` is excluded. */
export const TrailReview = z.object({
	id: TrailReviewId,
	/** A month such as 2026-10, in `zone`. */
	month: z.string(),
	zone: z.string(),
	from: z.number(),
	to: z.number(),
	state: TrailReviewState,
	/** Null: the monthly schedule. */
	startedBy: z.nullable(z.string()),
	/** Null: no one waits for it. */
	dueAt: z.nullable(z.number()),
	remarks: z.number(),
	/** Null: no file yet. */
	rows: z.nullable(z.number()),
	/** Changed things that its rows count and do not name. */
	unnamed: z.nullable(z.number()),
	/** Rows of its month that were stored after its file. The next review lists them. */
	late: z.number(),
	fileId: z.nullable(z.string()),
	files: z.array(ReportFile),
	signatures: z.array(ReportSignature),
	error: z.nullable(z.string()),
});
export type TrailReview = z.infer<typeof TrailReview>;

export const TrailRemark = z.object({
	id: z.string(),
	auditId: z.string(),
	author: z.string(),
	at: z.number(),
	text: z.string(),
});
export type TrailRemark = z.infer<typeof TrailRemark>;

export const TrailReviewDetails = z.extend(TrailReview, { remarkList: z.array(TrailRemark) });
export type TrailReviewDetails = z.infer<typeof TrailReviewDetails>;

export const TrailReviews = z.object({
	reviews: z.array(TrailReview),
	/** Months that have ended and have no review yet, newest first. */
	months: z.array(z.string()),
});
export type TrailReviews = z.infer<typeof TrailReviews>;

export const StartTrailReview = z.object({
	month: z.string().check(z.regex(/^20[0-9]{2}-(0[1-9]|1[0-2])$/, errorKey("trailReview.month"))),
});
export type StartTrailReview = z.infer<typeof StartTrailReview>;

export const TrailReviewTarget = z.object({ reviewId: TrailReviewId });
export type TrailReviewTarget = z.infer<typeof TrailReviewTarget>;

export const GetTrailReviewFile = z.object({ reviewId: TrailReviewId, fileId: ReportFileId });
export type GetTrailReviewFile = z.infer<typeof GetTrailReviewFile>;

export const AddTrailRemark = z.object({
	reviewId: TrailReviewId,
	auditId: idSchema("audit"),
	text: paragraphText(1_000).check(z.minLength(1, errorKey("trailReview.remark"))),
});
export type AddTrailRemark = z.infer<typeof AddTrailRemark>;

export const SignTrailReview = z
	.object({ reviewId: TrailReviewId, fileId: ReportFileId, ...signatureFields })
	.check(hasReason);
export type SignTrailReview = z.infer<typeof SignTrailReview>;
