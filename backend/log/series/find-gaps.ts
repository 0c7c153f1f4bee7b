import type { LogChannel } from "../../../shared/log";
import type { TimeRange } from "../../../shared/time-zones";
import { domainError } from "../../errors";
import { toRefs } from "../asked-channels";
import type { LogStore } from "../log-store";
import { gapOfReadings } from "./gap-length";

/** A gap is judged by every reading of its channel in the span, so that they are all read. */
const mostReadings = 1_000_000;

type GapsRequest = TimeRange & { channels: Pick<LogChannel, "id" | "deviceId">[] };

/** What a device read at one time, where some of it ends a gap. */
export type RowAfterGap = {
	deviceId: string;
	at: number;
	/** How long nothing had been read (ms), by the place of the channel among those asked for. */
	gapMs: Map<number, number>;
};

/** Throws TOO_MANY_READINGS where gaps cannot be looked for. */
export async function assertGapsFindable(log: LogStore, { channels, from, to }: GapsRequest): Promise<void> {
	const counts = await log.estimate({ channels: toRefs(channels), from, to });
	if (counts.reduce((sum, count) => sum + count, 0) > mostReadings) throw domainError("TOO_MANY_READINGS");
}

/**
 * The rows of a span that end a gap, oldest first: a gap is a pause that the chart draws no line across where it draws
 * every reading. What was before the span and what comes after its last reading is not known, and no gap.
 */
export async function findGaps(log: LogStore, request: GapsRequest): Promise<RowAfterGap[]> {
	await assertGapsFindable(log, request);
	const { channels, from, to } = request;
	const rows: RowAfterGap[] = [];
	// A device at a time: what is read of one is done with before the next.
	for (const [deviceId, places] of placesByDevice(channels)) {
		const found = new Map<number, RowAfterGap>();
		const refs = places.map((place) => ({ deviceId, channelId: channels[place]?.id ?? "" }));
		for (const [index, { at }] of (await log.readSeries({ channels: refs, from, to })).entries()) {
			for (const [end, gapMs] of gapsIn(at)) {
				const row = found.get(end) ?? { deviceId, at: end, gapMs: new Map() };
				row.gapMs.set(places[index] ?? -1, gapMs);
				found.set(end, row);
			}
		}
		rows.push(...found.values());
	}
	return rows.sort((a, b) => a.at - b.at || (a.deviceId < b.deviceId ? -1 : 1));
}

export function placesByDevice(channels: Pick<LogChannel, "deviceId">[]): Map<string, number[]> {
	const places = new Map<string, number[]>();
	for (const [place, { deviceId }] of channels.entries()) {
		const known = places.get(deviceId);
		if (known) known.push(place);
		else places.set(deviceId, [place]);
	}
	return places;
}

/** The readings that end a gap, each with its length (ms). */
function* gapsIn(at: Float64Array): Generator<[end: number, gapMs: number]> {
	const longest = gapOfReadings(at);
	if (longest === null) return;
	for (let index = 1; index < at.length; index += 1) {
		const end = at[index] ?? 0;
		const pause = end - (at[index - 1] ?? 0);
		if (pause > longest) yield [end, pause];
	}
}
