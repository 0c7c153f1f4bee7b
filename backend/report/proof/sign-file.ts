import { errorKey } from "../../../shared/base/error-key";
import type { ReportSignature, SignatureMeaning } from "../../../shared/report/report";
import { signPurpose } from "../../../shared/session/identity-confirmation";
import type { AuditTargets, MemberContext } from "../../base/context";
import { InputError } from "../../base/errors";
import { accountOrThrow } from "../../db/account-rows";
import { markHashesSigned } from "../../db/file-hash-rows";
import type { FileRow } from "../../db/report-run-rows";
import { insertSignature, listFileSignatures, requestEdition } from "../../db/report-signature-rows";
import { takeConfirmation } from "../../session/confirm-identity";

type Signing = {
	file: FileRow;
	meaning: SignatureMeaning;
	reason: string;
	/** Ids of the file's authors, who cannot approve it if the company requires another person for that. */
	authors: readonly (string | null)[];
	target: AuditTargets;
	/** Runs in the transaction of the signature. */
	signed(): void;
};

/** Throws IDENTITY_NOT_CONFIRMED, and InputError for a meaning that the company reserves for other users. */
export function signFile(ctx: MemberContext, { file, authors, target, signed, ...stated }: Signing): ReportSignature {
	const { db, now, user, newId } = ctx;
	const { meaning, reason } = stated;
	const { id: fileId, runId, sha256 } = file;
	assertSeparate(ctx, fileId, { meaning, authors });
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
		signed();
		markHashesSigned(db, { fileId, now });
		requestEdition(db, { fileId, runId, now });
		ctx.audit.makes();
		ctx.audit.act(target, {
			run: runId,
			file: file.name,
			sha256,
			meaning,
			reason,
			proof: proof?.by ?? "password",
		});
		return { ...signature, proof };
	});
}

type Stated = Pick<Signing, "meaning" | "authors">;

function assertSeparate({ db, user }: MemberContext, fileId: string, { meaning, authors }: Stated): void {
	if (accountOrThrow(db).signing !== "separate") return;
	const signatures = listFileSignatures(db, fileId);
	const own = signatures.find(({ userId }) => userId === user.id);
	if (own && own.meaning !== meaning) throw new InputError({ meaning: errorKey("sign.oneMeaning") });
	if (meaning !== "approved") return;
	if (authors.includes(user.id)) throw new InputError({ meaning: errorKey("sign.author") });
	if (!signatures.some((signature) => signature.meaning === "reviewed")) {
		throw new InputError({ meaning: errorKey("sign.reviewFirst") });
	}
}
