import { createBoundedCache } from "../../shared/base/bounded-cache";
import { domainError } from "../base/errors";
import { assertArchiveReadable } from "./archive/archive-form";
import { decodeBlock } from "./block/block-codec";
import type { Readings } from "./block/readings";
import type { ArchivedDay, ArchivedMonth, ArchivedMonthRows } from "./rows/archive-rows";
import { monthOfDay } from "./utc-days";

const usualCacheBytes = 8_000_000;
/** Adjacent days are read too: a request costs more than these bytes. */
const aheadBytes = 500_000;

const mostAttempts = 5;

class ArchiveMovedError extends Error {
	constructor(objectKey: string) {
		super(`${objectKey} is gone`);
		this.name = "ArchiveMovedError";
	}
}

type Requested = {
	device: number;
	day: number;
	towardsDay: number;
	only?: ReadonlySet<number> | undefined;
	month?: ArchivedMonth | null | undefined;
};

export type ArchivedDays = ReturnType<typeof createArchivedDays>;

export function createArchivedDays(archive: R2Bucket, archivedMonths: ArchivedMonthRows, cacheBytes = usualCacheBytes) {
	const cache = createBoundedCache<string, Uint8Array>(cacheBytes);

	async function fetchRange({ objectKey }: ArchivedMonth, offset: number, length: number): Promise<Uint8Array> {
		let object: R2ObjectBody | null;
		let bytes: ArrayBuffer | undefined;
		try {
			object = await archive.get(objectKey, { range: { offset, length } });
			bytes = await object?.arrayBuffer();
		} catch (error) {
			throw domainError("LOG_ARCHIVE_UNAVAILABLE", { objectKey }, { cause: error });
		}
		if (object) assertArchiveReadable(object);
		if (!bytes) throw new ArchiveMovedError(objectKey);
		return new Uint8Array(bytes);
	}

	async function fetchDay(month: ArchivedMonth, entry: ArchivedDay, towardsDay: number): Promise<Uint8Array> {
		const days = daysTogether(month.days, entry[0], towardsDay);
		const [, start] = days[0] ?? entry;
		const [, lastOffset, lastLength] = days.at(-1) ?? entry;
		const bytes = await fetchRange(month, start, lastOffset + lastLength - start);
		const bytesOf = ([, offset, length]: ArchivedDay) => bytes.slice(offset - start, offset - start + length);
		for (const one of days) cache.set(cacheKey(month, one), bytesOf(one), one[2]);
		// The cache may have dropped a large day.
		return bytesOf(entry);
	}

	return {
		/** Throws ArchiveMovedError, or LOG_ARCHIVE_UNAVAILABLE if R2 fails. */
		async read({ device, day, towardsDay, only, ...ahead }: Requested): Promise<Readings> {
			const month = ahead.month ?? archivedMonths.find(device, monthOfDay(day));
			const entry = month?.days.find(([known]) => known === day);
			if (!month || !entry) throw new ArchiveMovedError(`UTC day ${day} of device ${device}`);
			const bytes = cache.get(cacheKey(month, entry)) ?? (await fetchDay(month, entry, towardsDay));
			return decodeBlock(bytes, only);
		},
	};
}

/** Uses the checksum, because a key's content can change. */
function cacheKey({ checksum }: ArchivedMonth, [day]: ArchivedDay): string {
	return `${checksum} ${day}`;
}

function daysTogether(days: ArchivedDay[], day: number, towardsDay: number): ArchivedDay[] {
	const step = towardsDay < day ? -1 : 1;
	const together: ArchivedDay[] = [];
	let bytes = 0;
	for (let index = days.findIndex(([known]) => known === day); index >= 0; index += step) {
		const next = days[index];
		if (!next) break;
		bytes += next[2];
		const isWanted = step < 0 ? next[0] >= towardsDay : next[0] <= towardsDay;
		if (together.length > 0 && (!isWanted || bytes > aheadBytes)) break;
		together.push(next);
	}
	return step < 0 ? together.reverse() : together;
}

/** Retries `read` if an archive object was replaced meanwhile. Throws LOG_ARCHIVE_UNAVAILABLE. */
export async function throughArchive<Result>(read: () => Promise<Result>): Promise<Result> {
	for (let attempt = 1; ; attempt += 1) {
		try {
			return await read();
		} catch (error) {
			if (!(error instanceof ArchiveMovedError)) throw error;
			if (attempt === mostAttempts) throw domainError("LOG_ARCHIVE_UNAVAILABLE", {}, { cause: error });
		}
	}
}
