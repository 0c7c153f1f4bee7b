import { hourMs } from "../../../shared/base/durations";
import type { UploadRejection } from "../../../shared/ingest/ingest";
import { said } from "../../../shared/log/said";
import type { AccountDb, IntervalWatch, Invalidations } from "../../base/context";
import { createDeadlineHeap } from "../../base/deadline-heap";
import type { Job } from "../../base/job";
import type { ReadingHistory, UploadColumns } from "../../base/reading-store";
import type { TurnQueue } from "../../base/turn-queue";
import { type DeviceRow, findDevice, hasDevice, listCurrentIds } from "../../db/device-rows";
import { type DeviceStateRow, findDeviceState, listWatchedDevices } from "../../db/device-status-rows";
import { queueEvent } from "../../webhook/queue-event";
import { deviceSubject } from "../device-projection";
import { comingChanges } from "./device-events";
import { noteRejectedUpload } from "./record-rejections";
import { recordBattery, recordClock, recordReceived, recordSilence } from "./record-status";

type Parts = {
	db: AccountDb;
	readingStore: ReadingHistory;
	invalidations: Invalidations;
	turnQueue: Pick<TurnQueue, "next">;
};

/** Epoch ms. `lastReceivedAt` is from before the upload. */
type StoredUploadFacts = { receivedAt: number; lastReceivedAt: number | null; columns: UploadColumns };

type Watched = ReturnType<typeof listWatchedDevices>[number];

export type DeviceWatch = Pick<IntervalWatch, "intervalsChanged"> & {
	/** Epoch ms; null if never. Call before an upload is stored. */
	lastReceived(deviceId: string): Promise<number | null>;
	recordUpload(device: DeviceRow, upload: StoredUploadFacts): Promise<void>;
	uploadRejected(deviceId: string, rejected: { receivedAt: number; reason: UploadRejection }): void;
	forget(): void;
	work: Job;
};

const standstillMs = hourMs;
const loadedTogether = 500;

/** Stores receive times and deadlines in memory: a row for each upload would cost as much as the upload. */
export function createDeviceWatch({ db, readingStore, invalidations, turnQueue }: Parts): DeviceWatch {
	const receivedAtById = new Map<string, number>();
	const deadlines = createDeadlineHeap({ standstillMs });
	let isLoaded = false;
	let loading: Promise<void> | null = null;

	async function lastReceivedAt(deviceId: string): Promise<number | null> {
		return (await readingStore.latest([deviceId])).get(deviceId)?.lastReceivedAt ?? null;
	}

	function remember(deviceId: string, receivedAt: number): void {
		receivedAtById.set(deviceId, Math.max(receivedAt, receivedAtById.get(deviceId) ?? 0));
	}

	function keepDeadline({ id, status, ...intervals }: Watched): void {
		const receivedAt = receivedAtById.get(id);
		const [next] = receivedAt === undefined ? [] : comingChanges(intervals, status, receivedAt);
		deadlines.set(id, next?.at ?? null);
	}

	async function load(): Promise<void> {
		do {
			loading ??= loadAll().finally(() => {
				loading = null;
			});
			await loading;
		} while (!isLoaded);
	}

	async function loadAll(): Promise<void> {
		if (isLoaded) return;
		// Set first, so that a change during the load triggers another one.
		isLoaded = true;
		try {
			await loadThese(listCurrentIds(db));
			dropDeleted();
		} catch (error) {
			isLoaded = false;
			throw error;
		}
	}

	async function loadThese(ids: readonly string[]): Promise<void> {
		for (let from = 0; from < ids.length; from += loadedTogether) {
			if (from > 0) await turnQueue.next();
			const part = ids.slice(from, from + loadedTogether);
			const unknown = listWatchedDevices(db, part).flatMap(({ id }) => (receivedAtById.has(id) ? [] : id));
			if (unknown.length > 0) {
				const latest = await readingStore.latest(unknown);
				for (const [deviceId, { lastReceivedAt: at }] of latest) if (at !== null) remember(deviceId, at);
			}
			const watched = listWatchedDevices(db, part);
			for (const device of watched) keepDeadline(device);
			const ownIds = new Set(watched.map(({ id }) => id));
			for (const id of part) if (!ownIds.has(id)) drop(id);
		}
	}

	function dropDeleted(): void {
		const current = new Set(listCurrentIds(db));
		for (const id of receivedAtById.keys()) if (!current.has(id)) drop(id);
	}

	function drop(id: string): void {
		receivedAtById.delete(id);
		deadlines.set(id, null);
	}

	const work: Job = {
		name: "device status",
		title: said("work.is.watchingStatus"),
		describe: (subject) => deviceSubject(db, subject),

		load,

		nextDueAt: deadlines.nextAt,

		due: deadlines.due,

		async run(deviceId, now) {
			const device = findDevice(db, deviceId);
			const receivedBefore = receivedAtById.get(deviceId);
			const stored = await lastReceivedAt(deviceId);
			const cached = receivedAtById.get(deviceId);
			// An upload during the await is newer.
			const receivedAt = cached === receivedBefore ? stored : (cached ?? null);
			if (receivedAt === null) receivedAtById.delete(deviceId);
			else receivedAtById.set(deviceId, receivedAt);
			deadlines.set(deviceId, null);
			if (!device || device.archivedAt !== null || receivedAt === null) return;
			const state = findDeviceState(db, deviceId);
			const silent = db.transaction(() => {
				const found = recordSilence(db, device, { state, lastReceivedAt: receivedAt, now });
				if (found) sendStatus({ db, now }, device, found);
				return found;
			});
			const said = silent ?? state;
			if (said) keepDeadline({ ...device, status: said.status });
			if (!silent) return;
			invalidations.changed("log", [deviceId]);
			invalidations.changed("devices", [deviceId]);
		},
	};

	return {
		work,

		lastReceived: async (deviceId) => receivedAtById.get(deviceId) ?? lastReceivedAt(deviceId),

		async recordUpload(device, upload) {
			// The device may have been deleted meanwhile.
			if (!hasDevice(db, device.id)) return;
			// Only the first of simultaneous uploads ends the silence.
			const lastReceivedAt = latest(upload.lastReceivedAt, receivedAtById.get(device.id) ?? null);
			const state = db.transaction(() => {
				const { state, isNews } = recordReceived(db, device, { ...upload, lastReceivedAt });
				if (isNews) sendStatus({ db, now: upload.receivedAt }, device, state);
				return state;
			});
			remember(device.id, upload.receivedAt);
			keepDeadline({ ...device, status: state.status });
			recordClock(db, device.id, upload);
			await recordBattery({ db, readingStore }, state, upload);
			invalidations.changed("log", [device.id]);
			invalidations.changed("devices", [device.id]);
		},

		uploadRejected(deviceId, rejected) {
			if (!noteRejectedUpload(db, deviceId, rejected)) return;
			invalidations.changed("log", [deviceId]);
			invalidations.changed("devices", [deviceId]);
		},

		forget() {
			receivedAtById.clear();
			isLoaded = false;
			deadlines.clear();
		},

		async intervalsChanged(deviceIds) {
			if (deviceIds !== "all" && isLoaded) return loadThese(deviceIds);
			// A running load may have passed the changed devices.
			await loading?.catch(() => {}); // its caller gets the error
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
		deviceId,
		deviceName: name,
		serialNumber,
		status,
		since: new Date(since).toISOString(),
		path: `/devices/${deviceId}`,
	}));
}

function latest(one: number | null, other: number | null): number | null {
	return one === null || other === null ? (one ?? other) : Math.max(one, other);
}
