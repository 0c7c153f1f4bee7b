import type { AlertEvent, AlertEventDetail } from "../../shared/alert/alert";
import { minuteMs } from "../../shared/base/durations";

const idOf = (prefix: string) => `${prefix}_${"1".repeat(26)}`;

export const eventStart = Date.UTC(2026, 10, 23, 2, 10);

/** A freezer that is too warm since 02:10 UTC, at worst 9.4 °C. */
export function sampleEvent(change: Partial<AlertEvent> = {}): AlertEvent {
	return {
		id: idOf("evt"),
		alertId: idOf("alr"),
		deviceId: idOf("dev"),
		channelId: idOf("chn"),
		deviceIds: null,
		device: { name: "Freezer 1", timezoneOffset: 0, timeZoneRule: 0 },
		ruleName: "Too warm",
		sentence: "Temperature is above 8 °C.",
		severity: "critical",
		worstSeverity: "critical",
		condition: {
			kind: "threshold",
			channels: { quantity: "temperature", unit: "°C", name: null },
			comparison: ">",
			limit: { from: "value", value: 8 },
		},
		state: "open",
		startedAt: eventStart,
		firedAt: eventStart,
		firedValue: 8.3,
		count: 3,
		peak: 9.4,
		peakAt: eventStart + 10 * minuteMs,
		lastAt: eventStart + 20 * minuteMs,
		lastValue: 8.7,
		endedAt: null,
		endReason: null,
		isPast: false,
		isClockWrong: false,
		staleSince: null,
		isBeforeMessages: false,
		acknowledgedAt: null,
		acknowledgedBy: null,
		mutedUntil: null,
		assigneeId: null,
		assignee: null,
		partOf: null,
		...change,
	};
}

export function sampleEventDetail(change: Partial<AlertEventDetail> = {}): AlertEventDetail {
	return {
		...sampleEvent(change),
		timeline: [],
		hasRule: true,
		instruction: "",
		channelName: "Air",
		devices: [],
		contacts: [],
		...change,
	};
}
