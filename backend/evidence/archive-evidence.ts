import { dayMs, hourMs } from "../../shared/base/durations";
import type { AccountDb, EvidenceArchive } from "../base/context";
import { doneTogether, type Job } from "../base/job";
import {
	type EvidencePart,
	endOfMonth,
	evidenceInRowsMs,
	insertEvidencePart,
	isEvidenceArchived,
} from "../db/evidence-rows";
import { deleteGarbage } from "../db/report-run-rows";
import { writeObject } from "./evidence-objects";
import type { EvidenceSource } from "./evidence-source";

export type EvidenceParts = { db: AccountDb; archive: EvidenceArchive };

/** The object may be evicted between two steps. No row is lost or doubled, and the next run starts again. */
export type EvidenceStep = "collected" | "written" | "switched";

const mostBytes = 2_000_000;
const mostRows = 2_000;
const rowsPerRead = 50;
/** More facets would cost more space than they save. */
const mostFacets = 500;

type Collected<Row> = { monthEndsAt: number; rows: Row[]; text: string };

/** Rows that changed during the archiving wait for the next run. Throws LOG_ARCHIVE_UNAVAILABLE, and bucket errors. */
export async function* archiveEvidence<Row>(
	parts: EvidenceParts,
	source: EvidenceSource<Row>,
	now: number,
): AsyncGenerator<EvidenceStep, void> {
	for (let found = collect(parts.db, source, now); found; found = collect(parts.db, source, now)) {
		yield "collected";
		const written = await writeObject(parts, {
			...found,
			kind: source.kind,
			firstId: idsOf(source, found)[0] ?? "",
			now,
		});
		yield "written";
		if (!switchOver(parts.db, source, { found, written })) return;
		yield "switched";
	}
}

function collect<Row>(db: AccountDb, source: EvidenceSource<Row>, now: number): Collected<Row> | null {
	const oldestAt = source.oldestAt(db);
	if (oldestAt === null || !isEvidenceArchived(db)) return null;
	const monthEndsAt = endOfMonth(oldestAt);
	return monthEndsAt + evidenceInRowsMs <= now ? collectMonth(db, source, monthEndsAt) : null;
}

function collectMonth<Row>(db: AccountDb, source: EvidenceSource<Row>, monthEndsAt: number): Collected<Row> | null {
	const rows: Row[] = [];
	const lines: string[] = [];
	let length = 0;
	let afterId = "";
	for (let page = read(); page.length > 0; page = read()) {
		for (const row of page) {
			const line = source.toLine(row);
			// A single row may exceed the limit.
			if (rows.length === mostRows || (rows.length > 0 && length + line.length > mostBytes)) return done();
			rows.push(row);
			lines.push(line);
			length += line.length;
			afterId = source.idOf(row);
		}
	}
	return done();

	function read(): Row[] {
		return source.list(db, { monthEndsAt, afterId, limit: rowsPerRead });
	}

	function done(): Collected<Row> | null {
		return rows.length === 0 ? null : { monthEndsAt, rows, text: lines.join("\n") };
	}
}

function idsOf<Row>(source: EvidenceSource<Row>, { rows }: Collected<Row>): string[] {
	return rows.map(source.idOf);
}

type Written = Pick<EvidencePart, "objectKey" | "bytes" | "checksum">;

/** False if a row has changed since. */
function switchOver<Row>(
	db: AccountDb,
	source: EvidenceSource<Row>,
	{ found, written }: { found: Collected<Row>; written: Written },
): boolean {
	return db.transaction(() => {
		const { monthEndsAt, rows, text } = found;
		if (!isEvidenceArchived(db) || collectMonth(db, source, monthEndsAt)?.text !== text) return false;
		const ids = idsOf(source, found);
		const facets = new Set(rows.flatMap(source.facetsOf));
		insertEvidencePart(db, {
			...written,
			kind: source.kind,
			monthEndsAt,
			rows: rows.length,
			firstId: ids[0] ?? "",
			lastId: ids.at(-1) ?? "",
			facets: facets.size > mostFacets ? null : [...facets],
		});
		source.remove(db, monthEndsAt, ids);
		deleteGarbage(db, written.objectKey);
		return true;
	});
}

export function archiveEvidenceWork<Row>(parts: EvidenceParts, source: EvidenceSource<Row>): Job {
	/** Cached until the next run: rows added since are due later. */
	let known: number | null = null;
	/** Delays the next check while rows still wait. */
	let restsUntil = Number.NEGATIVE_INFINITY;
	const dueAt = () => {
		if (!isEvidenceArchived(parts.db)) return null;
		const oldestAt = known ?? source.oldestAt(parts.db);
		known = oldestAt;
		return oldestAt === null ? null : Math.max(endOfMonth(oldestAt) + evidenceInRowsMs, restsUntil);
	};
	return {
		name: `archived ${source.kind}`,
		title: source.title,
		...doneTogether(dueAt, dayMs),
		run: async (_, now) => {
			for await (const _step of archiveEvidence(parts, source, now));
			known = null;
			restsUntil = now + hourMs;
		},
	};
}
