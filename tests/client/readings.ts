import type { ChartLine } from "../../client/chart/chart-lines";
import type { LogChannel, LogDevice, LogPage } from "../../shared/log/log";

export const minuteMs = 60_000;

export const logDevice: LogDevice = {
	id: "dev_00000000000000000000000001",
	name: "A",
	timezoneOffset: 0,
	timeZoneRule: 2,
};

export function logChannel(id: string, change: Partial<LogChannel> = {}): LogChannel {
	return { id, deviceId: logDevice.id, name: id, quantity: "temperature", unit: "°C", decimals: 1, ...change };
}

export function emptyLogPage(change: Partial<LogPage> = {}): LogPage {
	return {
		from: 0,
		to: 100,
		zone: "UTC",
		devices: [logDevice],
		channels: [],
		events: [],
		nextCursor: null,
		previousReadingAt: null,
		readings: { readingAt: [], receivedAt: [], channel: [], value: [] },
		...change,
	};
}

export function chartLine(change: Partial<ChartLine> = {}): ChartLine {
	return {
		channel: logChannel("t"),
		device: logDevice,
		look: { colour: 0, dash: 0 },
		at: [],
		value: [],
		min: [],
		max: [],
		gapMs: null,
		...change,
	};
}
