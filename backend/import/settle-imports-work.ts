import type { DueWork } from "../alarm/due-work";
import type { AccountContext } from "../context";
import { findImport, firstSettlesAt, importsToSettle, updateImport } from "./import-rows";

/** Makes imports final when the time to undo them is over. The subject is an import's id. */
export function settleImportsWork({ db, log }: Pick<AccountContext, "db" | "log">): DueWork {
	return {
		name: "settle imports",
		nextDueAt: () => firstSettlesAt(db)?.getTime() ?? null,
		due: (now, limit) => importsToSettle(db, new Date(now), limit),
		run: async (importId, now) => {
			const row = findImport(db, importId);
			if (!row || row.settledAt || row.undoneAt) return;
			await log.settleImport(importId);
			updateImport(db, importId, { settledAt: new Date(now) });
		},
	};
}
