import type { UploadRefusal } from "../../../shared/ingest";
import type { AccountDb, Hints, IntervalWatch } from "../../base/context";
import type { DueWork } from "../../base/due-work";
import type { ReadingStore, UploadColumns } from "../../base/reading-store";
import { type DeviceRow, findDevice, hasDevice } from "../../db/device-rows";
import { type DeviceStateRow, findDeviceState, listWatchedDevices } from "../../db/device-status-rows";
import { queueEvent } from "../../webhook/queue-event";
import { deviceSubject } from "../device-projection";
import { comingChanges } from "./device-events";
import { noteRefusedUpload } from "./record-refusals";
import { recordBattery, recordClock, recordReceived, recordSilence } from "./record-status";

type Parts = { db: AccountDb; readingStore: ReadingStore; hints: Hints };

/** `lastReceivedAt`: from `lastReceived` before the upload; all times epoch ms. */
type StoredUploadFacts = { receivedAt: number; lastReceivedAt: number | null; columns: UploadColumns };

export type DeviceWatch = IntervalWatch & {
	/** Epoch ms; null: never. Call before an upload is stored. */
	lastReceived(deviceId: string): Promise<number | null>;
	recordUpload(device: DeviceRow, upload: StoredUploadFacts): Promise<void>;
	/** `receivedAt` is epoch ms. */
	uploadRefused(deviceId: string, refused: { receivedAt: number; reason: UploadRefusal }): void;
	forget(): void;
	work: DueWork;
};

/** Receive times are kept in memory: a row for each upload would cost as much as the upload. */
export function createDeviceWatch({ db, readingStore, hints }: Parts): DeviceWatch {
	const receivedAtById = new Map<string, number>();
	let isLoaded = false;
	let earliestDue: number | null = null;

	async function lastReceivedAt(deviceId: string): Promise<number | null> {
		return (await readingStore.latest([deviceId])).get(deviceId)?.lastReceivedAt ?? null;
	}

	function remember(deviceId: string, receivedAt: number): void {
		receivedAtById.set(deviceId, Math.max(receivedAt, receivedAtById.get(deviceId) ?? 0));
	}

	function nextChanges(): { deviceId: string; at: number }[] {
		const changes = listWatchedDevices(db).flatMap(({ id, status, ...intervals }) => {
			const receivedAt = receivedAtById.get(id);
			const [next] = receivedAt === undefined ? [] : comingChanges(intervals, status, receivedAt);
			return next ? [{ deviceId: id, at: next.at }] : [];
		});
		return changes.sort((one, other) => one.at - other.at);
	}

	function dueChanges(now: number): string[] {
		const changes = nextChanges();
		earliestDue = changes[0]?.at ?? null;
		return changes.filter(({ at }) => at <= now).map(({ deviceId }) => deviceId);
	}

	async function load(): Promise<void> {
		if (isLoaded) return;
		const watched = new Set(listWatchedDevices(db).map(({ id }) => id));
		// Of deleted devices nothing may stay.
		for (const id of receivedAtById.keys()) if (!watched.has(id)) receivedAtById.delete(id);
		const ids = [...watched].filter((id) => !receivedAtById.has(id));
		const latest = await readingStore.latest(ids);
		for (const [deviceId, { lastReceivedAt: at }] of latest) if (at !== null) remember(deviceId, at);
		isLoaded = true;
		earliestDue = nextChanges()[0]?.at ?? null;
	}

	const work: DueWork = {
		name: "device status",
		title: "Watching the status",
		describe: (subject) => deviceSubject(db, subject),

		load,

		nextDueAt: () => earliestDue,

		due: (now, limit) => dueChanges(now).slice(0, limit),

		async run(deviceId, now) {
			const device = findDevice(db, deviceId);
			const receivedBefore = receivedAtById.get(deviceId);
			const receivedAt = await lastReceivedAt(deviceId);
			// An upload came during the await: the cached time is newer.
			if (receivedAtById.get(deviceId) !== receivedBefore) return;
			if (receivedAt === null) receivedAtById.delete(deviceId);
			else receivedAtById.set(deviceId, receivedAt);
			if (!device || receivedAt === null) return;
			const state = findDeviceState(db, deviceId);
			const silent = db.transaction(() => {
				const found = recordSilence(db, device, { state, lastReceivedAt: receivedAt, now });
				if (found) sendStatus({ db, now }, device, found);
				return found;
			});
			if (!silent) return;
			hints.changed("log", [deviceId]);
			hints.changed("devices", [deviceId]);
		},
	};

	return {
		work,

		lastReceived: async (deviceId) => receivedAtById.get(deviceId) ?? lastReceivedAt(deviceId),

		async recordUpload(device, upload) {
			// It may have been deleted while the upload was stored.
			if (!hasDevice(db, device.id)) return;
			// Of simultaneous uploads only the first ends the silence.
			const lastReceivedAt = latest(upload.lastReceivedAt, receivedAtById.get(device.id) ?? null);
			const state = db.transaction(() => {
				const { state, isNews } = recordReceived(db, device, { ...upload, lastReceivedAt });
				if (isNews) sendStatus({ db, now: upload.receivedAt }, device, state);
				return state;
			});
			remember(device.id, upload.receivedAt);
			const [next] = comingChanges(device, state.status, upload.receivedAt);
			if (next) earliestDue = Math.min(next.at, earliestDue ?? next.at);
			recordClock(db, device.id, upload);
			await recordBattery({ db, readingStore }, state, upload);
			hints.changed("log", [device.id]);
			// Lists show the receive time and latest values.
			hints.changed("devices", [device.id]);
		},

		uploadRefused(deviceId, refused) {
			if (!noteRefusedUpload(db, deviceId, refused)) return;
			hints.changed("log", [deviceId]);
			hints.changed("devices", [deviceId]);
		},

		forget() {
			receivedAtById.clear();
			isLoaded = false;
			earliestDue = null;
		},

		async intervalsChanged() {
			// A device that is watched again may be missing in memory.
			isLoaded = false;
			await load();
		},
	};
}

function sendStatus(
	store: { db: AccountDb; now: number },
	{ id: deviceId, name, serialNumber }: DeviceRow,
	{ status, since }: DeviceStateRow,
): void {
	queueEvent(store, "device.status", () => ({
		...{ deviceId, deviceName: name, serialNumber, status, since: new Date(since).toISOString() },
		path: `/devices/${deviceId}`,
	}));
}

function latest(one: number | null, other: number | null): number | null {
	return one === null || other === null ? (one ?? other) : Math.max(one, other);
}
