import { type ArchivedDays, createArchivedDays } from "./archived-days";
import { createHotDays, createRollUps, type HotDays, type RollUps } from "./hot-days";
import {
	type ArchivedMonthRows,
	type ArchiveGarbageRows,
	type ArchiveQueueRows,
	archivedMonthRows,
	archiveGarbageRows,
	archiveQueueRows,
	type UpkeepRows,
	upkeepRows,
} from "./rows/archive-rows";
import { type DayBlockRows, dayBlockRows } from "./rows/day-block-rows";
import { type ImportBlockRows, importBlockRows } from "./rows/import-block-rows";
import { prepareLogTables } from "./rows/log-tables";
import { createTails, type Tails } from "./tails";
import { dayMs, dayOf } from "./utc-days";

export type StoreOptions = {
	storage: DurableObjectStorage;
	archive: R2Bucket;
	/** Of every object's key; without a slash at its end. */
	archivePrefix: string;
	/** Days for which a device's readings are kept; null: for ever. */
	retentionDays: (deviceId: string) => number | null;
	/** Devices that keep their readings for a time only. */
	devicesWithRetention: () => string[];
	/** Epoch ms. */
	now: () => number;
};

/** What the parts of the store share. */
export type StoreParts = StoreOptions & {
	/** Each device's row with its open tail, through a cache: the only way to the table `device_log`. */
	tails: Tails;
	dayBlocks: DayBlockRows;
	/** What is in the blocks of day rows. */
	hotDays: HotDays;
	/** Their quarters, through a cache. */
	rollUps: RollUps;
	importBlocks: ImportBlockRows;
	archivedMonths: ArchivedMonthRows;
	/** What is in the archive's objects. */
	archivedDays: ArchivedDays;
	/** Months that are not in the archive as they are. */
	archiveQueue: ArchiveQueueRows;
	archiveGarbage: ArchiveGarbageRows;
	upkeep: UpkeepRows;
	/** Imports that are being merged, which cannot be undone any more. */
	settling: Set<string>;
	/** All of `act` or nothing; what was cached of it is forgotten with it. `act` must not await. */
	transaction: <Result>(act: () => Result) => Result;
	/** Readings before this instant are not shown: the beginning of a UTC day, epoch ms, or -Infinity. */
	keptFrom: (deviceId: string) => number;
};

export function createStoreParts(options: StoreOptions): StoreParts {
	const { storage, now, retentionDays } = options;
	prepareLogTables(storage);
	const tails = createTails(storage.sql);
	const dayBlocks = dayBlockRows(storage.sql, (device) => rollUps.forget(device));
	const rollUps = createRollUps(dayBlocks);
	const hotDays = createHotDays(dayBlocks);
	const archivedMonths = archivedMonthRows(storage.sql);
	const archiveQueue = archiveQueueRows(storage.sql);
	return {
		...options,
		tails,
		dayBlocks,
		hotDays,
		rollUps,
		importBlocks: importBlockRows(storage.sql),
		archivedMonths,
		archivedDays: createArchivedDays(options.archive, archivedMonths),
		archiveQueue,
		archiveGarbage: archiveGarbageRows(storage.sql),
		upkeep: upkeepRows(storage.sql),
		settling: new Set(),
		transaction: (act) => {
			try {
				return storage.transactionSync(act);
			} catch (error) {
				tails.forget();
				hotDays.forget();
				rollUps.forgetAll();
				archiveQueue.forget();
				throw error;
			}
		},
		keptFrom: (deviceId) => {
			const days = retentionDays(deviceId);
			return days === null ? Number.NEGATIVE_INFINITY : (dayOf(now()) - days) * dayMs;
		},
	};
}
