import type { AccountDb } from "../base/context";
import { type DeviceRow, updateMeasured } from "../db/device-rows";
import { recomputeDevices } from "../group/recompute-devices";
import { measuredMs } from "./engine/pace";
import type { EngineState } from "./engine/run-state";

/** A smaller difference is jitter, and no reason to write. */
const tolerableRatio = 1.2;
const longestSeconds = 7 * 24 * 60 * 60;

type Measured = Pick<DeviceRow, "measuredLoggingSeconds" | "measuredUploadSeconds">;

/**
 * Keeps how often a device reads and uploads, where that changed: what counts for intervals that nobody set, and is
 * shown beside those that somebody did. Call in the transaction of an upload.
 */
export function recordMeasured(db: AccountDb, device: DeviceRow, state: EngineState): void {
	const measured = measuredOf(state);
	const before = { logging: device.measuredLoggingSeconds, upload: device.measuredUploadSeconds };
	if (
		isAbout(before.logging, measured.measuredLoggingSeconds) &&
		isAbout(before.upload, measured.measuredUploadSeconds)
	)
		return;
	updateMeasured(db, device.id, measured);
	recomputeDevices(db, [device.id]);
}

/** What is not known any more stays as it was. */
function isAbout(before: number | null, now: number | null): boolean {
	if (before === null || now === null) return now === null;
	return before < now * tolerableRatio && now < before * tolerableRatio;
}

/** Seconds, in the numbers that people set; of several channels the one that is read most often counts. */
function measuredOf({ paces, uploadPace }: EngineState): Measured {
	const readings = [...paces.values()].flatMap((pace) => measuredMs(pace) ?? []);
	if (readings.length === 0) return { measuredLoggingSeconds: null, measuredUploadSeconds: null };
	const readMs = Math.min(...readings);
	const sentMs = measuredMs(uploadPace);
	return {
		measuredLoggingSeconds: rounded(readMs),
		// What was held back comes in uploads close to each other: nothing is sent more often than it is read.
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
