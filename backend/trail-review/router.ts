import {
	AddTrailRemark,
	GetTrailReviewFile,
	SignTrailReview,
	StartTrailReview,
	TrailReviewTarget,
} from "../../shared/account/trail-review";
import { procedureFor, router } from "../base/trpc";
import {
	addTrailRemark,
	getTrailReview,
	getTrailReviewFile,
	getTrailReviews,
	makeTrailReviewFile,
	signTrailReview,
	startTrailReview,
} from "./review-resolvers";

export const trailReviewRouter = router({
	getTrailReviews: procedureFor("viewAudit").query(({ ctx }) => getTrailReviews({ ctx, input: undefined })),
	getTrailReview: procedureFor("viewAudit").input(TrailReviewTarget).query(getTrailReview),
	startTrailReview: procedureFor("viewAudit").input(StartTrailReview).mutation(startTrailReview),
	getTrailReviewFile: procedureFor("viewAudit").input(GetTrailReviewFile).query(getTrailReviewFile),
	addTrailRemark: procedureFor("viewAudit").input(AddTrailRemark).mutation(addTrailRemark),
	makeTrailReviewFile: procedureFor("viewAudit").input(TrailReviewTarget).mutation(makeTrailReviewFile),
	signTrailReview: procedureFor("viewAudit").input(SignTrailReview).mutation(signTrailReview),
});
