import { type ChannelReadings, noReadings, type Readings } from "../block/readings";
import { placeOf } from "../block/readings-between";
import { sortUpload } from "../block/sort-upload";
import type { Upload } from "../log-store";
import type { DeviceLogFacts } from "./rows/device-log-rows";
import { lastAt, splitByDay } from "./split-readings";
import type { StoreParts } from "./store-parts";
import { throughArchive } from "./through-archive";
import { dayOf } from "./utc-days";

/**
 * By UTC day: what the archive holds of the very channels and times of an upload, as it stands when this is through.
 * Nothing may be awaited between that and what is done with it.
 */
export async function archivedLike(parts: StoreParts, upload: Upload): Promise<Map<number, Readings>> {
	const found = new Map<number, Readings>();
	const row = parts.tails.row(upload.deviceId);
	if (!row) return found;
	const versions = new Map<number, number | null>();
	const wanted = readingsOf(upload, row);
	const towardsDay = dayOf(lastAt(wanted) ?? 0);
	for (const { day, readings } of splitByDay(wanted)) {
		versions.set(day, archivedVersion(parts, row.number, day));
		const archived = await throughArchive(async () => {
			if (!parts.dayBlocks.facts(row.number, day)[0]?.isArchived) return noReadings;
			return parts.archivedDays.read({ device: row.number, day, towardsDay });
		});
		if (archived.channels.length > 0) found.set(day, commonReadings(archived, readings));
	}
	// While one day was read another may have gone to the archive, where nobody has looked for it.
	const isMoved = [...versions].some(([day, version]) => archivedVersion(parts, row.number, day) !== version);
	return isMoved ? archivedLike(parts, upload) : found;
}

/** Null: the day is not in the archive. */
function archivedVersion({ dayBlocks }: StoreParts, device: number, day: number): number | null {
	const [first] = dayBlocks.facts(device, day);
	return first?.isArchived ? first.version : null;
}

/** An upload's readings of the channels that its device's row knows. */
function readingsOf({ seq, receivedAt, ...columns }: Upload, { latest }: DeviceLogFacts): Readings {
	const numbers = columns.channelIds.map((channelId) => latest.findIndex(({ id }) => id === channelId));
	const channel: number[] = [];
	const at: number[] = [];
	for (const [index, time] of columns.at.entries()) {
		const number = numbers[columns.channel[index] ?? -1] ?? -1;
		if (number < 0) continue;
		channel.push(number);
		at.push(time);
	}
	return sortUpload({ seq, receivedAt, channel, at, value: at.map(() => 0) });
}

/** Of `readings`, those whose channel and time are among `like`. */
function commonReadings({ uploads, channels }: Readings, like: Readings): Readings {
	const common = channels.flatMap((columns): ChannelReadings[] => {
		const times = like.channels.find(({ channel }) => channel === columns.channel)?.at;
		if (!times) return [];
		const places = Array.from(times, (at) => placeOf(columns.at, at)).filter(
			(place, index) => columns.at[place] === times[index],
		);
		if (places.length === 0) return [];
		return [
			{
				channel: columns.channel,
				at: Float64Array.from(places, (place) => columns.at[place] ?? Number.NaN),
				value: Float64Array.from(places, (place) => columns.value[place] ?? Number.NaN),
				upload: Uint32Array.from(places, (place) => columns.upload[place] ?? 0),
			},
		];
	});
	return { uploads, channels: common };
}
