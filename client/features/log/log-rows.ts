import { durationWords } from "../../../shared/duration-words";
import {
	deletedDeviceName,
	type LogChannel,
	type LogDevice,
	type LogEntryKind,
	type LogEvent,
} from "../../../shared/log";
import { type ReadingQuality, readingQuality } from "../../../shared/reading-filter";
import { deviceOffsetMinutes, formatOffset } from "../../../shared/time-zones";
import { formatValue, isDeviceFact } from "../../../shared/units";
import { changeLabel, type OffsetChange } from "./log-clock";
import { type ChannelReadings, type LogReadings, lateAfter, uploadIntervals } from "./log-readings";

/** Battery and signal come after all measurements, however often they are sent. */
const factWeight = 1e-9;

export type LogValue = {
	value: number;
	channel: LogChannel;
	raw: number | null;
};

export type LogRow = {
	key: string;
	at: number;
	receivedAt: number | null;
	device: LogDevice | null;
	deviceName: string | null;
	kind: LogEntryKind;
	/** Keyed by the title of the channel's column. */
	values: Map<string, LogValue>;
	text: string;
	author: string | null;
	level: LogEvent["level"];
	quality: ReadingQuality | null;
	/** Milliseconds, if it is a gap and gaps were requested; else 0. */
	gapMs: number;
	mark: string | null;
};

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
				mark: changeLabel(change),
			}),
		);
	const merged = [...rows];
	for (const mark of marks) {
		const below = merged.findIndex(({ at }) => at < mark.at);
		merged.splice(below, 0, mark);
	}
	return merged;
}

/** UTC first, since that is the same for everybody. */
export function rowText(row: LogRow): string {
	const { at, device, deviceName, kind, values, text, author, gapMs } = row;
	const measured = [...values.values()].map(measuredText);
	const offset = device ? formatOffset(deviceOffsetMinutes(device, at)) : null;
	const gap = gapMs > 0 ? `after a gap of ${durationWords(gapMs)}` : null;
	const parts = [new Date(at).toISOString(), offset, deviceName, kind, ...measured, text || null, author, gap];
	return parts.filter((part) => part !== null).join("\t");
}

export function rowJson(row: LogRow): string {
	const { at, receivedAt, quality, device, deviceName, kind, values, text, author, level, gapMs } = row;
	const readings = [...values.values()].map(({ value, channel, raw }) => ({
		channelId: channel.id,
		channel: channel.name,
		quantity: channel.quantity,
		unit: channel.unit,
		value,
		...(raw !== null && { raw }),
	}));
	const own =
		kind === "reading" ? { receivedAt, quality, ...(gapMs > 0 && { gapMs }), readings } : { level, text, author };
	return JSON.stringify({ kind, at, deviceId: device?.id ?? null, device: deviceName, ...own }, null, 2);
}

/** Every digit, and no unit, as a calibration may change it. */
export function rawText({ value, raw }: LogValue): string {
	return String(raw ?? value).replaceAll("-", "−");
}

function measuredText(reading: LogValue): string {
	const { value, channel, raw } = reading;
	const sent = raw === null ? "" : ` (raw ${rawText(reading)})`;
	return `${channel.name} ${formatValue(value, channel)}${sent}`;
}

/** Channels of the same name and unit share a column across devices. */
function columnTitle({ name, unit }: LogChannel): string {
	const title = name.charAt(0).toUpperCase() + name.slice(1);
	return unit === "" ? title : `${title} (${unit})`;
}

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

function valueAt({ channel, raws }: ChannelReadings, index: number, value: number): LogValue {
	return { value, channel, raw: raws[index] ?? null };
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

function laterOf(one: number | null, other: number | null): number | null {
	return one === null || other === null ? (one ?? other) : Math.max(one, other);
}

/** Without `lateAfterMs` from the backend, the device's receipts decide what is late. */
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
