import { secondMs } from "../../shared/base/durations";
import { said } from "../../shared/log/said";
import { withoutContacts } from "../activity/audit";
import { type AuditFilter, type AuditRow, deleteAuditRows, listAuditMonth, oldestAudit } from "../db/audit-rows";
import type { EvidenceSource } from "./evidence-source";

type AuditLine = Omit<AuditRow, "at"> & { at: number };

export const auditEvidence: EvidenceSource<AuditRow> = {
	kind: "audit",
	title: said("work.is.archivingAudit"),
	oldestAt: (db) => oldestAudit(db).monthAt,
	list: (db, { monthEndsAt, ...page }) => listAuditMonth(db, monthEndsAt - secondMs, page),
	remove: (db, monthEndsAt, ids) => deleteAuditRows(db, monthEndsAt - secondMs, ids),
	idOf: ({ id }) => id,
	toLine: ({ at, ...row }) => JSON.stringify({ ...row, at: at.getTime() } satisfies AuditLine),
	fromLine: (line) => {
		const { at, ...row } = JSON.parse(line) as AuditLine; // written by toLine, in an object with a checksum
		return { ...row, at: new Date(at) };
	},
	facetsOf: ({ action, actorId, actorKind, entities }) => [
		`action ${action}`,
		`actor ${actorKind === "system" ? "system" : actorId}`,
		...entities.map(({ kind }) => `kind ${kind}`),
	],
	withoutContacts,
};

type Wanted = Pick<AuditFilter, "actorId" | "kind" | "entityId" | "action" | "from" | "to">;

export function auditFacets({ actorId, kind, action }: Wanted): string[][] {
	return [
		...(actorId === undefined ? [] : [[`actor ${actorId}`]]),
		...(kind === undefined ? [] : [[`kind ${kind}`]]),
		...(action === undefined ? [] : [[`action ${action}`]]),
	];
}

/** Must match the database search. */
export function isRequestedFor(row: AuditRow, { actorId, kind, entityId, action, from = 0, to }: Wanted): boolean {
	const at = row.at.getTime();
	const isActor =
		actorId === undefined || (actorId === "system" ? row.actorKind === "system" : row.actorId === actorId);
	const isKind = kind === undefined || row.kinds.includes(`|${kind}|`);
	const isEntity = entityId === undefined || row.entityIds.includes(`|${entityId}|`);
	const isAction = action === undefined || row.action === action;
	return isActor && isKind && isEntity && isAction && at >= from && at < (to ?? Number.POSITIVE_INFINITY);
}
