import { asc, getTableColumns, gt, sql } from "drizzle-orm";
import { getTableConfig, type SQLiteTable } from "drizzle-orm/sqlite-core";
import type { AccountDb, EvidenceArchive } from "../../base/context";
import { listAuditRows } from "../../db/audit-rows";
import { listEvidenceParts } from "../../db/evidence-rows";
import type { EvidenceSource } from "../../evidence/evidence-source";
import { messageEvidence } from "../../evidence/message-evidence";
import { rowsOf } from "../../evidence/read-evidence";
import { type TableToExport, withoutPath } from "./exported-tables";
import { type Begun, jsonSlice, type Slice, sliceLength } from "./json-slices";

const rowsPerRead = 200;

export function tableSlice(db: AccountDb, { table, fields, addresses }: TableToExport, begun: Begun): Slice {
	const key = keyOf(table);
	const rows: unknown[] = [];
	let length = 0;
	let after: string | number | null = begun.cursor === null ? null : key.parse(begun.cursor);
	for (;;) {
		const columns = { key: key.sql, row: getTableColumns(table) };
		const isNext = after === null ? undefined : gt(key.sql, after);
		const read = db.select(columns).from(table).where(isNext).orderBy(asc(key.sql)).limit(rowsPerRead).all();
		for (const { key: at, row } of read) {
			const shown = Object.fromEntries(
				fields.map((field) => [field, addresses.includes(field) ? withoutPath(row[field]) : row[field]]),
			);
			rows.push(shown);
			length += JSON.stringify(shown).length;
			after = at;
			// A single row may exceed the limit.
			if (length >= sliceLength) return jsonSlice(begun, rows, String(after));
		}
		if (read.length < rowsPerRead) return jsonSlice(begun, rows, null);
	}
}

/** Tables without row ids have a key of one text column. */
function keyOf(table: SQLiteTable) {
	const { name, columns } = getTableConfig(table);
	const own = columns.find(({ primary }) => primary);
	const isText = own?.getSQLType() === "text";
	const named = sql.raw(`"${name}"."${isText ? own.name : "rowid"}"`);
	return {
		sql: sql<string | number>`${named}`,
		parse: (cursor: string) => (isText ? cursor : Number(cursor)),
	};
}

const whole = { actorId: undefined, kind: undefined, entityId: undefined, action: undefined, from: undefined };

/** Newest first: rows that move to the archive are found there. */
export function auditSlice(db: AccountDb, begun: Begun): Slice {
	const rows: unknown[] = [];
	let length = 0;
	let beforeId = begun.cursor ?? undefined;
	for (;;) {
		const read = listAuditRows(db, { ...whole, to: undefined, beforeId, limit: rowsPerRead });
		for (const { kinds: _, entityIds: __, ...row } of read) {
			rows.push(row);
			length += JSON.stringify(row).length;
			beforeId = row.id;
			if (length >= sliceLength) return jsonSlice(begun, rows, row.id);
		}
		if (read.length < rowsPerRead) return jsonSlice(begun, rows, null);
	}
}

type Archived = { db: AccountDb; evidence: EvidenceArchive };

export async function archivedSlice<Row>(parts: Archived, source: EvidenceSource<Row>, begun: Begun): Promise<Slice> {
	const [part, next] = listEvidenceParts(parts.db, source.kind, begun.cursor ?? undefined);
	const rows = part === undefined ? [] : await rowsOf(parts, source, part);
	return jsonSlice(begun, rows, part !== undefined && next !== undefined ? part.firstId : null);
}

/** Applies the exclusions of `exportedTables` to archived messages. */
export const exportedMessages: EvidenceSource<unknown> = {
	...messageEvidence,
	fromLine(line) {
		const { message, notices } = messageEvidence.fromLine(line);
		const { addressKey: _, ...shown } = message;
		return { message: { ...shown, address: withoutPath(shown.address) }, notices };
	},
};
