import type { Upload } from "../log-store";
import type { KnownReading } from "./find-reading";
import type { LatestReading } from "./rows/device-log-rows";

/** What a device's log holds for a channel and time: `own` without, `shown` with the files that are still apart. */
export type Known = { own: KnownReading | null; shown: KnownReading | null };

type LookUp = (channel: number, at: number) => Known;

/** An upload's entries that are to be stored, `channel` by its number, and what became of all. */
export type TakenUpload = {
	channel: number[];
	at: number[];
	value: number[];
	/** Of those to be stored: how many are for a channel and time of which the log has nothing of its own. */
	fresh: number;
	accepted: number;
	replaced: number;
	duplicates: number;
	expired: number[];
	latest: LatestReading[];
};

/**
 * Decides entry by entry what is stored, in the order sent. The same value again, or another one of a lower `seq`
 * than the known one's, is a duplicate. What is past its channel's newest reading is not looked up.
 */
export function takeUpload(upload: Upload, latestBefore: LatestReading[], lookUp: LookUp): TakenUpload {
	const { seq, keptFrom = Number.NEGATIVE_INFINITY } = upload;
	const latest = latestBefore.map((one) => ({ ...one }));
	const numbers = upload.channelIds.map((channelId) => channelNumber(latest, channelId));
	const taken: TakenUpload = {
		...{ channel: [], at: [], value: [], fresh: 0 },
		...{ accepted: 0, replaced: 0, duplicates: 0, expired: [], latest },
	};
	const earlier = earlierEntries(taken);
	for (const [index, at] of upload.at.entries()) {
		const { channel, value } = entryOrThrow(upload, numbers, index);
		const newest = latest[channel];
		if (at < keptFrom) taken.expired.push(index);
		else if (!newest || newest.at === null || at > newest.at) {
			take(taken, { channel, at, value, seq });
			taken.accepted += 1;
			taken.fresh += 1;
		} else {
			takeKnown(taken, { channel, at, value, seq }, { lookUp, earlier });
		}
	}
	return taken;
}

type Entry = { channel: number; at: number; value: number; seq: number };
type Sources = { lookUp: LookUp; earlier: ReturnType<typeof earlierEntries> };

function takeKnown(taken: TakenUpload, entry: Entry, { lookUp, earlier }: Sources): void {
	const place = earlier.find(entry.channel, entry.at);
	const known = place === undefined ? lookUp(entry.channel, entry.at) : valueAt(taken, place, entry.seq);
	if (isDuplicate(known.shown, entry)) taken.duplicates += 1;
	else {
		taken.accepted += 1;
		if (known.shown) taken.replaced += 1;
	}
	if (isDuplicate(known.own, entry)) return;
	if (place === undefined) take(taken, entry);
	else {
		taken.value[place] = entry.value;
		noteLatest(taken.latest, entry);
	}
	if (!known.own) taken.fresh += 1;
}

function valueAt({ value }: TakenUpload, place: number, seq: number): Known {
	const own = { value: value[place] ?? Number.NaN, seq };
	return { own, shown: own };
}

function isDuplicate(known: KnownReading | null, { value, seq }: Entry): boolean {
	return known !== null && (known.value === value || known.seq > seq);
}

function take(taken: TakenUpload, entry: Entry): void {
	taken.channel.push(entry.channel);
	taken.at.push(entry.at);
	taken.value.push(entry.value);
	noteLatest(taken.latest, entry);
}

function noteLatest(latest: LatestReading[], { channel, at, value, seq }: Entry): void {
	const newest = latest[channel];
	if (!newest) return;
	const isNewer = newest.at === null || at > newest.at || (at === newest.at && seq >= newest.seq);
	if (isNewer) Object.assign(newest, { at, value, seq });
}

/** A channel's place in its device's row, given at its first reading. */
function channelNumber(latest: LatestReading[], channelId: string): number {
	const known = latest.findIndex(({ id }) => id === channelId);
	if (known >= 0) return known;
	return latest.push({ id: channelId, at: null, value: 0, seq: 0 }) - 1;
}

function entryOrThrow(upload: Upload, numbers: number[], index: number): { channel: number; value: number } {
	const channel = numbers[upload.channel[index] ?? -1];
	const value = upload.value[index];
	if (channel === undefined || value === undefined) throw new Error("Upload columns differ in length");
	// A zero has no sign here: JSON would lose it on the way out.
	return { channel, value: value === 0 ? 0 : value };
}

/** Where in `taken` a channel and time stand; most uploads never ask. */
function earlierEntries(taken: TakenUpload) {
	const places = new Map<number, Map<number, number>>();
	let known = 0;

	function catchUp(): void {
		for (; known < taken.at.length; known += 1) {
			const channel = taken.channel[known] ?? -1;
			const ofChannel = places.get(channel) ?? new Map<number, number>();
			ofChannel.set(taken.at[known] ?? Number.NaN, known);
			places.set(channel, ofChannel);
		}
	}

	return {
		find(channel: number, at: number): number | undefined {
			catchUp();
			return places.get(channel)?.get(at);
		},
	};
}
