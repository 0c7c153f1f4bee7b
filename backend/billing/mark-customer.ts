import type { RowStore } from "../base/context";
import { findBilling, markBilling } from "../db/billing-rows";

/** Something of the customer changed: it is read anew, if it is this account's customer. */
export function markCustomer({ db, now }: Pick<RowStore, "db" | "now">, customerId: string): void {
	if (findBilling(db)?.customerId === customerId) markBilling(db, now);
}
