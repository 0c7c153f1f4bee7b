import type { LogChannel, LogDevice, LogEntryKind, LogEvent } from "../../../shared/log";
import { type ChannelReadings, isFact, type LogReadings } from "./log-readings";

export type LogValue = { value: number; channel: LogChannel };
export type LogRow = {
	key: string;
	at: number;
	receivedAt: number | null;
	device: LogDevice | null;
	kind: LogEntryKind;
	/** By the title of the channel's column. */
	values: Map<string, LogValue>;
	text: string;
	level: LogEvent["level"];
};

/** Channels of the same name and unit share a column across devices. */
export function columnTitle({ name, unit }: LogChannel): string {
	const title = name.charAt(0).toUpperCase() + name.slice(1);
	return unit === "" ? title : `${title} (${unit})`;
}

/** The value columns, most readings first, so that what matters stands left. */
export function columnTitles(channels: ChannelReadings[]): string[] {
	const counts = new Map<string, number>();
	for (const { channel, times } of channels) {
		if (times.length === 0) continue;
		const title = columnTitle(channel);
		const weight = isFact(channel.quantity) ? factWeight : 1;
		counts.set(title, (counts.get(title) ?? 0) + times.length * weight);
	}
	return [...counts].sort((a, b) => b[1] - a[1]).map(([title]) => title);
}

/** Battery and signal stand right of whatever is measured, however often they are sent. */
const factWeight = 1e-9;

function readingRow(readings: ChannelReadings, index: number): LogRow {
	const at = readings.times[index] ?? 0;
	return {
		key: `${readings.device.id} ${at}`,
		at,
		receivedAt: readings.receivedAt[index] ?? null,
		device: readings.device,
		kind: "reading",
		values: new Map(),
		text: "",
		level: "info",
	};
}

function eventRows({ events, devices }: LogReadings): LogRow[] {
	const byId = new Map(devices.map((device) => [device.id, device]));
	return events.map(({ id, at, kind, text, level, deviceId }) => ({
		key: id,
		at,
		receivedAt: null,
		device: (deviceId && byId.get(deviceId)) || null,
		kind,
		values: new Map(),
		text,
		level,
	}));
}

function newestFirst(rows: LogRow[]): LogRow[] {
	return rows.sort((a, b) => b.at - a.at || (a.key < b.key ? -1 : 1));
}

/** One row for each device and time, its channels side by side. */
export function wideRows(log: LogReadings): LogRow[] {
	const rows = new Map<string, LogRow>();
	for (const readings of log.channels) {
		const title = columnTitle(readings.channel);
		for (const [index, value] of readings.values.entries()) {
			const fresh = readingRow(readings, index);
			const row = rows.get(fresh.key) ?? fresh;
			row.values.set(title, { value, channel: readings.channel });
			rows.set(row.key, row);
		}
	}
	return newestFirst([...rows.values(), ...eventRows(log)]);
}

/** One row for each reading. */
export function longRows(log: LogReadings): LogRow[] {
	const rows = log.channels.flatMap((readings) =>
		readings.values.map((value, index) => ({
			...readingRow(readings, index),
			key: `${readings.channel.id} ${readings.times[index]}`,
			values: new Map([["value", { value, channel: readings.channel }]]),
		})),
	);
	return newestFirst([...rows, ...eventRows(log)]);
}
