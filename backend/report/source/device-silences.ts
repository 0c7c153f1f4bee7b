import { dayMs } from "../../../shared/base/durations";
import { addTo } from "../../../shared/base/multi-map";
import { listDeviceStates } from "../../db/device-status-rows";
import { offlineSpans } from "../../log/chart-spans";
import type { ReportedRun, ReportParts } from "./report-run";
import type { ReportDevice } from "./report-source";

/** The log is read for them from end to end, on the object's thread. */
const longestRead = 31 * dayMs;
/** Between online and offline. */
export const mostTurns = 20_000;

export type Silences = {
	byDevice: Map<string, ReportDevice["silences"]>;
	/** From when on all of them are known, epoch ms; null: all of the period. */
	since: number | null;
};

/**
 * When devices were offline within a period, as far as the type of report needs it. One that was so throughout has no
 * turn in it: what comes later tells, the next turn or how it is now.
 */
export function silencesOf(
	{ db }: ReportParts,
	{ definition, from, to, now }: ReportedRun,
	deviceIds: string[],
): Silences {
	const isWhole = definition.type === "deviceHealth";
	const byDevice: Silences["byDevice"] = new Map();
	if (deviceIds.length === 0 || definition.type === "inventory" || (!isWhole && to - from > longestRead)) {
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
