import { dayMs } from "../../../shared/base/durations";
import { addTo } from "../../../shared/base/multi-map";
import { reportTypes } from "../../../shared/report/report-types";
import { listDeviceStates } from "../../db/device-status-rows";
import { offlineSpans } from "../../log/chart-spans";
import type { ReportedRun, ReportParts } from "./report-run";
import type { ReportDevice } from "./report-source";

/** Longest span of logs to read on the object's thread. */
const longestRead = 31 * dayMs;
export const mostTurns = 20_000;

export type Silences = {
	byDevice: Map<string, ReportDevice["silences"]>;
	/** Epoch ms from which silences are complete; null: the whole period. */
	since: number | null;
};

/** Without a change in the period, the next change or the current state decides. */
export function silencesOf(
	{ db }: ReportParts,
	{ definition, from, to, now }: ReportedRun,
	deviceIds: string[],
): Silences {
	const { isOfNow, reads } = reportTypes[definition.type];
	const isWhole = reads?.includes("allSilences") === true;
	const byDevice: Silences["byDevice"] = new Map();
	if (deviceIds.length === 0 || isOfNow || (!isWhole && to - from > longestRead)) {
		return { byDevice, since: null };
	}
	const until = Math.min(to, now);
	const { spans, since } = offlineSpans(db, { from, to: isWhole ? now : until, deviceIds }, mostTurns);
	for (const span of spans) {
		if (span.from >= until) continue;
		const isOver = span.to !== null && span.to <= until;
		addTo(byDevice, span.deviceId, { from: span.from, to: isOver ? span.to : null });
	}
	const requested = new Set(deviceIds);
	for (const { deviceId, status, since: changedAt } of listDeviceStates(db)) {
		const isThroughout =
			status === "offline" && changedAt <= from && requested.has(deviceId) && !byDevice.has(deviceId);
		if (isThroughout) byDevice.set(deviceId, [{ from, to: null }]);
	}
	return { byDevice, since: since > from ? Math.min(since, until) : null };
}
