import { said } from "../../shared/log/said";
import { unnamedKeptMs } from "../base/archive-places";
import type { Job } from "../base/job";
import {
	deleteEvidencePart,
	findEvidencePart,
	insertEvidencePart,
	listErasures,
	listStaleParts,
	setNotStale,
} from "../db/evidence-rows";
import { deleteGarbage, putGarbage } from "../db/report-run-rows";
import type { EvidenceParts } from "./archive-evidence";
import { auditEvidence } from "./audit-evidence";
import { writeObject } from "./evidence-objects";
import { rowsOf } from "./read-evidence";

/** An alarm accepts no zero. */
const atOnce = 1;

/** Rewrites objects without deleted contacts. Until then readers omit them. A subject is an object's key. */
export function eraseEvidenceWork({ db, archive }: EvidenceParts): Job {
	return {
		name: "erased evidence",
		title: said("work.is.erasingEvidence"),
		nextDueAt: () => (listStaleParts(db).length > 0 ? atOnce : null),
		due: (_, limit) => listStaleParts(db).slice(0, limit),
		run: async (objectKey, now) => {
			const part = findEvidencePart(db, objectKey);
			if (!part) return;
			const erased = listErasures(db);
			const rows = await rowsOf({ db, evidence: archive }, { ...auditEvidence, withoutContacts: (row) => row }, part);
			const text = rows.map((row) => auditEvidence.toLine(auditEvidence.withoutContacts(row, erased))).join("\n");
			if (text === rows.map(auditEvidence.toLine).join("\n")) return settle(erased, () => setNotStale(db, objectKey));
			const written = await writeObject({ db, archive }, { ...part, text, now });
			settle(erased, () => {
				if (findEvidencePart(db, objectKey) === null) return;
				deleteEvidencePart(db, objectKey);
				insertEvidencePart(db, { ...part, ...written });
				putGarbage(db, { objectKey, uploadId: null, dueAt: now + unnamedKeptMs });
				deleteGarbage(db, written.objectKey);
				setNotStale(db, written.objectKey);
			});
		},
	};

	/** Does nothing if another contact was erased in between: the object stays due. */
	function settle(erased: string[], act: () => void): void {
		db.transaction(() => {
			if (JSON.stringify(listErasures(db)) === JSON.stringify(erased)) act();
		});
	}
}
