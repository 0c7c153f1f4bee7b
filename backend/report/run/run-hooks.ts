import type { AccountDb, Invalidations } from "../../base/context";
import type { NewId } from "../../base/ids";
import type { FileRow, RunRow } from "../../db/report-run-rows";

export type RunStore = { db: AccountDb; now: number; newId: NewId; invalidations: Invalidations };

/** What follows a run, within the transaction that ends it. */
export type RunHooks = {
	/** It has made its files: they go to a user who gets them. */
	afterRun(store: RunStore, run: RunRow, files: FileRow[]): void;
	/** It is given up: a user who the report belongs to is notified why. */
	runFailed(store: RunStore, run: RunRow): void;
};
