import type { RowStore } from "../base/context";
import { changeBilling, findBilling, markBilling } from "../db/billing-rows";

/** Something of the customer changed, whom the directory calls this account's: an account that was restored learns of it. */
export function markCustomer({ db, now }: Pick<RowStore, "db" | "now">, customerId: string): void {
	const row = findBilling(db);
	if (row && row.customerId === null) changeBilling(db, { customerId });
	if (row && (row.customerId ?? customerId) === customerId) markBilling(db, now);
}
