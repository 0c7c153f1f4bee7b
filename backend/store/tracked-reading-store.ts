import { largestOf, smallestOf } from "../../shared/base/lists";
import type { ReadingStore, Span } from "../base/reading-store";

/** Times of a device's readings, epoch ms; `to` exclusive. Null: from the beginning, without an end. */
type Touched = { deviceId: string; from: number | null; to: number | null };

/** Receives changes that no upload reports. */
type Track = {
	changed(change: Touched & { seq: number }): void;
	/** Called for readings that a retention removes. */
	removed(change: Touched & { seq: number }): void;
	/** Called before the device's readings are deleted; `from` to `to` holds their times. Null: unknown. */
	gone(device: Touched & { seq: number }): void;
	/** Called in the transaction that stores an upload or a file. */
	touched(change: Touched): void;
	/** Whether readings of this time may matter to `touched`. Called for each upload. */
	mayMatter(at: number): boolean;
	importSpan(importId: string): (Pick<Span, "from" | "to"> & { deviceId: string }) | null;
};

/** Reports changes to `track`, for clients that follow the readings and for reports of the past. */
export function createTrackedReadingStore(readingStore: ReadingStore, track: Track): ReadingStore {
	function touch(deviceId: string, at: readonly number[]): void {
		if (at.length > 0) track.touched({ deviceId, from: smallestOf(at), to: largestOf(at) + 1 });
	}

	return {
		...readingStore,

		append(upload, evaluate) {
			const { deviceId, at } = upload;
			if (at.length === 0 || !track.mayMatter(smallestOf(at))) return readingStore.append(upload, evaluate);
			return readingStore.append(upload, (taken) => {
				touch(deviceId, taken.at);
				return evaluate ? evaluate(taken) : taken.watch;
			});
		},

		appendImport(importId, upload, record) {
			return readingStore.appendImport(importId, upload, (result) => {
				touch(upload.deviceId, upload.at);
				record?.(result);
			});
		},

		async undoImport(importId, watched) {
			const undone = await readingStore.undoImport(importId, watched);
			const span = undone && track.importSpan(importId);
			if (span) track.changed({ ...span, seq: readingStore.lastSeq() });
			return undone;
		},

		removeBefore(deviceId, before) {
			readingStore.removeBefore(deviceId, before);
			track.removed({ deviceId, seq: readingStore.lastSeq(), from: null, to: before });
		},

		async deleteDevice(deviceId) {
			const usage = await readingStore.deviceUsage(deviceId, Date.now());
			const from = usage?.oldestReadingAt ?? null;
			track.gone({ deviceId, seq: readingStore.lastSeq(), from, to: usage?.newestReadingAt ?? null });
			await readingStore.deleteDevice(deviceId);
		},
	};
}
