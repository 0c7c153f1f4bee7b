import type { Statement } from "../../shared/log/said-text";
import type { AccountDb } from "../base/context";
import type { EvidenceKind } from "../db/evidence-schema";

/** Ids must begin with the row's time. */
export type EvidenceSource<Row> = {
	kind: EvidenceKind;
	title: Statement;
	/** The oldest row in the database, epoch ms; null: none. */
	oldestAt(db: AccountDb): number | null;
	/** Oldest first. Stops before a row that may still change. */
	list(db: AccountDb, part: { monthEndsAt: number; afterId: string; limit: number }): Row[];
	remove(db: AccountDb, monthEndsAt: number, ids: string[]): void;
	idOf(row: Row): string;
	toLine(row: Row): string;
	fromLine(line: string): Row;
	/** A search skips objects without a requested facet. */
	facetsOf(row: Row): string[];
	withoutContacts(row: Row, contactIds: string[]): Row;
};
