import { said } from "../../shared/log/said";
import { createAudit, systemActor } from "../activity/audit";
import { addConfigEvent } from "../activity/log-events";
import type { AccountContext, AccountDb, Invalidations } from "../base/context";
import { createNewId, type NewId } from "../base/ids";
import { heldWaitMs, type Job } from "../base/job";
import { deleteCalibrations } from "../db/calibration-rows";
import { deleteChannelsOf, listChannels } from "../db/channel-rows";
import { firstGoesAt, listGone, listGoneFrom } from "../db/deletion-rows";
import { deleteDerivedChannels } from "../db/derived-channel-rows";
import { deleteDeviceRows } from "../db/device-rows";
import { deleteDeviceStates, deleteStatusChanges } from "../db/device-status-rows";
import { deleteDeviceUplinks } from "../db/device-uplink-rows";
import { deleteMembershipsOf } from "../db/membership-rows";
import { deleteRejectionRows } from "../db/rejection-rows";
import { deleteSentUnits } from "../db/sent-unit-rows";
import { deviceSubject } from "./device-projection";

const devicesAtOnce = 250;

export function deleteDevicesWork(parts: PurgeParts): Job {
	const { db, readingStore } = parts;
	let waitsUntil = Number.NEGATIVE_INFINITY;
	return {
		name: "delete devices",
		title: said("work.is.deleting"),
		describe: (subject) => deviceSubject(db, subject),
		nextDueAt: () => {
			const firstAt = firstGoesAt(db);
			return firstAt === null ? null : Math.max(firstAt, waitsUntil);
		},
		due: (now, limit) => {
			const gone = listGone(db, new Date(now), limit * devicesAtOnce);
			const isHeld = readingStore.heldDevices(now);
			const ids = gone.filter((id) => !isHeld(id));
			if (ids.length === 0 && gone.length > 0) waitsUntil = now + heldWaitMs;
			return ids.filter((_, index) => index % devicesAtOnce === 0);
		},
		run: async (firstId, now) => {
			const gone = listGoneFrom(db, firstId, { now: new Date(now), limit: devicesAtOnce });
			const isHeld = readingStore.heldDevices(now);
			const devices = gone.filter(({ id }) => !isHeld(id));
			if (devices.length === 0) return;
			for await (const _ of purgeDevices(parts, devices, now));
		},
	};
}

type PurgeStore = { db: AccountDb; invalidations: Invalidations; now: number; newId: NewId; user: null };

/** Removes references to devices. Idempotent. */
export type ForgetDevices = (store: PurgeStore, deviceIds: string[]) => void;

/** Each of `forget` runs in its own transaction. */
export type PurgeParts = {
	db: AccountDb;
	readingStore: AccountContext["readingStore"];
	invalidations: Invalidations;
	forget: ForgetDevices[];
};

/** The object may be evicted between two steps: the next run starts over with the same result. */
type PurgeStep = "readings" | "records" | "references" | "devices";

/** Deletes device rows last, because they list what remains. Archive objects are swept later. */
export async function* purgeDevices(
	{ db, readingStore, invalidations, forget }: PurgeParts,
	devices: { id: string; name: string }[],
	now: number,
): AsyncGenerator<PurgeStep, void> {
	const ids = devices.map(({ id }) => id);
	for (const id of ids) await readingStore.deleteDevice(id);
	yield "readings";
	db.transaction(() => deleteRecords(db, ids));
	yield "records";
	const store: PurgeStore = { db, invalidations, now, newId: createNewId(now), user: null };
	for (const forgetIn of forget) db.transaction(() => forgetIn(store, ids));
	yield "references";
	createAudit(store, { action: "system.deleteDevices", actor: systemActor }).change({ device: ids }, () => {
		deleteMembershipsOf(db, ids);
		deleteDeviceRows(db, ids);
		addConfigEvent(store, null, said("device.gone", { count: devices.length, name: devices[0]?.name ?? "" }));
	});
	for (const topic of ["devices", "groups"] as const) invalidations.changed(topic, "all");
	yield "devices";
}

function deleteRecords(db: AccountDb, ids: string[]): void {
	const channelIds = listChannels(db, ids).map(({ id }) => id);
	deleteCalibrations(db, channelIds);
	deleteDerivedChannels(db, channelIds);
	deleteChannelsOf(db, ids);
	deleteDeviceStates(db, ids);
	deleteRejectionRows(db, ids);
	deleteDeviceUplinks(db, ids);
	deleteSentUnits(db, ids);
	deleteStatusChanges(db, ids);
}
