import { minuteMs } from "../../../shared/base/durations";
import { lateAfterSeconds, offlineAfterSeconds } from "../../../shared/device/device-status";
import type { DeviceStatus } from "../../../shared/device/device-terms";
import type { DeviceRejections } from "../../../shared/ingest/device-rejections";
import type { LogEvent } from "../../../shared/log/log";
import { said } from "../../../shared/log/said";
import { type Statement, storedOf } from "../../../shared/log/said-text";
import type { AccountDb } from "../../base/context";
import { createNewId } from "../../base/ids";
import { insertLogEvent } from "../../db/log-event-rows";

/** Shorter silences would fill the log of a device that sends every few minutes. */
const shortestLateMs = 15 * minuteMs;

export const offlineEventStart = "Offline: ";
export const onlineAgainEventStart = "Online again";

type DeviceEvent = Pick<LogEvent, "at" | "level"> & { text: Statement };

export function addDeviceEvents(db: AccountDb, deviceId: string, events: DeviceEvent[]): void {
	for (const { at, level, text } of events) {
		const id = createNewId(at)("logEntry");
		insertLogEvent(db, { id, deviceId, at, level, kind: "event", ...storedOf(text), author: null });
	}
}

export function silenceEvent({ status, at }: StatusChange, lastReceivedAt: number): DeviceEvent {
	const span = { span: at - lastReceivedAt };
	return status === "late"
		? { at, level: "info", text: said("device.late", { span }) }
		: { at, level: "warning", text: said("device.offline", { span }) };
}

/** `stated`: the last logged status. `lastReceivedAt`: null for a first upload. */
export function receivedEvent(at: number, stated: DeviceStatus | null, lastReceivedAt: number | null): DeviceEvent {
	if (lastReceivedAt === null) return { at, level: "info", text: said("device.firstUpload") };
	const key = stated === "late" ? "device.onTimeAgain" : "device.onlineAgain";
	return { at, level: "info", text: said(key, { span: { span: at - lastReceivedAt } }) };
}

export function batteryEvent(at: number, percent: number, isLow: boolean): DeviceEvent {
	const value = { percent: Math.round(percent) };
	return isLow
		? { at, level: "warning", text: said("device.batteryLow", value) }
		: { at, level: "info", text: said("device.batteryFine", value) };
}

export const clockEventStart = "Clock is ";

export function clockEvent(at: number, aheadMs: number): DeviceEvent {
	return { at, level: "warning", text: said("device.clockAhead", { span: { span: aheadMs } }) };
}

/** Omits the sample: the log must not hold arbitrary text of a device. */
export function rejectedEvent({ at, sent, refused, reasons: [most] }: Omit<DeviceRejections, "since">): DeviceEvent {
	const what = sent === null ? said("device.uploadRefused") : said("device.readingsRefused", { refused, sent });
	if (!most) return { at, level: "warning", text: what };
	const reason = said(`rejection.${most.reason}`);
	return { at, level: "warning", text: said("device.refusedFor", { refused: what, reason }) };
}

export function acceptedAgainEvent(at: number, since: number): DeviceEvent {
	const text =
		at - since < minuteMs
			? said("device.acceptedAgain")
			: said("device.acceptedAgainAfter", { span: { span: at - since } });
	return { at, level: "info", text };
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
