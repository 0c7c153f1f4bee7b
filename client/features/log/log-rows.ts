import {
	deletedDeviceName,
	type LogChannel,
	type LogDevice,
	type LogEntryKind,
	type LogEvent,
} from "../../../shared/log";
import { type ReadingQuality, readingQuality } from "../../../shared/reading-filter";
import { isDeviceFact } from "../../../shared/units";
import { lateAfter, uploadIntervals } from "./late-arrivals";
import type { ChannelReadings, LogReadings } from "./log-readings";
import { changeWords, type OffsetChange } from "./offset-changes";

export type LogValue = {
	value: number;
	channel: LogChannel;
	/** What was sent; null: the same as it reads. */
	raw: number | null;
};
export type LogRow = {
	key: string;
	at: number;
	/** When the last of it came in; null for what is no reading. */
	receivedAt: number | null;
	device: LogDevice | null;
	/** Null: it is of the account. */
	deviceName: string | null;
	kind: LogEntryKind;
	/** By the title of the channel's column. */
	values: Map<string, LogValue>;
	text: string;
	/** Who wrote it; null for what nobody did. */
	author: string | null;
	level: LogEvent["level"];
	/** Null: it is no reading. */
	quality: ReadingQuality | null;
	/** How long nothing had been read before it (ms), where that is a gap and gaps are asked for; 0 otherwise. */
	gapMs: number;
	/** Words that stand across the table instead of a row, where the clock is set. */
	mark: string | null;
};

/** Channels of the same name and unit share a column across devices. */
function columnTitle({ name, unit }: LogChannel): string {
	const title = name.charAt(0).toUpperCase() + name.slice(1);
	return unit === "" ? title : `${title} (${unit})`;
}

/** The value columns, most readings first, so that what matters stands left. */
export function columnTitles(channels: ChannelReadings[]): string[] {
	const counts = new Map<string, number>();
	for (const { channel, times } of channels) {
		if (times.length === 0) continue;
		const title = columnTitle(channel);
		const weight = isDeviceFact(channel.quantity) ? factWeight : 1;
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
		deviceName: readings.device.name,
		kind: "reading",
		values: new Map(),
		text: "",
		author: null,
		level: "info",
		quality: "ok",
		gapMs: readings.gapMs?.[index] ?? 0,
		mark: null,
	};
}

function eventRows({ events, devices }: LogReadings): LogRow[] {
	const byId = new Map(devices.map((device) => [device.id, device]));
	return events.map(({ id, at, kind, text, level, deviceId, author }) => {
		const device = (deviceId && byId.get(deviceId)) || null;
		return {
			key: id,
			at,
			receivedAt: null,
			device,
			deviceName: deviceId === null ? null : (device?.name ?? deletedDeviceName),
			kind,
			values: new Map(),
			text,
			author,
			level,
			quality: null,
			gapMs: 0,
			mark: null,
		};
	});
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
			row.values.set(title, valueAt(readings, index, value));
			row.receivedAt = laterOf(row.receivedAt, fresh.receivedAt);
			row.gapMs = Math.max(row.gapMs, fresh.gapMs);
			rows.set(row.key, row);
		}
	}
	return newestFirst([...withQuality([...rows.values()], log), ...eventRows(log)]);
}

/** One row for each reading. */
export function longRows(log: LogReadings): LogRow[] {
	const rows = log.channels.flatMap((readings) =>
		readings.values.map((value, index) => ({
			...readingRow(readings, index),
			key: `${readings.channel.id} ${readings.times[index]}`,
			values: new Map([["value", valueAt(readings, index, value)]]),
		})),
	);
	return newestFirst([...withQuality(rows, log), ...eventRows(log)]);
}

function valueAt({ channel, raws }: ChannelReadings, index: number, value: number): LogValue {
	return { value, channel, raw: raws[index] ?? null };
}

function laterOf(one: number | null, other: number | null): number | null {
	return one === null || other === null ? (one ?? other) : Math.max(one, other);
}

/** A backend that does not tell how late is late leaves it to the device's receipts. */
function withQuality(rows: LogRow[], { channels }: LogReadings): LogRow[] {
	const intervals = uploadIntervals(channels);
	for (const row of rows) {
		const { at, receivedAt, device } = row;
		if (receivedAt === null) continue;
		const lateAfterMs = device?.lateAfterMs ?? lateAfter(device ? intervals.get(device.id) : undefined);
		row.quality = readingQuality({ at, receivedAt, lateAfterMs });
	}
	return rows;
}

/** Rows, newest first, with a row of words wherever between two of them the clock was set. */
export function withClockMarks(rows: LogRow[], changes: OffsetChange[]): LogRow[] {
	const newest = rows[0];
	const oldest = rows.at(-1);
	if (!newest || !oldest || changes.length === 0) return rows;
	const marks = changes
		.filter(({ at }) => oldest.at < at && at <= newest.at)
		.map(
			(change): LogRow => ({
				key: `clock ${change.at}`,
				at: change.at,
				receivedAt: null,
				device: null,
				deviceName: null,
				kind: "system",
				values: new Map(),
				text: "",
				author: null,
				level: "info",
				quality: null,
				gapMs: 0,
				mark: changeWords(change),
			}),
		);
	const merged = [...rows];
	for (const mark of marks) {
		const below = merged.findIndex(({ at }) => at < mark.at);
		merged.splice(below, 0, mark);
	}
	return merged;
}
