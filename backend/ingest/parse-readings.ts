import { limits } from "../../shared/base/limits";
import type { IngestResult, RejectReason } from "../../shared/ingest/ingest";
import { isReadingValue } from "../../shared/ingest/reading-value";
import { parseTime } from "../../shared/ingest/sent-time";

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
