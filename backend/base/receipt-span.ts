import type { ByReceipt } from "../../shared/base/receipt";
import { InputError } from "./errors";

/** A row by when it was written. Those that one statement wrote have the same receipt. */
export type ReceiptPosition = { receipt: number; id: string };

/** Behind the one, and up to the other. */
export type ReceiptSpan = { after: ReceiptPosition; upTo: number };

const cursorForm = /^(\d{1,16})\.(\w{1,40})$/;

/**
 * What a page by receipt is of; null: a user begins, in the list's own order. `last`: of all that was written.
 * Throws an InputError for a place that the account, recovered to an earlier time, does not know.
 */
export function receiptSpan(
	{ since, until }: ByReceipt,
	{ last, cursor }: { last: number; cursor: string | undefined },
): { upTo: number; page: ReceiptSpan | null } {
	const upTo = Math.min(until ?? last, last);
	if (since === undefined) return { upTo, page: null };
	if (since > last) {
		throw new InputError({ since: "What changed since is not known any more. Leave it out to read everything again." });
	}
	// No id sorts behind it: what has the receipt itself is known.
	const after = cursor === undefined ? { receipt: since, id: "~" } : parseReceiptCursor(cursor);
	return { upTo, page: { after, upTo } };
}

export function receiptCursor({ receipt, id }: ReceiptPosition): string {
	return `${receipt}.${id}`;
}

function parseReceiptCursor(cursor: string): ReceiptPosition {
	const [, receipt, id] = cursorForm.exec(cursor) ?? [];
	if (receipt === undefined || id === undefined) throw new InputError({ cursor: "Not a cursor of this query" });
	return { receipt: Number(receipt), id };
}
