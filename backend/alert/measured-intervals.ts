import { dayMs } from "../../shared/base/durations";
import { smallestOf } from "../../shared/base/lists";
import type { AccountDb } from "../base/context";
import { allDerivedChannels, type DefinitionsByChannel } from "../db/derived-channel-rows";
import { type DeviceRow, updateMeasured } from "../db/device-rows";
import { recomputeDevices } from "../group/recompute-devices";
import { measuredMs } from "./engine/intervals";
import type { EngineState } from "./engine/run-state";

/** A smaller difference is jitter. */
const tolerableRatio = 1.2;
/** Many sensors send faster while something changes: without a delay, calm hours would look silent. */
const quickForMs = dayMs;
const longestSeconds = 7 * 24 * 60 * 60;

type Measured = Pick<DeviceRow, "measuredLoggingSeconds" | "measuredUploadSeconds">;

type Upload = { state: EngineState; now: number };

/** Call in an upload's transaction. Also sets `state.quickSince`. */
export function recordMeasured(db: AccountDb, device: DeviceRow, { state, now }: Upload): void {
	const { measuredLoggingSeconds: logging, measuredUploadSeconds: upload } = measuredOf(state, allDerivedChannels(db));
	const ofLogging = changeOf(device.measuredLoggingSeconds, logging);
	const ofUpload = changeOf(device.measuredUploadSeconds, upload);
	const isQuicker = ofLogging === "shorter" || ofUpload === "shorter";
	state.quickSince = isQuicker ? (state.quickSince ?? now) : null;
	const isLasting = state.quickSince !== null && now - state.quickSince >= quickForMs;
	const isTaken = (change: Change) => change === "longer" || (change === "shorter" && isLasting);
	if (!isTaken(ofLogging) && !isTaken(ofUpload)) return;
	if (isLasting) state.quickSince = null;
	updateMeasured(db, device.id, {
		measuredLoggingSeconds: isTaken(ofLogging) ? logging : device.measuredLoggingSeconds,
		measuredUploadSeconds: isTaken(ofUpload) ? upload : device.measuredUploadSeconds,
	});
	recomputeDevices(db, [device.id]);
}

type Change = "none" | "longer" | "shorter";

function changeOf(before: number | null, now: number | null): Change {
	if (now === null) return "none";
	if (before === null || now >= before * tolerableRatio) return "longer";
	return now * tolerableRatio <= before ? "shorter" : "none";
}

/** Returns seconds. Of the channels that the device sends, the one with the most readings counts. */
function measuredOf({ intervals, uploadIntervals }: EngineState, derived: DefinitionsByChannel): Measured {
	const readings = [...intervals].flatMap(([id, ofChannel]) => (derived.has(id) ? [] : (measuredMs(ofChannel) ?? [])));
	if (readings.length === 0) return { measuredLoggingSeconds: null, measuredUploadSeconds: null };
	const readMs = smallestOf(readings);
	const sentMs = measuredMs(uploadIntervals);
	return {
		measuredLoggingSeconds: rounded(readMs),
		// Buffered readings come in quick uploads: an upload interval is no shorter than the reading interval.
		measuredUploadSeconds: sentMs === null ? null : rounded(Math.max(sentMs, readMs)),
	};
}

const steps = [
	{ fromSeconds: 2 * 60 * 60, step: 5 * 60 },
	{ fromSeconds: 10 * 60, step: 60 },
	{ fromSeconds: 60, step: 5 },
	{ fromSeconds: 0, step: 1 },
];

function rounded(ms: number): number {
	const seconds = ms / 1000;
	const step = steps.find(({ fromSeconds }) => seconds >= fromSeconds)?.step ?? 1;
	return Math.min(longestSeconds, Math.max(1, Math.round(seconds / step) * step));
}
