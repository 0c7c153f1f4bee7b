import { minuteMs } from "../../shared/base/durations";
import { limits } from "../../shared/base/limits";
import type { IngestResult, RejectReason } from "../../shared/ingest/ingest";
import { isReadingValue } from "../../shared/ingest/reading-value";

/** Equally long columns: `index` in the upload, `channel` in `channels` (ids or names). Times are epoch ms. */
export type ParsedReadings = {
	channels: string[];
	index: number[];
	channel: number[];
	at: number[];
	value: number[];
	doubtful?: ReadonlySet<number>;
	asSent?: readonly number[];
	rejected: IngestResult["rejected"];
};

type Columns = Omit<ParsedReadings, "rejected">;

/** Picks the readings at `positions`, with all that is known of each. */
export function pickReadings(readings: Columns, positions: readonly number[]): Columns {
	const { channels, doubtful, asSent } = readings;
	const pick = (column: readonly number[]) => positions.map((position) => column[position] ?? 0);
	return {
		channels,
		index: pick(readings.index),
		channel: pick(readings.channel),
		at: pick(readings.at),
		value: pick(readings.value),
		...(doubtful && { doubtful: new Set(positions.flatMap((from, to) => (doubtful.has(from) ? to : []))) }),
		...(asSent && { asSent: pick(asSent) }),
	};
}

const isoForm = /^(\d{4})-(\d\d)-(\d\d)[Tt ](\d\d):(\d\d)(?::(\d\d)(?:[.,](\d{1,9}))?)?(Z|[+-]\d\d(?::?\d\d)?)?$/i;
const dateForm = /^\d{4}-\d\d-\d\d$/;

/** Never throws: invalid entries are in `rejected`. */
export function parseReadings(readings: readonly unknown[], now: number): ParsedReadings {
	const parsed: ParsedReadings = { channels: [], index: [], channel: [], at: [], value: [], rejected: [] };
	const channelIndexes = new Map<string, number>();
	for (const [index, entry] of readings.entries()) {
		const reading = parseEntry(entry, now);
		if (typeof reading === "string") {
			parsed.rejected.push({ index, reason: reading });
			continue;
		}
		let channel = channelIndexes.get(reading.channel);
		if (channel === undefined) {
			channel = parsed.channels.push(reading.channel) - 1;
			channelIndexes.set(reading.channel, channel);
		}
		parsed.index.push(index);
		parsed.channel.push(channel);
		parsed.at.push(reading.at);
		parsed.value.push(reading.value);
	}
	return parsed;
}

function parseEntry(entry: unknown, now: number): { channel: string; at: number; value: number } | RejectReason {
	if (typeof entry !== "object" || entry === null || Array.isArray(entry)) return "not-an-object";
	const { channel, at, value }: { channel?: unknown; at?: unknown; value?: unknown } = entry;
	if (typeof channel !== "string" || channel.trim() === "") return "channel-missing";
	const time = parseTime(at);
	if (typeof time === "string") return time;
	if (time > now + limits.ingestFutureMs) return "future";
	if (time < limits.ingestEarliestMs) return "too-old";
	const number = parseValue(value);
	if (number === null) return "bad-value";
	return { channel: channel.trim(), at: time, value: number };
}

function parseValue(value: unknown): number | null {
	if (typeof value === "boolean") return value ? 1 : 0;
	if (typeof value !== "number" || !isReadingValue(value)) return null;
	return value === 0 ? 0 : value;
}

export function parseTime(at: unknown): number | RejectReason {
	if (at === undefined || at === null || at === "") return "time-missing";
	if (typeof at === "number") return Number.isFinite(at) ? Math.floor(at) : "bad-time";
	if (typeof at !== "string") return "bad-time";
	const text = at.trim();
	const match = isoForm.exec(text);
	if (!match) return dateForm.test(text) ? "zone-missing" : "bad-time";
	const [, year, month, day, hour, minute, second = "0", fraction = "", zone] = match;
	const wall = [year, month, day, hour, minute, second].map(Number);
	const wallMs = wallTime(wall);
	if (wallMs === null) return "bad-time";
	if (zone === undefined) return "zone-missing";
	const offset = parseOffset(zone);
	if (offset === null) return "bad-time";
	return wallMs + Number(fraction.padEnd(3, "0").slice(0, 3)) - offset * minuteMs;
}

/** Epoch ms; null for a date or time that does not exist, which `Date` would carry over. */
function wallTime([year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0]: number[]): number | null {
	if (hour > 23 || minute > 59 || second > 59) return null;
	const date = new Date(Date.UTC(year, month - 1, day, hour, minute, second));
	// Date.UTC maps the years 0 to 99 to 1900 to 1999.
	if (year < 100) date.setUTCFullYear(year);
	const isReal = date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
	return isReal ? date.getTime() : null;
}

function parseOffset(zone: string): number | null {
	if (zone.toUpperCase() === "Z") return 0;
	const hours = Number(zone.slice(1, 3));
	const minutes = Number(zone.slice(3).replace(":", "") || "0");
	if (hours > 23 || minutes > 59) return null;
	return (zone.startsWith("-") ? -1 : 1) * (hours * 60 + minutes);
}
