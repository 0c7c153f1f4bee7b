import { minuteMs } from "../../../shared/base/durations";
import { lateAfterSeconds, offlineAfterSeconds } from "../../../shared/device/device-status";
import type { DeviceStatus } from "../../../shared/device/device-terms";
import { formatDuration } from "../../../shared/formats/duration-format";
import { type DeviceRejections, rejectionLabels } from "../../../shared/ingest/device-rejections";
import type { LogEvent } from "../../../shared/log/log";
import type { AccountDb } from "../../base/context";
import { createNewId } from "../../base/ids";
import { insertLogEvent } from "../../db/log-event-rows";

/** Shorter silences would fill the log of a device that sends every few minutes. */
const shortestLateMs = 15 * minuteMs;

export const offlineEventStart = "Offline: ";
export const onlineAgainEventStart = "Online again";

type DeviceEvent = Pick<LogEvent, "at" | "level" | "text">;

export function addDeviceEvents(db: AccountDb, deviceId: string, events: DeviceEvent[]): void {
	for (const event of events) {
		insertLogEvent(db, { ...event, id: createNewId(event.at)("logEntry"), deviceId, kind: "event", author: null });
	}
}

export function silenceEvent({ status, at }: StatusChange, lastReceivedAt: number): DeviceEvent {
	const silence = `no upload for ${formatDuration(at - lastReceivedAt)}`;
	return status === "late"
		? { at, level: "info", text: `Late: ${silence}` }
		: { at, level: "warning", text: `${offlineEventStart}${silence}` };
}

/** `stated`: the last logged status. `lastReceivedAt`: null for a first upload. */
export function receivedEvent(at: number, stated: DeviceStatus | null, lastReceivedAt: number | null): DeviceEvent {
	if (lastReceivedAt === null) return { at, level: "info", text: "Online: first upload" };
	const back = stated === "late" ? "On time again" : onlineAgainEventStart;
	return { at, level: "info", text: `${back} after ${formatDuration(at - lastReceivedAt)}` };
}

export function batteryEvent(at: number, percent: number, isLow: boolean): DeviceEvent {
	const value = `${Math.round(percent)} %`;
	return isLow
		? { at, level: "warning", text: `Battery low: ${value}` }
		: { at, level: "info", text: `Battery fine again: ${value}` };
}

export const clockEventStart = "Clock is ";

export function clockEvent(at: number, aheadMs: number): DeviceEvent {
	return { at, level: "warning", text: `${clockEventStart}${formatDuration(aheadMs)} ahead` };
}

/** Omits the sample: the log must not hold arbitrary text of a device. */
export function rejectedEvent({
	at,
	sent,
	refused: rejected,
	reasons: [most],
}: Omit<DeviceRejections, "since">): DeviceEvent {
	const what =
		sent === null ? "Upload refused" : `${rejected} of ${sent} ${sent === 1 ? "reading" : "readings"} refused`;
	return { at, level: "warning", text: most ? `${what}: ${rejectionLabels[most.reason]}` : what };
}

export function acceptedAgainEvent(at: number, since: number): DeviceEvent {
	const span = at - since < minuteMs ? "" : `, after ${formatDuration(at - since)} of refusals`;
	return { at, level: "info", text: `All readings accepted again${span}` };
}

type StatusChange = { status: "late" | "offline"; at: number };

type Intervals = { uploadIntervalSeconds: number; offlineAfterSeconds: number | null };

/** Silence in ms before the log reports it. */
export function silenceMs(status: StatusChange["status"], intervals: Intervals): number {
	if (status === "late") return Math.max(lateAfterSeconds(intervals.uploadIntervalSeconds) * 1000, shortestLateMs);
	return offlineAfterSeconds(intervals) * 1000;
}

/** Status changes that a silent device will have, in order, epoch ms. A device that is offline first is never late. */
export function comingChanges(intervals: Intervals, stated: DeviceStatus, lastReceivedAt: number): StatusChange[] {
	const offline = { status: "offline" as const, at: lastReceivedAt + silenceMs("offline", intervals) };
	const late = { status: "late" as const, at: lastReceivedAt + silenceMs("late", intervals) };
	if (stated === "offline") return [];
	return stated === "online" && late.at < offline.at ? [late, offline] : [offline];
}
