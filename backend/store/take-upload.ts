import { positionFrom } from "../../shared/base/sorted";
import { channelIdOf, doubtfulIdOf, isDoubtfulId } from "../../shared/log/reading-marks";
import type { Upload } from "../base/reading-store";
import type { Readings } from "./block/readings";
import type { LatestReading, StoredDeviceRow } from "./rows/stored-device-rows";
import type { StoreParts } from "./store-parts";
import { dayOf } from "./utc-days";

/** `own`: without unmerged files. `shown`: with them. */
export type Known = { own: KnownReading | null; shown: KnownReading | null };

type LookUp = (channel: number, at: number) => Known;

/** The entries of an upload to store, `channel` by number, and counts of all entries. */
export type TakenUpload = {
	channel: number[];
	at: number[];
	value: number[];
	fresh: number;
	accepted: number;
	replaced: number;
	duplicates: number;
	expired: number[];
	latest: LatestReading[];
};

/**
 * Decides in the order sent. A duplicate has the stored value, or another value and a lower `seq`. With `isJudgedOnce` the
 * same value under the channel's other id is one too.
 */
export function takeUpload(
	upload: Upload,
	latestBefore: LatestReading[],
	{ lookUp, isJudgedOnce }: { lookUp: LookUp; isJudgedOnce: boolean },
): TakenUpload {
	const { seq, keptFrom = Number.NEGATIVE_INFINITY } = upload;
	const latest = latestBefore.map((one) => ({ ...one }));
	const numbers = upload.channelIds.map((channelId) => {
		// Doubtful readings may count one day, under the number of their channel.
		if (isDoubtfulId(channelId)) channelNumber(latest, channelIdOf(channelId));
		return channelNumber(latest, channelId);
	});
	const taken: TakenUpload = {
		channel: [],
		at: [],
		value: [],
		fresh: 0,
		accepted: 0,
		replaced: 0,
		duplicates: 0,
		expired: [],
		latest,
	};
	const earlier = earlierEntries(taken);
	const others = isJudgedOnce ? otherNumbers(latest) : null;
	for (const [index, at] of upload.at.entries()) {
		const { channel, value } = entryOrThrow(upload, numbers, index);
		const newest = latest[channel];
		const other = others?.get(channel);
		if (at < keptFrom) taken.expired.push(index);
		else if (other !== undefined && isKnownAs(other, { at, value })) taken.duplicates += 1;
		else if (!newest || newest.at === null || at > newest.at) {
			take(taken, { channel, at, value, seq });
			taken.accepted += 1;
			taken.fresh += 1;
		} else {
			takeKnown(taken, { channel, at, value, seq }, { lookUp, earlier });
		}
	}
	return taken;

	function isKnownAs(other: number, { at, value }: { at: number; value: number }): boolean {
		const newest = latest[other];
		if (!newest || newest.at === null || at > newest.at) return false;
		const index = earlier.find(other, at);
		return (index === undefined ? lookUp(other, at).own?.value : taken.value[index]) === value;
	}
}

/** Numbers of the ids of one channel, each by the other. */
function otherNumbers(latest: LatestReading[]): Map<number, number> | null {
	if (!latest.some(({ id }) => isDoubtfulId(id))) return null;
	const numbers = new Map(latest.map(({ id }, number) => [id, number]));
	return new Map(
		latest.flatMap(({ id }, number) => {
			const other = numbers.get(isDoubtfulId(id) ? channelIdOf(id) : doubtfulIdOf(id));
			return other === undefined ? [] : [[number, other] as const];
		}),
	);
}

export type Entry = { channel: number; at: number; value: number; seq: number };
type Sources = { lookUp: LookUp; earlier: ReturnType<typeof earlierEntries> };

function takeKnown(taken: TakenUpload, entry: Entry, { lookUp, earlier }: Sources): void {
	const index = earlier.find(entry.channel, entry.at);
	const known = index === undefined ? lookUp(entry.channel, entry.at) : valueAt(taken, index, entry.seq);
	if (isDuplicate(known.shown, entry)) taken.duplicates += 1;
	else {
		taken.accepted += 1;
		if (known.shown) taken.replaced += 1;
	}
	if (isDuplicate(known.own, entry)) return;
	if (index === undefined) take(taken, entry);
	else {
		taken.value[index] = entry.value;
		recordLatest(taken.latest, entry);
	}
	if (!known.own) taken.fresh += 1;
}

function valueAt({ value }: TakenUpload, index: number, seq: number): Known {
	const own = { value: value[index] ?? Number.NaN, seq };
	return { own, shown: own };
}

function isDuplicate(known: KnownReading | null, { value, seq }: Entry): boolean {
	return known !== null && (known.value === value || known.seq > seq);
}

function take(taken: TakenUpload, entry: Entry): void {
	taken.channel.push(entry.channel);
	taken.at.push(entry.at);
	taken.value.push(entry.value);
	recordLatest(taken.latest, entry);
}

export function recordLatest(latest: LatestReading[], { channel, at, value, seq }: Entry): void {
	const newest = latest[channel];
	if (!newest) return;
	const isNewer = newest.at === null || at > newest.at || (at === newest.at && seq >= newest.seq);
	if (isNewer) Object.assign(newest, { at, value, seq });
}

export function channelNumber(latest: LatestReading[], channelId: string): number {
	const known = latest.findIndex(({ id }) => id === channelId);
	if (known >= 0) return known;
	return latest.push({ id: channelId, at: null, value: 0, seq: 0 }) - 1;
}

function entryOrThrow(upload: Upload, numbers: number[], index: number): { channel: number; value: number } {
	const channel = numbers[upload.channel[index] ?? -1];
	const value = upload.value[index];
	if (channel === undefined || value === undefined) throw new Error("Upload columns differ in length");
	// JSON loses the sign of minus zero.
	return { channel, value: value === 0 ? 0 : value };
}

function earlierEntries(taken: TakenUpload) {
	const indexes = new Map<number, Map<number, number>>();
	let known = 0;

	function catchUp(): void {
		for (; known < taken.at.length; known += 1) {
			const channel = taken.channel[known] ?? -1;
			const ofChannel = indexes.get(channel) ?? new Map<number, number>();
			ofChannel.set(taken.at[known] ?? Number.NaN, known);
			indexes.set(channel, ofChannel);
		}
	}

	return {
		find(channel: number, at: number): number | undefined {
			catchUp();
			return indexes.get(channel)?.get(at);
		},
	};
}

type LookUpReading = (channel: number, at: number) => KnownReading | null;

export function ownReadings({ tails, dayBlocks, hotDays }: StoreParts, row: StoredDeviceRow): LookUpReading {
	const tail = tails.readings(row);
	const days = new Map<number, Readings[]>();

	function readingsOf(day: number): Readings[] {
		const known = days.get(day);
		if (known) return known;
		const readings = dayBlocks.facts(row.number, day).map((facts) => hotDays.read(facts));
		days.set(day, readings);
		return readings;
	}

	return (channel, at) => findNewest([tail, ...readingsOf(dayOf(at))], channel, at);
}

export function findNewest(sources: Readings[], channel: number, at: number): KnownReading | null {
	let newest: KnownReading | null = null;
	for (const readings of sources) {
		const known = findReading(readings, channel, at);
		if (known && (!newest || known.seq > newest.seq)) newest = known;
	}
	return newest;
}

export type KnownReading = { value: number; seq: number };

export function findReading({ uploads, channels }: Readings, channel: number, at: number): KnownReading | null {
	const columns = channels.find((one) => one.channel === channel);
	if (!columns) return null;
	const index = positionFrom(columns.at, at);
	const value = columns.value[index];
	const upload = uploads[columns.upload[index] ?? -1];
	if (columns.at[index] !== at || value === undefined || !upload) return null;
	return { value, seq: upload.seq };
}
