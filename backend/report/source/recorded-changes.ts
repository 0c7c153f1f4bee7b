import type { AuditAction } from "../../../shared/account/audit";
import { appendAll } from "../../../shared/base/lists";
import { type AuditRow, listAuditRows } from "../../db/audit-rows";
import { auditEvidence, auditFacets, isRequestedFor } from "../../evidence/audit-evidence";
import { searchEvidence } from "../../evidence/read-evidence";
import type { ReportParts } from "./report-run";

export const mostChanges = 2_000;

/** Returns device changes by one action since `from` (epoch ms), oldest first, as far back as the audit log goes. */
export async function recordedChanges(
	{ db, evidence }: Pick<ReportParts, "db" | "evidence">,
	action: AuditAction,
	from?: number,
): Promise<AuditRow[]> {
	const requested = { kind: "device" as const, action, actorId: undefined, entityId: undefined, from, to: undefined };
	const rows = listAuditRows(db, { ...requested, beforeId: undefined, limit: mostChanges });
	const search = { from, facets: auditFacets(requested), matches: (row: AuditRow) => isRequestedFor(row, requested) };
	let beforeId = rows.at(-1)?.id;
	for (let isMore = true; isMore && rows.length < mostChanges; ) {
		const limit = mostChanges - rows.length;
		const older = await searchEvidence({ db, evidence }, auditEvidence, { ...search, beforeId, limit });
		appendAll(rows, older.rows);
		beforeId = older.nextId ?? undefined;
		isMore = beforeId !== undefined;
	}
	return rows.toReversed();
}
