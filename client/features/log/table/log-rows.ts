import { shownFormula } from "../../../../shared/device/derived/formula";
import { formatDuration } from "../../../../shared/formats/duration-format";
import { formatValue, isDeviceFact, Quantity } from "../../../../shared/formats/units";
import {
	deletedDeviceName,
	type GetLogs,
	type LogChannel,
	type LogDevice,
	type LogEntryKind,
	type LogEvent,
} from "../../../../shared/log/log";
import { type ReadingQuality, readingQuality } from "../../../../shared/log/reading-filter";
import type { ReadingMark } from "../../../../shared/log/reading-marks";
import { storedText } from "../../../../shared/log/said-text";
import { deviceOffsetMinutes, formatOffset, type TimeRange } from "../../../../shared/time/time-zones";
import { pageLanguage } from "../../../base/page-language";
import { changeLabel, type OffsetChange } from "../../../chart/chart-clock";
import { t } from "../../../words/made/log";
import type { LogForm } from "../state/log-state";
import { type ChannelReadings, type LogReadings, lateAfter, uploadIntervals } from "./log-readings";

export type LogValue = {
	value: number;
	channel: LogChannel;
	raw: number | null;
	mark: ReadingMark | null;
};

export type LogRow = {
	key: string;
	at: number;
	receivedAt: number | null;
	device: LogDevice | null;
	deviceName: string | null;
	kind: LogEntryKind;
	values: Map<string, LogValue>;
	text: string;
	author: string | null;
	authorId?: string | undefined;
	level: LogEvent["level"];
	quality: ReadingQuality | null;
	/** Milliseconds of the gap before the row; 0 without one or if gaps were not requested. */
	gapMs: number;
	/** Milliseconds of the gap since the row; 0 without one or if gaps were not requested. */
	silentMs: number;
	mark: string | null;
	alertEventId?: string | undefined;
} & NoteOfRow;

/** Facts of a note. `deviceName` is the name of the group if the note is on one. */
export type NoteOfRow = Pick<LogEvent, "endsAt" | "groupId" | "kindId" | "noteKind" | "corrects" | "correctedBy"> &
	Pick<LogEvent, "attachmentId" | "attachmentName">;

export function wideRows(log: LogReadings): LogRow[] {
	const rows = new Map<string, LogRow>();
	for (const { channel, device, readings } of log.channels) {
		const title = columnTitle(channel);
		for (const { value, raw, mark, ...reading } of readings) {
			const usual = `${device.id} ${reading.at}`;
			// A doubtful reading may be of the same time as a good one.
			const key = rows.get(usual)?.values.has(title) ? `${usual} ${title}` : usual;
			const row = rows.get(key) ?? { ...plainRow, ...reading, ...ofReading(device), key };
			row.values.set(title, { value, channel, raw, mark });
			row.receivedAt = Math.max(row.receivedAt ?? 0, reading.receivedAt);
			row.gapMs = Math.max(row.gapMs, reading.gapMs);
			row.silentMs = Math.max(row.silentMs, reading.silentMs);
			rows.set(key, row);
		}
	}
	return newestFirst([...withQuality([...rows.values()], log), ...eventRows(log)]);
}

export function longRows(log: LogReadings): LogRow[] {
	const rows = log.channels.flatMap(({ channel, device, readings }) =>
		readings.map(({ value, raw, mark, ...reading }): LogRow => {
			const values = new Map([["value", { value, channel, raw, mark }]]);
			const key = [channel.id, reading.at, ...(mark === null ? [] : [mark])].join(" ");
			return { ...plainRow, ...reading, ...ofReading(device), key, values };
		}),
	);
	return newestFirst([...withQuality(rows, log), ...eventRows(log)]);
}

function ofReading(device: LogDevice) {
	return { device, deviceName: device.name, kind: "reading" as const, values: new Map<string, LogValue>() };
}

const wideColumnLimit = 8;
const quantityOrder: readonly Quantity[] = Quantity.options;

/** One row per time, unless that needs too many columns. */
export function usualForm(channels: ChannelReadings[]): LogForm {
	return columnTitles(channels).length > wideColumnLimit ? "long" : "wide";
}

const aroundMs = 30 * 60_000;

export function spanAround({ at, gapMs }: Pick<LogRow, "at" | "gapMs">): TimeRange {
	return { from: at - gapMs - aroundMs, to: at + aroundMs };
}

/** The same order in every range: by quantity, then by creation; facts about the device come last. */
export function columnTitles(channels: ChannelReadings[]): string[] {
	const firsts = new Map<string, LogChannel>();
	for (const { channel, readings } of channels) {
		const title = columnTitle(channel);
		const first = firsts.get(title);
		// Ids ascend with time.
		if (readings.length > 0 && (!first || channel.id < first.id)) firsts.set(title, channel);
	}
	const rank = ({ quantity }: LogChannel) =>
		quantityOrder.indexOf(quantity) + (isDeviceFact(quantity) ? quantityOrder.length : 0);
	return [...firsts]
		.sort(([, one], [, other]) => rank(one) - rank(other) || (one.id < other.id ? -1 : 1))
		.map(([title]) => title);
}

/** How the channels of a column are computed. Null: a device sends at least one of them. */
export function columnFormula(channels: ChannelReadings[], title: string): string | null {
	const formulas = channels.flatMap(({ channel }) =>
		columnTitle(channel) === title ? (channel.formula === undefined ? null : shownFormula(channel)) : [],
	);
	const [first = null, ...others] = new Set(formulas);
	if (first === null || others.includes(null)) return null;
	return others.length === 0 ? first : t("formula.several");
}

const names = new Intl.Collator(pageLanguage, { numeric: true, sensitivity: "base" });

function byDevice({ device: one }: LogRow, { device: other }: LogRow): number {
	if (one === null || other === null) return Number(one === null) - Number(other === null);
	return names.compare(one.name, other.name) || (one.id < other.id ? -1 : one.id > other.id ? 1 : 0);
}

export function inOrder(rows: LogRow[], order: GetLogs["order"]): LogRow[] {
	if (order === "oldest-first") return [...rows].reverse();
	if (order === "by-device") return [...rows].sort(byDevice);
	if (order !== "highest-first" && order !== "lowest-first") return rows;
	const sign = order === "highest-first" ? 1 : -1;
	const measured = ({ values }: LogRow) => values.get("value")?.value ?? 0;
	return [...rows].sort((one, other) => sign * (measured(other) - measured(one)));
}

export function withClockMarks(rows: LogRow[], changes: OffsetChange[]): LogRow[] {
	const [newest, oldest] = [rows[0], rows.at(-1)];
	if (!newest || !oldest || changes.length === 0) return rows;
	const marks = changes
		.filter(({ at }) => oldest.at < at && at <= newest.at)
		.map(
			(change): LogRow => ({
				...plainRow,
				key: `clock ${change.at}`,
				at: change.at,
				kind: "system",
				mark: changeLabel(change),
				device: null,
				deviceName: null,
				values: new Map(),
			}),
		);
	const merged = [...rows];
	for (const mark of marks) {
		const below = merged.findIndex(({ at }) => at < mark.at);
		merged.splice(below, 0, mark);
	}
	return merged;
}

/** UTC first, because it is the same for every reader. */
export function rowText(row: LogRow): string {
	const { at, device, deviceName, kind, values, text, author, gapMs, silentMs } = row;
	const measured = [...values.values()].map(measuredText);
	const offset = device ? formatOffset(deviceOffsetMinutes(device, at)) : null;
	const gap = gapMs > 0 ? t("row.gap", { duration: formatDuration(gapMs) }) : null;
	const silence = silentMs > 0 ? t("row.silent", { duration: formatDuration(silentMs) }) : null;
	const parts = [new Date(at).toISOString(), offset, deviceName, kind, ...measured, text || null, author, gap, silence];
	return parts.filter((part) => part !== null).join("\t");
}

export function gapCell({ gapMs, silentMs }: Pick<LogRow, "gapMs" | "silentMs">): string | null {
	const before = gapMs > 0 ? [formatDuration(gapMs)] : [];
	const since = silentMs > 0 ? [t("cell.silent", { duration: formatDuration(silentMs) })] : [];
	return [...before, ...since].join("; ") || null;
}

export function rowJson(row: LogRow): string {
	const { at, receivedAt, quality, device, deviceName, kind, values, text, level, gapMs, silentMs } = row;
	const { author, authorId } = row;
	const readings = [...values.values()].map(({ value, channel, raw, mark }) => ({
		channelId: channel.id,
		channel: channel.name,
		quantity: channel.quantity,
		unit: channel.unit,
		value,
		...(raw !== null && { raw }),
		...(mark !== null && { mark }),
	}));
	const own =
		kind === "reading"
			? { receivedAt, quality, ...(gapMs > 0 && { gapMs }), ...(silentMs > 0 && { silentMs }), readings }
			: { level, text, author, ...(authorId !== undefined && { authorId }) };
	return JSON.stringify({ kind, at, deviceId: device?.id ?? null, device: deviceName, ...own }, null, 2);
}

export function rawText({ value, raw }: LogValue): string {
	return String(raw ?? value).replaceAll("-", "−");
}

function measuredText(reading: LogValue): string {
	const { value, channel, raw, mark } = reading;
	const sent = raw === null ? "" : ` (${t("row.raw", { value: rawText(reading) })})`;
	const marked = mark === null ? "" : ` (${t(`mark.${mark}`)})`;
	return `${channel.name} ${formatValue(value, channel)}${sent}${marked}`;
}

/** Channels of the same name and unit share a column across devices. */
function columnTitle({ name, unit }: LogChannel): string {
	const title = name.charAt(0).toUpperCase() + name.slice(1);
	return unit === "" ? title : `${title} (${unit})`;
}

const plainRow = {
	receivedAt: null,
	text: "",
	author: null,
	level: "info",
	quality: null,
	gapMs: 0,
	silentMs: 0,
	mark: null,
} as const;

function eventRows({ events, devices }: LogReadings): LogRow[] {
	const byId = new Map(devices.map((device) => [device.id, device]));
	return events.map(({ id, deviceId, said, ...event }) => {
		const device = (deviceId && byId.get(deviceId)) || null;
		const deviceName = deviceId === null ? (event.groupName ?? null) : (device?.name ?? deletedDeviceName);
		const text = storedText({ text: event.text, said });
		return { ...plainRow, ...event, text, key: id, device, deviceName, values: new Map() };
	});
}

function newestFirst(rows: LogRow[]): LogRow[] {
	return rows.sort((a, b) => b.at - a.at || (a.key < b.key ? -1 : 1));
}

/** Without `lateAfterMs` from the backend, the device's receipts decide which readings are late. */
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
