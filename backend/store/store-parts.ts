import { dayMs } from "../../shared/base/durations";
import type { ReadingStoreOptions, Span } from "../base/reading-store";
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
import { type DeviceTotalRows, deviceTotalRows } from "./rows/device-total-rows";
import { type ImportBlockRows, importBlockRows } from "./rows/import-block-rows";
import { prepareReadingTables } from "./rows/reading-tables";
import { createTails, type Tails } from "./tails";
import { dayOf } from "./utc-days";

export type StoreOptions = ReadingStoreOptions & {
	archive: R2Bucket;
	/** Prefix of every object key, without a trailing slash. */
	archivePrefix: string;
	/** Derived channels' ids as other parts hold them: rows share them. Absent: none. */
	heldIds?: (deviceId: string) => readonly string[];
	/** Whether months are archived soon after they end, because the object is nearly full. */
	isTight: () => boolean;
	/** Called in the transaction that merges late readings into the archive, with the month's times. */
	merged?: (deviceId: string, span: Span) => void;
};

export type StoreParts = Required<StoreOptions> & {
	/** Each device's row with its open tail, cached: the only access to `device_log`. */
	tails: Tails;
	dayBlocks: DayBlockRows;
	hotDays: HotDays;
	rollUps: RollUps;
	importBlocks: ImportBlockRows;
	totals: DeviceTotalRows;
	archivedMonths: ArchivedMonthRows;
	archivedDays: ArchivedDays;
	archiveQueue: ArchiveQueueRows;
	archiveGarbage: ArchiveGarbageRows;
	upkeep: UpkeepRows;
	merging: Set<string>;
	/** Rolls back and clears the caches if `act` throws. `act` must not await. */
	transaction: <Result>(act: () => Result) => Result;
	/** Start of retention: the start of a UTC day, epoch ms, or -Infinity. */
	keptFrom: (deviceId: string) => number;
};

export function createStoreParts(options: StoreOptions): StoreParts {
	const { storage, now, retentionDays } = options;
	prepareReadingTables(storage);
	const heldIds = options.heldIds ?? (() => []);
	const tails = createTails(storage.sql, heldIds);
	const totals = deviceTotalRows(storage.sql, now);
	const dayBlocks = dayBlockRows(storage.sql, { forget: (device) => rollUps.forget(device), count: totals.count });
	const rollUps = createRollUps(dayBlocks);
	const hotDays = createHotDays(dayBlocks);
	const archivedMonths = archivedMonthRows(storage.sql, totals.count);
	const archiveQueue = archiveQueueRows(storage.sql);
	return {
		...options,
		heldIds,
		verdicts: options.verdicts ?? (() => []),
		merged: options.merged ?? (() => {}),
		tails,
		dayBlocks,
		hotDays,
		rollUps,
		importBlocks: importBlockRows(storage.sql, totals.count),
		totals,
		archivedMonths,
		archivedDays: createArchivedDays(options.archive, archivedMonths),
		archiveQueue,
		archiveGarbage: archiveGarbageRows(storage.sql),
		upkeep: upkeepRows(storage.sql),
		merging: new Set(),
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
