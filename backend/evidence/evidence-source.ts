import type { AccountDb } from "../base/context";
import type { EvidenceKind } from "../db/evidence-schema";

/** Rows that must last as long as the paper that rests on them. Their ids begin with their time. */
export type EvidenceSource<Row> = {
	kind: EvidenceKind;
	title: string;
	/** Of what the database still holds, epoch ms; null: nothing. */
	oldestAt(db: AccountDb): number | null;
	/** Of the month that ends then, the oldest first; none behind one that may still change by itself. */
	list(db: AccountDb, part: { monthEndsAt: number; afterId: string; limit: number }): Row[];
	remove(db: AccountDb, monthEndsAt: number, ids: string[]): void;
	idOf(row: Row): string;
	toLine(row: Row): string;
	fromLine(line: string): Row;
	/** What a search can pass over a whole object by. */
	facetsOf(row: Row): string[];
	/** As every reader has it once contacts were erased. */
	withoutContacts(row: Row, contactIds: string[]): Row;
};
