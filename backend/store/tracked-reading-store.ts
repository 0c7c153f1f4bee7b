import type { ReadingStore, Span } from "../base/reading-store";

/** What reads differently although no upload states it. */
type Track = {
	/** `from` null: from the beginning. */
	changed(change: { deviceId: string; seq: number; from: number | null; to: number | null }): void;
	/** Before the device's readings are deleted. */
	gone(device: { deviceId: string; seq: number }): void;
	/** Of a file; null: it is not known. */
	importSpan(importId: string): (Pick<Span, "from" | "to"> & { deviceId: string }) | null;
};

/** Tells what is taken back, removed or deleted, so that a user who follows the readings learns of it. */
export function createTrackedReadingStore(readingStore: ReadingStore, track: Track): ReadingStore {
	return {
		...readingStore,

		async undoImport(importId) {
			const undone = await readingStore.undoImport(importId);
			const span = undone && track.importSpan(importId);
			if (span) track.changed({ ...span, seq: readingStore.lastSeq() });
			return undone;
		},

		removeBefore(deviceId, before) {
			readingStore.removeBefore(deviceId, before);
			track.changed({ deviceId, seq: readingStore.lastSeq(), from: null, to: before });
		},

		async deleteDevice(deviceId) {
			track.gone({ deviceId, seq: readingStore.lastSeq() });
			await readingStore.deleteDevice(deviceId);
		},
	};
}
