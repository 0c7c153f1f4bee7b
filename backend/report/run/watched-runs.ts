import type { AccountDb } from "../../base/context";
import type { WatchedSpan } from "../../base/reading-store";
import { aroundOf } from "../../db/reading-change-rows";
import { findVersion } from "../../db/report-rows";
import { listRunsOfDevice } from "../../db/report-run-rows";
import { idsWithSources } from "../source/report-calibrations";
import { channelsOfReport } from "../source/report-devices";

type ImportedSpan = { deviceId: string; from: number | null; to: number | null };

/** Returns the finished runs that show readings of an import's time, with their channels of the device. */
export function watchedRuns(db: AccountDb, { deviceId, from, to }: ImportedSpan): WatchedSpan[] {
	if (from === null || to === null) return [];
	const around = aroundOf(db, { deviceId, from, to: to + 1 });
	return listRunsOfDevice(db, { deviceId, ...around }).flatMap((run): WatchedSpan[] => {
		const definition = findVersion(db, run.reportId, run.definitionVersion);
		if (!definition) return [];
		const channelIds = new Set(idsWithSources(channelsOfReport({ db }, { definition }, [deviceId])));
		return [{ id: run.id, ...aroundOf(db, { deviceId, from: run.from, to: run.to }), channelIds }];
	});
}
