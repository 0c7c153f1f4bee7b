import { and, eq, gt, or, type SQL, sql } from "drizzle-orm";
import type { AccountDb, ReadDb } from "../base/context";
import type { ReceiptPosition } from "../base/receipt-span";
import { account, type alertEvents, type logEvents } from "./schema";

/** Tables whose rows get a new receipt at each write. */
type Followed = typeof alertEvents | typeof logEvents;

const floor = sql`coalesce((select max(receipt_floor) from ${account}), 0)`;
const newest = (table: Followed) => sql`coalesce((select max(receipt) from ${table}), 0)`;

/** At least the clock in microseconds, so that an account restored to an earlier time repeats no receipt. */
export function nextReceipt(table: Followed): SQL<number> {
	return sql<number>`max(${newest(table)} + 1, ${floor} + 1, cast(unixepoch('subsec') * 1000000 as integer))`;
}

/** Call before rows are deleted, so that no receipt is used twice. */
export function keepReceipt(db: AccountDb, table: Followed): void {
	db.update(account)
		.set({ receiptFloor: sql`max(${account.receiptFloor}, ${newest(table)})` })
		.run();
}

/** Includes deleted rows. 0: none. */
export function lastReceipt(db: ReadDb, table: Followed): number {
	const last = sql<number>`max(${newest(table)}, ${floor})`;
	// drizzle has no select without a table.
	return db.select({ last }).from(sql`(select 1)`).get()?.last ?? 0;
}

export function isReceivedAfter({ receipt, id }: Followed, after: ReceiptPosition): SQL | undefined {
	return or(gt(receipt, after.receipt), and(eq(receipt, after.receipt), gt(id, after.id)));
}
