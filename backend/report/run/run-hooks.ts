import type { AccountDb, Invalidations } from "../../base/context";
import type { NewId } from "../../base/ids";
import type { FileRow, RunRow } from "../../db/report-run-rows";

export type RunStore = { db: AccountDb; now: number; newId: NewId; invalidations: Invalidations };

/** Called in the transaction that ends a run. */
export type RunHooks = {
	/** Called when a run made its files. */
	afterRun(store: RunStore, run: RunRow, files: FileRow[]): void;
	/** Called when a run failed for good. */
	runFailed(store: RunStore, run: RunRow): void;
};
