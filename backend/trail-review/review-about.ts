import { type ReportLayout, standardLayout } from "../../shared/report/report";
import type { AccountDb } from "../base/context";
import { type AccountRow, accountOrThrow } from "../db/account-rows";
import { findTrailReview } from "../db/trail-review-rows";
import { periodText } from "../report/document/report-facts";
import { reviewTitle } from "./review-document";

/** A review has no form: its file is in the company's language and clock. */
export function layoutOf({ dateOrder, hourCycle, language }: AccountRow): ReportLayout {
	return { ...standardLayout, dateOrder, hourCycle, ...(language !== "en" && { language }) };
}

/** The facts on the signed copy of a review's file. Null: no review. */
export function reviewAbout(db: AccountDb, reviewId: string) {
	const review = findTrailReview(db, reviewId);
	if (!review) return null;
	const { zone, from, to, month } = review;
	const layout = layoutOf(accountOrThrow(db));
	const periodOf = periodText({ definition: { zone, layout }, from, to });
	return { zone, layout, reportName: reviewTitle(layout, month), periodText: periodOf };
}
