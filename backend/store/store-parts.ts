import { dayMs } from "../../shared/base/durations";
import type { HeldDevices } from "../base/reading-store";
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

export type StoreOptions = {
	storage: DurableObjectStorage;
	archive: R2Bucket;
	/** Of every object key; without a slash at the end. */
	archivePrefix: string;
	/** Null: for ever. */
	retentionDays: (deviceId: string) => number | null;
	/** In order of their ids, those behind one. */
	devicesWithRetention: (after: string, limit: number) => string[];
	/** What an upload number was compared with before, so that none falls when its device is deleted. */
	seqAtLeast: () => number;
	heldDevices: HeldDevices;
	/** Whether months are to leave the object as soon as they are over. */
	isTight: () => boolean;
	/** Waits for the thread's next turn, in what reads every device. */
	nextTurn: () => Promise<void>;
	/** Epoch ms. */
	now: () => number;
};

export type StoreParts = StoreOptions & {
	/** Each device's row with its open tail, cached: the only access to `device_log`. */
	tails: Tails;
	dayBlocks: DayBlockRows;
	hotDays: HotDays;
	rollUps: RollUps;
	importBlocks: ImportBlockRows;
	totals: DeviceTotalRows;
	archivedMonths: ArchivedMonthRows;
	archivedDays: ArchivedDays;
	/** Months with unarchived readings. */
	archiveQueue: ArchiveQueueRows;
	archiveGarbage: ArchiveGarbageRows;
	upkeep: UpkeepRows;
	/** Imports that are being merged and can no longer be undone. */
	merging: Set<string>;
	/** Rolls back and clears the caches if `act` throws. `act` must not await. */
	transaction: <Result>(act: () => Result) => Result;
	/** Earlier readings are not shown: the start of a UTC day, epoch ms, or -Infinity. */
	keptFrom: (deviceId: string) => number;
};

export function createStoreParts(options: StoreOptions): StoreParts {
	const { storage, now, retentionDays } = options;
	prepareReadingTables(storage);
	const tails = createTails(storage.sql);
	const totals = deviceTotalRows(storage.sql, now);
	const dayBlocks = dayBlockRows(storage.sql, { forget: (device) => rollUps.forget(device), count: totals.count });
	const rollUps = createRollUps(dayBlocks);
	const hotDays = createHotDays(dayBlocks);
	const archivedMonths = archivedMonthRows(storage.sql, totals.count);
	const archiveQueue = archiveQueueRows(storage.sql);
	return {
		...options,
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
