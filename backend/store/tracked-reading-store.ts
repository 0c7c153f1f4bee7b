import type { ReadingStore, Span } from "../base/reading-store";

/** Receives changes that no upload reports. */
type Track = {
	/** `from` null means from the beginning. */
	changed(change: { deviceId: string; seq: number; from: number | null; to: number | null }): void;
	/** Called before the device's readings are deleted; `from` to `to` holds their times. Null: unknown. */
	gone(device: { deviceId: string; seq: number; from: number | null; to: number | null }): void;
	importSpan(importId: string): (Pick<Span, "from" | "to"> & { deviceId: string }) | null;
};

/** Reports undone, removed and deleted readings to `track`, so that clients that follow the readings see them. */
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
			const usage = await readingStore.deviceUsage(deviceId, Date.now());
			const from = usage?.oldestReadingAt ?? null;
			track.gone({ deviceId, seq: readingStore.lastSeq(), from, to: usage?.newestReadingAt ?? null });
			await readingStore.deleteDevice(deviceId);
		},
	};
}
