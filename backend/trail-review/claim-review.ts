import { dayMs, hourMs, minuteMs } from "../../shared/base/durations";
import { said } from "../../shared/log/said";
import { auditTexts } from "../account/audit-texts";
import { unnamedKeptMs } from "../base/archive-places";
import type { AccountDb, EvidenceArchive } from "../base/context";
import type { Job } from "../base/job";
import { accountOrThrow } from "../db/account-rows";
import { auditStanding, countAuditRows, listAuditRows } from "../db/audit-rows";
import { deleteFile, deleteGarbage, findFile, insertFile, putGarbage } from "../db/report-run-rows";
import { listFileSignatures } from "../db/report-signature-rows";
import {
	findTrailReview,
	firstTrailReviewMakeAt,
	listTrailRemarks,
	listTrailReviews,
	listTrailReviewsToMake,
	type TrailReviewRow,
	updateTrailReview,
} from "../db/trail-review-rows";
import { auditEvidence } from "../evidence/audit-evidence";
import { searchEvidence } from "../evidence/read-evidence";
import { recordHash } from "../report/proof/file-hashes";
import type { RunStore } from "../report/run/run-hooks";
import { layoutOf } from "./review-about";
import type { ReviewAttempt, ReviewClaim, ReviewHandOver, ReviewNews, ReviewPlace, ReviewRows } from "./review-calls";
import { highest, signedStanding } from "./review-standing";

const firstWaitMs = 5 * minuteMs;
const rowsPerPage = 200;
/** Files begun by a consumer that is lost. */
const begunKeptMs = dayMs;

type WorkParts = { db: AccountDb; queue: { send(body: ReviewHandOver): Promise<unknown> } };

/** Queues reviews until their file is made. Subject: the review's id. */
export function reviewFilesWork({ db, queue }: WorkParts): Job {
	return {
		name: "audit review files",
		title: said("work.is.auditReviews"),
		isUrgent: true,
		describe: (id) => ({ name: findTrailReview(db, id)?.month ?? id, deviceId: null }),
		nextDueAt: () => firstTrailReviewMakeAt(db),
		due: (now, limit) => listTrailReviewsToMake(db, now, limit),
		run: async (id, now) => {
			const review = findTrailReview(db, id);
			if (review?.makeAt == null || review.makeAt > now) return;
			const attempt = review.attempt + 1;
			const waitMs = Math.min(firstWaitMs * 2 ** Math.min(review.attempt, 4), hourMs);
			updateTrailReview(db, id, { attempt, makeAt: now + waitMs });
			await queue.send({ accountId: accountOrThrow(db).id, reviewOf: id, attempt });
		},
	};
}

type Store = RunStore & { reportPrefix: string; evidence: EvidenceArchive };

function heldReview(db: AccountDb, { reviewOf, attempt }: ReviewAttempt): TrailReviewRow | null {
	const review = findTrailReview(db, reviewOf);
	return review !== null && review.makeAt !== null && review.attempt === attempt ? review : null;
}

/** Fixes which rows the file lists, so that a row that is stored meanwhile is in none of its pages. */
export function claimReview(store: Store, attempt: ReviewAttempt): ReviewClaim {
	const { db, now, reportPrefix } = store;
	const review = heldReview(db, attempt);
	if (review === null) return { status: "ignored" };
	const { id, month, zone, from, to, startedBy } = review;
	const upTo = auditStanding(db);
	const listed = signedStanding(db, id);
	const lateParts = listTrailReviews(db).flatMap((other) => {
		if (other.id === id || other.signedAt === null || other.reading === null) return [];
		const after = highest(other.reading.upTo, listed);
		const span = { from: other.from, to: other.to };
		return countAuditRows(db, { ...span, recorded: { after, upTo } }) === 0 ? [] : [{ ...span, after }];
	});
	const parts = [{ from, to }, ...lateParts];
	const objectKey = `${reportPrefix}/${id}/${attempt.attempt}`;
	db.transaction(() => {
		updateTrailReview(db, id, { reading: { upTo, parts } });
		putGarbage(db, { objectKey, uploadId: null, dueAt: now + begunKeptMs });
	});
	const account = accountOrThrow(db);
	const { companyName, productName, fileCheck } = account;
	return {
		status: "make",
		review: {
			objectKey,
			companyName,
			productName,
			month,
			zone,
			from,
			to,
			now,
			startedBy,
			isCheckable: fileCheck === "on",
			layout: layoutOf(account),
			remarks: listTrailRemarks(db, id).map(({ reviewId: _, authorId: __, ...remark }) => remark),
			parts: parts.length,
			rows: countAuditRows(db, { from, to, recorded: { upTo } }),
		},
	};
}

/** Newest first, from rows and then from the archive. */
export async function readReview(store: Store, attempt: ReviewAttempt, place: ReviewPlace): Promise<ReviewRows> {
	const { db, evidence } = store;
	const review = heldReview(db, attempt);
	const part = review?.reading?.parts[place.part];
	if (!review?.reading || part === undefined) return { status: "lost" };
	const { from, to, after } = part;
	const beforeId = place.beforeId ?? undefined;
	const filter = { actorId: undefined, kind: undefined, entityId: undefined, action: undefined, from, to, beforeId };
	const recorded = { after, upTo: review.reading.upTo };
	const rows = listAuditRows(db, { ...filter, limit: rowsPerPage, recorded });
	if (rows.length === rowsPerPage)
		return { status: "read", rows: auditTexts(db, rows), nextId: rows.at(-1)?.id ?? null };
	if (after !== undefined) return { status: "read", rows: auditTexts(db, rows), nextId: null };
	const older = await searchEvidence({ db, evidence }, auditEvidence, {
		beforeId: rows.at(-1)?.id ?? beforeId,
		from,
		limit: rowsPerPage - rows.length,
		matches: ({ at }) => at.getTime() >= from && at.getTime() < to,
	});
	return { status: "read", rows: auditTexts(db, [...rows, ...older.rows]), nextId: older.nextId };
}

/** Ignores a file of an earlier attempt. */
export function reportReview(store: Store, attempt: ReviewAttempt, news: ReviewNews): void {
	const { db, now, newId, invalidations } = store;
	db.transaction(() => {
		const review = heldReview(db, attempt);
		if (review === null) return;
		if (news.kind === "failed") {
			updateTrailReview(db, review.id, { makeAt: null, error: news.error });
			return;
		}
		const { rows, unnamed, remarks, objectKey, ...made } = news.made;
		const file = {
			id: newId("reportFile"),
			runId: review.id,
			kind: "report" as const,
			objectKey,
			...made,
			groupId: null,
			groupName: null,
			createdAt: new Date(now),
		};
		insertFile(db, file);
		deleteGarbage(db, objectKey);
		recordHash(store, file);
		dropUnsigned(store, review.fileId);
		updateTrailReview(db, review.id, { makeAt: null, fileId: file.id, rows, unnamed, remarks, error: null });
	});
	invalidations.changed("account", "all");
}

/** A signed file stays, also one whose signature rejects it. */
function dropUnsigned({ db, now }: Store, fileId: string | null): void {
	const file = fileId === null ? null : findFile(db, fileId);
	if (!file || listFileSignatures(db, file.id).length > 0) return;
	deleteFile(db, file.id);
	putGarbage(db, { objectKey: file.objectKey, uploadId: null, dueAt: now + unnamedKeptMs });
}
