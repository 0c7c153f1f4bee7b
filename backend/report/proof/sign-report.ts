import { errorKey } from "../../../shared/base/error-key";
import type { ReportSignature, SignReport } from "../../../shared/report/report";
import { signPurpose } from "../../../shared/session/identity-confirmation";
import type { Call, MemberContext } from "../../base/context";
import { domainError, InputError } from "../../base/errors";
import { accountOrThrow } from "../../db/account-rows";
import { markHashesSigned } from "../../db/file-hash-rows";
import { findVersionAuthor } from "../../db/report-rows";
import { type RunRow, updateRun } from "../../db/report-run-rows";
import { insertSignature, listFileSignatures, requestEdition } from "../../db/report-signature-rows";
import { takeConfirmation } from "../../session/confirm-identity";
import { isWhole } from "../delivery/deliver-run";
import { visibleFileOrThrow, visibleRunOrThrow } from "../run/visible-runs";

/**
 * Throws REPORT_RUN_NOT_FOUND, REPORT_HAS_NO_FILE, REPORT_FILE_NOT_FOUND, IDENTITY_NOT_CONFIRMED, and InputError for a
 * meaning that the company keeps to other people.
 */
export function signReport({ ctx, input }: Call<SignReport>): ReportSignature {
	const { runId, fileId, meaning, reason } = input;
	const run = visibleRunOrThrow(ctx, runId);
	if (!isWhole(run)) throw domainError("REPORT_HAS_NO_FILE", { runId });
	const file = visibleFileOrThrow(ctx, fileId);
	if (file.runId !== runId || file.kind !== "report") throw domainError("REPORT_FILE_NOT_FOUND", { fileId });
	assertSeparate(ctx, run, input);
	const { db, now, user, newId } = ctx;
	const { sha256 } = file;
	const signature = {
		id: newId("reportSignature"),
		name: user.name,
		email: user.email,
		userId: user.id,
		meaning,
		reason,
		at: now,
		sha256,
	};
	return db.transaction(() => {
		const proof = takeConfirmation(ctx, signPurpose({ runId, sha256 }));
		insertSignature(db, { ...signature, proof, runId, fileId, sub: ctx.identity.sub });
		// Exempts signed runs from retention.
		updateRun(db, runId, { keptUntil: null });
		markHashesSigned(db, { fileId, now });
		requestEdition(db, { fileId, runId, now });
		ctx.audit.makes();
		ctx.audit.act(
			{ report: [run.reportId] },
			{
				run: runId,
				file: file.name,
				sha256,
				meaning,
				reason,
				proof: proof?.by ?? "password",
			},
		);
		ctx.invalidations.changed("reports", "all");
		return { ...signature, proof };
	});
}

function assertSeparate({ db, user }: MemberContext, run: RunRow, { fileId, meaning }: SignReport): void {
	if (accountOrThrow(db).signing !== "separate") return;
	const signatures = listFileSignatures(db, fileId);
	const own = signatures.find(({ userId }) => userId === user.id);
	if (own && own.meaning !== meaning) throw new InputError({ meaning: errorKey("sign.oneMeaning") });
	if (meaning !== "approved") return;
	const authors = [findVersionAuthor(db, run.reportId, run.definitionVersion), run.requesterId];
	if (authors.includes(user.id)) throw new InputError({ meaning: errorKey("sign.author") });
	if (!signatures.some((signature) => signature.meaning === "reviewed")) {
		throw new InputError({ meaning: errorKey("sign.reviewFirst") });
	}
}
