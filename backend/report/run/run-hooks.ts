import type { PrintedPages } from "../../../shared/report/verify-file";
import type { AccountDb, Invalidations } from "../../base/context";
import type { NewId } from "../../base/ids";
import type { FileRow, RunRow } from "../../db/report-run-rows";

export type RunStore = { db: AccountDb; now: number; newId: NewId; invalidations: Invalidations };

export type RunFile = FileRow & { printed?: PrintedPages };

/** Called in the transaction that ends a run. */
export type RunHooks = {
	afterRun(store: RunStore, run: RunRow, files: RunFile[]): void;
	runFailed(store: RunStore, run: RunRow): void;
};
