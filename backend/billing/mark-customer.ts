import type { RowStore } from "../base/context";
import { changeBilling, findBilling, markBilling } from "../db/billing-rows";

/** Marks billing for a new read, and stores the customer of a restored account, as the directory knows it. */
export function markCustomer({ db, now }: Pick<RowStore, "db" | "now">, customerId: string): void {
	const row = findBilling(db);
	if (row && row.customerId === null) changeBilling(db, { customerId });
	if (row && (row.customerId ?? customerId) === customerId) markBilling(db, now);
}
