import { eq } from "drizzle-orm";
import type { AccountDb } from "../base/context";
import { rewrites } from "./schema";

/** Rewrites stored rows once for each account, with its mark in one transaction. */
export function rewriteOnce(db: AccountDb, { name, now }: { name: string; now: number }, rewrite: () => void): void {
	db.transaction(() => {
		if (db.select().from(rewrites).where(eq(rewrites.name, name)).get()) return;
		rewrite();
		db.insert(rewrites)
			.values({ name, doneAt: new Date(now) })
			.run();
	});
}
