import { appendAll } from "../../shared/base/lists";
import type { AccountDb, EvidenceArchive } from "../base/context";
import { domainError } from "../base/errors";
import { timeOfId } from "../base/ids";
import { type EvidencePart, findEvidencePart, listErasures, listEvidenceParts } from "../db/evidence-rows";
import { readObject } from "./evidence-objects";
import type { EvidenceSource } from "./evidence-source";

type Parts = { db: AccountDb; evidence: EvidenceArchive };

/** Limits of one request. The next request continues at the cursor. */
const mostObjects = 24;
const mostBytes = 2_000_000;

export type EvidenceSearch<Row> = {
	beforeId?: string | undefined;
	/** At least one of each list must match. */
	facets?: string[][];
	from?: number | undefined;
	matches: (row: Row) => boolean;
	limit: number;
};

/** `nextId` null: the search is complete. `searchedTo`: everything since was searched. */
export type FoundEvidence<Row> = { rows: Row[]; nextId: string | null; searchedTo: number | null };

/** Newest first. Consistent with database rows read in the same turn. */
export async function searchEvidence<Row>(
	{ db, evidence }: Parts,
	source: EvidenceSource<Row>,
	{ beforeId, facets = [], from = Number.NEGATIVE_INFINITY, matches, limit }: EvidenceSearch<Row>,
): Promise<FoundEvidence<Row>> {
	const listed = listEvidenceParts(db, source.kind, beforeId).filter(({ monthEndsAt }) => monthEndsAt > from);
	const wanted = listed.filter((part) => mayHold(part, facets));
	const rows: Row[] = [];
	let nextId = beforeId ?? null;
	let [objects, bytes] = [0, 0];
	for (const part of wanted) {
		if (objects === mostObjects || bytes > mostBytes) return { rows, nextId, searchedTo: timeOf(part) };
		objects += 1;
		bytes += part.bytes;
		for (const row of (await rowsOf({ db, evidence }, source, part)).toReversed()) {
			const id = source.idOf(row);
			if ((beforeId !== undefined && id >= beforeId) || !matches(row)) continue;
			if (rows.length === limit) return { rows, nextId, searchedTo: timeOf(part) };
			rows.push(row);
			nextId = id;
		}
		nextId = part.firstId;
	}
	return { rows, nextId: null, searchedTo: null };
}

function mayHold({ facets }: EvidencePart, wanted: string[][]): boolean {
	return facets === null || wanted.every((some) => some.some((facet) => facets.includes(facet)));
}

function timeOf({ monthEndsAt }: EvidencePart): number {
	return monthEndsAt;
}

/** Oldest first, within the limits of one request. Epoch ms. */
export async function evidenceBetween<Row>(
	{ db, evidence }: Parts,
	source: EvidenceSource<Row>,
	{ from, to }: { from: number; to: number },
): Promise<Row[]> {
	const parts = listEvidenceParts(db, source.kind).toReversed();
	const touching = parts.filter(({ monthEndsAt, firstId }) => monthEndsAt > from && timeOfId(firstId) < to);
	const rows: Row[] = [];
	for (const part of touching.slice(0, mostObjects)) appendAll(rows, await rowsOf({ db, evidence }, source, part));
	return rows;
}

/** Oldest first. Empty if retention has removed the object. */
export async function rowsOf<Row>(
	{ db, evidence }: Parts,
	source: EvidenceSource<Row>,
	part: EvidencePart,
): Promise<Row[]> {
	const lines = await readObject(evidence, part);
	if (lines === null && findEvidencePart(db, part.objectKey) !== null) {
		throw domainError("LOG_ARCHIVE_UNAVAILABLE", { objectKey: part.objectKey, bytes: part.bytes });
	}
	const erased = listErasures(db);
	return (lines ?? []).map((line) => source.withoutContacts(source.fromLine(line), erased));
}
