import { dayMs } from "../../shared/base/durations";
import { positionFrom } from "../../shared/base/sorted";
import { isDoubtfulId, type ReadingMark } from "../../shared/log/reading-marks";
import type { Verdict } from "../base/reading-store";
import { mergeReadings } from "./block/merge-readings";
import type { ChannelReadings, Readings } from "./block/readings";

export type Judging = {
	isMarked: boolean;
	/** Store numbers of channels, by the store number of their doubtful readings, which a verdict can count. */
	countedAs: ReadonlyMap<number, number>;
	verdicts: ReadonlyMap<number, readonly Verdict[]>;
};

export const notJudged: Judging = { isMarked: false, countedAs: new Map(), verdicts: new Map() };

/** The newest verdict decides. `verdicts`: of one channel, the newest first. */
export function verdictAt(verdicts: readonly Verdict[], at: number): Verdict | null {
	return verdicts.find(({ from, to }) => from <= at && at < to) ?? null;
}

export function newestFirst(verdicts: readonly Verdict[]): Verdict[] {
	return verdicts.toSorted((one, other) => other.seq - one.seq);
}

export function isCounted(channelId: string, verdict: Verdict | null): boolean {
	return isDoubtfulId(channelId) ? verdict?.verdict === "counts" : verdict?.verdict !== "excluded";
}

export function markOf(isDoubtful: boolean, verdict: Verdict | null): ReadingMark | null {
	if (isDoubtful) return verdict?.verdict === "counts" ? "counts" : "doubtful";
	return verdict?.verdict === "excluded" ? "excluded" : null;
}

/** If true, the day's roll-ups include readings that do not count, or lack some that do. */
export function isDayJudged({ verdicts }: Judging, day: number): boolean {
	for (const list of verdicts.values()) {
		if (list.some(({ from, to }) => from < (day + 1) * dayMs && to > day * dayMs)) return true;
	}
	return false;
}

type Judged = { judging: Judging; indexByNumber: ReadonlyMap<number, number> };

/** Leaves out excluded readings, and moves doubtful ones that count to their channel; of one instant the newer wins. */
export function countedReadings(readings: Readings, { judging, indexByNumber }: Judged): Readings {
	if (judging.isMarked) return withoutRepeated(readings, judging);
	if (judging.verdicts.size === 0) return readings;
	const own: ChannelReadings[] = [];
	const moved: ChannelReadings[] = [];
	for (const columns of readings.channels) {
		const channel = judging.countedAs.get(columns.channel);
		const verdicts = judging.verdicts.get(channel ?? columns.channel) ?? [];
		const verdictOf = (at: number) => verdictAt(verdicts, at)?.verdict;
		if (channel === undefined) {
			own.push(filtered(columns, (at) => verdictOf(at) !== "excluded"));
			continue;
		}
		if (indexByNumber.has(columns.channel)) own.push(columns);
		moved.push({ ...filtered(columns, (at) => verdictOf(at) === "counts"), channel });
	}
	const isFilled = ({ at }: ChannelReadings) => at.length > 0;
	// If both parts have a reading of the same time and upload, the last part wins.
	const parts = [moved.filter(isFilled), own.filter(isFilled)].filter((channels) => channels.length > 0);
	return mergeReadings(parts.map((channels) => ({ uploads: readings.uploads, channels })));
}

/** A value that also counts for the channel itself is not shown as doubtful beside it. */
function withoutRepeated(readings: Readings, { countedAs }: Judging): Readings {
	const byNumber = new Map(readings.channels.map((columns) => [columns.channel, columns]));
	const channels = readings.channels.map((columns) => {
		const own = byNumber.get(countedAs.get(columns.channel) ?? -1);
		return own
			? filtered(columns, (at, value) => {
					const position = positionFrom(own.at, at);
					return own.at[position] !== at || own.value[position] !== value;
				})
			: columns;
	});
	return { uploads: readings.uploads, channels: channels.filter(({ at }) => at.length > 0) };
}

function filtered(columns: ChannelReadings, isKept: (at: number, value: number) => boolean): ChannelReadings {
	const { at, value } = columns;
	const kept = Uint8Array.from(at, (time, index) => Number(isKept(time, value[index] ?? 0)));
	if (!kept.includes(0)) return columns;
	const isOn = (_: number, index: number) => kept[index] === 1;
	return { ...columns, at: at.filter(isOn), value: value.filter(isOn), upload: columns.upload.filter(isOn) };
}
