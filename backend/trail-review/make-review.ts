import type { ReportFormat } from "../../shared/report/report";
import type { AccountObjects } from "../base/context";
import { faultText } from "../base/report-error";
import { type Taken, takeMessage } from "../base/take-message";
import { ReportDenial } from "../report/document/report-denial";
import type { ReadFont } from "../report/formats/render-options";
import { renderReport } from "../report/formats/render-report";
import { reportFileName, reportMediaType } from "../report/formats/report-file";
import { storeFile } from "../report/run/store-file";
import type { ClaimedReview, ReviewAttempt, ReviewCalls, ReviewedRow, ReviewHandOver } from "./review-calls";
import { reviewDocument, reviewTitle } from "./review-document";

/** Longer files are workbooks: a PDF has a few hundred pages at most. */
const mostPdfRows = 3_000;

export type ReviewParts = {
	accounts: AccountObjects<ReviewCalls>;
	bucket: R2Bucket;
	verifyUrlOf: (accountId: string) => Promise<string | null>;
	clock: () => number;
	readFont?: ReadFont | undefined;
};

class ReviewLostError extends Error {}

export function createReviewConsumer(parts: ReviewParts) {
	return (message: Taken<ReviewHandOver>) =>
		takeMessage(message, {
			name: "audit review",
			work: () => makeReview(parts, message.body),
			faultOf: (error) => ({ event: "report-retried", runId: message.body.reviewOf, ...faultText(error) }),
		});
}

/** Makes the file of a review: a PDF, or a workbook if it is too long for one. */
async function makeReview(parts: ReviewParts, { accountId, reviewOf, attempt }: ReviewHandOver): Promise<void> {
	const { accounts, clock, verifyUrlOf } = parts;
	const calls = accounts.get(accounts.idFromName(accountId));
	const held = { reviewOf, attempt };
	const claim = await calls.claimReview(held, clock());
	if (claim.status === "ignored") return;
	const { review } = claim;
	const verifyUrl = review.isCheckable ? await verifyUrlOf(accountId) : null;
	const make = (format: ReportFormat) => makeFile({ ...parts, calls, held, review, verifyUrl }, format);
	try {
		const made = review.rows > mostPdfRows ? await make("xlsx") : await pdfOrWorkbook(make);
		await calls.tellReview(held, { kind: "made", made }, clock());
	} catch (error) {
		if (error instanceof ReviewLostError) return;
		if (!(error instanceof ReportDenial)) throw error;
		await calls.tellReview(held, { kind: "failed", error: error.message }, clock());
	}
}

type Make<Made> = (format: ReportFormat) => Promise<Made>;

async function pdfOrWorkbook<Made>(make: Make<Made>): Promise<Made> {
	try {
		return await make("pdf");
	} catch (error) {
		if (error instanceof ReportDenial) return make("xlsx");
		throw error;
	}
}

type Making = Omit<ReviewParts, "accounts"> & {
	calls: ReviewCalls;
	held: ReviewAttempt;
	review: ClaimedReview;
	verifyUrl: string | null;
};

async function makeFile(making: Making, format: ReportFormat) {
	const { bucket, review, held, verifyUrl, readFont } = making;
	const { objectKey, layout, companyName, productName, remarks, month } = review;
	const counts = { rows: 0, unnamed: 0 };
	const pages = (part: number) => rowsOf(making, part);
	const document = reviewDocument(review, { pages, counts });
	const mediaType = reportMediaType(format);
	const options = { format, layout, runId: held.reviewOf, companyName, productName, verifyUrl, readFont };
	const stored = await storeFile({
		bucket,
		objectKey,
		mediaType,
		bytes: renderReport(document, { ...options, onRows: () => {} }),
		begun: async () => {},
	});
	const name = reviewTitle(layout, month);
	const named = { name, company: companyName, from: month, to: month, group: "", type: name };
	return {
		...stored,
		...counts,
		objectKey,
		mediaType,
		remarks: remarks.length,
		name: reportFileName("{name}", named, format),
	};
}

async function* rowsOf({ calls, held, clock }: Making, part: number): AsyncGenerator<ReviewedRow[], void> {
	let beforeId: string | null = null;
	do {
		const page = await calls.readReview(held, { part, beforeId }, clock());
		if (page.status === "lost") throw new ReviewLostError("The review is no longer this attempt's");
		yield page.rows;
		beforeId = page.nextId;
	} while (beforeId !== null);
}
