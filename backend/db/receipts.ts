import { and, eq, gt, or, type SQL, sql } from "drizzle-orm";
import type { AccountDb, ReadDb } from "../base/context";
import type { ReceiptPosition } from "../base/receipt-span";
import { account, type alertEvents, type logEvents } from "./schema";

/** What programs follow: its rows are numbered whenever they are written. */
type Followed = typeof alertEvents | typeof logEvents;

const floor = sql`coalesce((select max(receipt_floor) from ${account}), 0)`;
const newest = (table: Followed) => sql`coalesce((select max(receipt) from ${table}), 0)`;

/**
 * The receipt of what is written now: above that of every row before, deleted ones too. Microseconds of the clock
 * besides, so that an object which is recovered to an earlier time gives out none that a user has seen already.
 */
export function nextReceipt(table: Followed): SQL<number> {
	return sql<number>`max(${newest(table)} + 1, ${floor} + 1, cast(unixepoch('subsec') * 1000000 as integer))`;
}

/** Call before rows are deleted: the next one must not get the receipt of the newest. */
export function keepReceipt(db: AccountDb, table: Followed): void {
	db.update(account)
		.set({ receiptFloor: sql`max(${account.receiptFloor}, ${newest(table)})` })
		.run();
}

/** Of all that was ever written. 0: nothing was. */
export function lastReceipt(db: ReadDb, table: Followed): number {
	const last = sql<number>`max(${newest(table)}, ${floor})`;
	// A select without a table does not exist here.
	return db.select({ last }).from(sql`(select 1)`).get()?.last ?? 0;
}

export function isReceivedAfter({ receipt, id }: Followed, after: ReceiptPosition): SQL | undefined {
	return or(gt(receipt, after.receipt), and(eq(receipt, after.receipt), gt(id, after.id)));
}
