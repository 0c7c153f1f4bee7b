import type { UploadRefusal } from "../../../shared/ingest";
import type { DueWork } from "../../alarm/due-work";
import type { AccountDb } from "../../context";
import type { Hints } from "../../live/hints";
import type { LogStore, UploadColumns } from "../../log/log-store";
import { type DeviceRow, findDevice, hasDevice } from "../device-rows";
import { noteRefusedUpload } from "../refusal/note-refusals";
import { findDeviceState, listWatchedDevices } from "./device-state-rows";
import { noteBattery, noteClock } from "./note-readings";
import { noteHeard, noteSilence } from "./note-status";
import { comingChanges } from "./status-deadlines";

type Parts = { db: AccountDb; log: LogStore; hints: Hints };

/** An upload as it was stored. `lastReceivedAt`: as `lastHeard` answered before it; all times epoch ms. */
export type NotedUpload = { receivedAt: number; lastReceivedAt: number | null; columns: UploadColumns };

export type DeviceWatch = {
	/** When the device was last heard, epoch ms; null: never. To be asked before an upload is stored. */
	lastHeard(deviceId: string): Promise<number | null>;
	/** Says in the log what is new with a device that was heard: its status, its battery, its clock. */
	noteUpload(device: DeviceRow, upload: NotedUpload): Promise<void>;
	/** Keeps that an upload was refused as a whole; `receivedAt` is epoch ms. */
	noteRefusedUpload(deviceId: string, refused: { receivedAt: number; reason: UploadRefusal }): void;
	/** Forgets when devices were heard, where that was written behind its back. */
	forget(): void;
	/** Asks anew when something is due: intervals were changed, or devices archived or restored. */
	intervalsChanged(): Promise<void>;
	work: DueWork;
};

/**
 * Says in the log when a device falls silent and when it is back. The status itself stays derived. When each device
 * was last heard is kept in memory: a row for each upload would cost as much as the upload.
 */
export function createDeviceWatch({ db, log, hints }: Parts): DeviceWatch {
	const heard = new Map<string, number>();
	let isLoaded = false;
	/** No change is due before it; null: none at all. */
	let earliestDue: number | null = null;

	async function lastReceivedAt(deviceId: string): Promise<number | null> {
		return (await log.latest([deviceId])).get(deviceId)?.lastReceivedAt ?? null;
	}

	function note(deviceId: string, receivedAt: number): void {
		heard.set(deviceId, Math.max(receivedAt, heard.get(deviceId) ?? 0));
	}

	/** The next change of each watched device, the earliest first. */
	function nextChanges(): { deviceId: string; at: number }[] {
		const changes = listWatchedDevices(db).flatMap(({ id, status, ...intervals }) => {
			const heardAt = heard.get(id);
			const [next] = heardAt === undefined ? [] : comingChanges(intervals, status, heardAt);
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
		const ids = listWatchedDevices(db).flatMap(({ id }) => (heard.has(id) ? [] : id));
		const latest = await log.latest(ids);
		for (const [deviceId, { lastReceivedAt: at }] of latest) if (at !== null) note(deviceId, at);
		isLoaded = true;
		earliestDue = nextChanges()[0]?.at ?? null;
	}

	const work: DueWork = {
		name: "device status",

		load,

		nextDueAt: () => earliestDue,

		due: (now, limit) => dueChanges(now).slice(0, limit),

		async run(deviceId, now) {
			const device = findDevice(db, deviceId);
			const heardBefore = heard.get(deviceId);
			const heardAt = await lastReceivedAt(deviceId);
			// It was heard while the log was asked: what is known of it now is newer than that answer.
			if (heard.get(deviceId) !== heardBefore) return;
			if (heardAt === null) heard.delete(deviceId);
			else heard.set(deviceId, heardAt);
			if (!device || heardAt === null) return;
			const state = findDeviceState(db, deviceId);
			if (!noteSilence(db, device, { state, lastReceivedAt: heardAt, now })) return;
			hints.changed("log", [deviceId]);
			hints.changed("devices", [deviceId]);
		},
	};

	return {
		work,

		lastHeard: async (deviceId) => heard.get(deviceId) ?? lastReceivedAt(deviceId),

		async noteUpload(device, upload) {
			// It may have gone for good while the upload was stored.
			if (!hasDevice(db, device.id)) return;
			// Of uploads at once, the first one ends the silence for all.
			const lastReceivedAt = latest(upload.lastReceivedAt, heard.get(device.id) ?? null);
			const { state } = noteHeard(db, device, { ...upload, lastReceivedAt });
			note(device.id, upload.receivedAt);
			const [next] = comingChanges(device, state.status, upload.receivedAt);
			if (next) earliestDue = Math.min(next.at, earliestDue ?? next.at);
			noteClock(db, device.id, upload);
			await noteBattery({ db, log }, state, upload);
			hints.changed("log", [device.id]);
			// Lists show when a device was last heard, and its latest values.
			hints.changed("devices", [device.id]);
		},

		noteRefusedUpload(deviceId, refused) {
			if (!noteRefusedUpload(db, deviceId, refused)) return;
			hints.changed("log", [deviceId]);
			hints.changed("devices", [deviceId]);
		},

		forget() {
			heard.clear();
			isLoaded = false;
			earliestDue = null;
		},

		async intervalsChanged() {
			// Of a device that is watched again nothing may be known.
			isLoaded = false;
			await load();
		},
	};
}

function latest(one: number | null, other: number | null): number | null {
	return one === null || other === null ? (one ?? other) : Math.max(one, other);
}
