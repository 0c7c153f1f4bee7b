import type { AccountDb, Invalidations } from "../../base/context";
import type { NewId } from "../../base/ids";
import type { FileRow, RunRow } from "../../db/report-run-rows";

export type RunStore = { db: AccountDb; now: number; newId: NewId; invalidations: Invalidations };

/** Called in the transaction that ends a run. */
export type RunHooks = {
	afterRun(store: RunStore, run: RunRow, files: FileRow[]): void;
	runFailed(store: RunStore, run: RunRow): void;
};
