import { positionFrom } from "../../shared/base/sorted";
import { throughArchive } from "./archived-days";
import { decodeBlock } from "./block/block-codec";
import { type ChannelReadings, noReadings, type Readings } from "./block/readings";
import type { StoredDeviceRow } from "./rows/stored-device-rows";
import { lastAt, splitByDay } from "./split-readings";
import type { StoreParts } from "./store-parts";
import { findNewest, findReading, type KnownReading, ownReadings } from "./take-upload";
import { dayOf } from "./utc-days";

type ImportedReading = KnownReading & { importId: string };

/** `own`: of uploads and merged files. `imported`: the newest of unmerged files. */
export type KnownReadings = {
	own(channel: number, at: number): KnownReading | null;
	imported(channel: number, at: number, withoutImport?: string): ImportedReading | null;
};

export function knownReadings(
	parts: StoreParts,
	row: StoredDeviceRow,
	archived: ReadonlyMap<number, Readings>,
): KnownReadings {
	const onHand = ownReadings(parts, row);
	const imported = new Map<number, { importId: string; readings: Readings }[]>();

	function importedOn(day: number) {
		const known = imported.get(day);
		if (known) return known;
		const blocks = parts.importBlocks.find(row.number, day);
		const readings = blocks.map(({ importId, block }) => ({ importId, readings: decodeBlock(block) }));
		imported.set(day, readings);
		return readings;
	}

	return {
		own: (channel, at) => {
			const ofDay = archived.get(dayOf(at));
			return newerOf(ofDay ? findNewest([ofDay], channel, at) : null, onHand(channel, at));
		},
		imported: (channel, at, withoutImport) => {
			let newest: ImportedReading | null = null;
			for (const { importId, readings } of importedOn(dayOf(at))) {
				const found = importId === withoutImport ? null : findReading(readings, channel, at);
				if (found && (!newest || found.seq > newest.seq)) newest = { ...found, importId };
			}
			return newest;
		},
	};
}

export function newerOf<One extends KnownReading, Other extends KnownReading>(
	one: One | null,
	other: Other | null,
): One | Other | null {
	return one !== null && (other === null || one.seq > other.seq) ? one : other;
}

/** Archived readings at the times of `wanted`, by UTC day. Use the result before any await. */
export async function archivedLike(
	parts: StoreParts,
	device: number,
	wanted: Readings,
): Promise<Map<number, Readings>> {
	const found = new Map<number, Readings>();
	const versions = new Map<number, number | null>();
	const towardsDay = dayOf(lastAt(wanted) ?? 0);
	for (const { day, readings } of splitByDay(wanted)) {
		versions.set(day, archivedVersion(parts, device, day));
		const archived = await throughArchive(async () => {
			if (!parts.dayBlocks.facts(device, day)[0]?.isArchived) return noReadings;
			return parts.archivedDays.read({ device, day, towardsDay });
		});
		if (archived.channels.length > 0) found.set(day, commonReadings(archived, readings));
	}
	const isMoved = [...versions].some(([day, version]) => archivedVersion(parts, device, day) !== version);
	return isMoved ? archivedLike(parts, device, wanted) : found;
}

function archivedVersion({ dayBlocks }: StoreParts, device: number, day: number): number | null {
	const [first] = dayBlocks.facts(device, day);
	return first?.isArchived ? first.version : null;
}

function commonReadings({ uploads, channels }: Readings, like: Readings): Readings {
	const common = channels.flatMap((columns): ChannelReadings[] => {
		const times = like.channels.find(({ channel }) => channel === columns.channel)?.at;
		if (!times) return [];
		const positions = Array.from(times, (at) => positionFrom(columns.at, at)).filter(
			(position, index) => columns.at[position] === times[index],
		);
		if (positions.length === 0) return [];
		return [
			{
				channel: columns.channel,
				at: Float64Array.from(positions, (position) => columns.at[position] ?? Number.NaN),
				value: Float64Array.from(positions, (position) => columns.value[position] ?? Number.NaN),
				upload: Uint32Array.from(positions, (position) => columns.upload[position] ?? 0),
			},
		];
	});
	return { uploads, channels: common };
}
