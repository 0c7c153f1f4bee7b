import type { TrailRemark } from "../../shared/account/trail-review";
import type { ReportLayout } from "../../shared/report/report";
import type { AuditText } from "../account/audit-texts";

/** The queue message. `attempt` counts from 1; the claim reads the rest. */
export type ReviewHandOver = { accountId: string; reviewOf: string; attempt: number };
export type ReviewAttempt = Pick<ReviewHandOver, "reviewOf" | "attempt">;

export type ClaimedReview = {
	objectKey: string;
	companyName: string;
	productName: string;
	isCheckable: boolean;
	month: string;
	zone: string;
	/** Half-open, epoch ms. */
	from: number;
	to: number;
	now: number;
	layout: ReportLayout;
	startedBy: string | null;
	remarks: TrailRemark[];
	/** Parts of its reading; the first is its month, the others are late rows of months before. */
	parts: number;
	/** Rows of its month that are still in the account's database. */
	rows: number;
};

export type ReviewClaim = { status: "ignored" } | { status: "make"; review: ClaimedReview };

export type ReviewedRow = AuditText;

export type ReviewPlace = { part: number; beforeId: string | null };
export type ReviewRows = { status: "lost" } | { status: "read"; rows: ReviewedRow[]; nextId: string | null };

export type MadeReview = {
	name: string;
	mediaType: string;
	bytes: number;
	/** Hex. */
	sha256: string;
	objectKey: string;
	rows: number;
	unnamed: number;
	remarks: number;
};

export type ReviewNews = { kind: "made"; made: MadeReview } | { kind: "failed"; error: string };

export type ReviewCalls = {
	claimReview(attempt: ReviewAttempt, now: number): Promise<ReviewClaim>;
	readReview(attempt: ReviewAttempt, place: ReviewPlace, now: number): Promise<ReviewRows>;
	tellReview(attempt: ReviewAttempt, news: ReviewNews, now: number): Promise<void>;
};
