import { findVersion } from "../../db/report-rows";
import type { RunRow } from "../../db/report-run-rows";
import { queueEvent } from "../../webhook/queue-event";
import type { RunHooks, RunStore } from "../run/run-hooks";

export function withRunEvents(hooks: RunHooks): RunHooks {
	return {
		afterRun(store, run, files) {
			hooks.afterRun(store, run, files);
			queueEvent(store, "report.finished", () => ({
				...factsOf(store, run),
				rows: run.rows,
				excursions: run.excursions,
				files: files.map(({ id, name, bytes, sha256 }) => ({ id, name, bytes, sha256 })),
			}));
		},
		runFailed(store, run) {
			hooks.runFailed(store, run);
			queueEvent(store, "report.failed", () => ({ ...factsOf(store, run), error: run.error }));
		},
	};
}

function factsOf({ db }: RunStore, { id: runId, reportId, definitionVersion, state, from, to }: RunRow) {
	return {
		runId,
		reportId,
		reportName: findVersion(db, reportId, definitionVersion)?.name ?? "",
		state,
		from: new Date(from).toISOString(),
		to: new Date(to).toISOString(),
		path: `/reports/edit/${reportId}`,
	};
}
