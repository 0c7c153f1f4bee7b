import type { ByReceipt } from "../../shared/base/receipt";
import { InputError } from "./errors";

export type ReceiptPosition = { receipt: number; id: string };

/** `after` is exclusive, `upTo` inclusive. */
export type ReceiptSpan = { after: ReceiptPosition; upTo: number };

const cursorForm = /^(\d{1,16})\.(\w{1,40})$/;

/** Throws InputError for a receipt that an account restored to an earlier time does not know. */
export function receiptSpan(
	{ since, until }: ByReceipt,
	{ last, cursor }: { last: number; cursor: string | undefined },
): { upTo: number; page: ReceiptSpan | null } {
	const upTo = Math.min(until ?? last, last);
	if (since === undefined) return { upTo, page: null };
	if (since > last) {
		throw new InputError({ since: "What changed since is not known any more. Leave it out to read everything again." });
	}
	// No id sorts after "~", so rows with the receipt itself are excluded.
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
