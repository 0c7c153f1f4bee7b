import type { AccountContext, AccountDb, Hints } from "../base/context";
import type { DueWork } from "../base/due-work";
import { createNewId, type NewId } from "../base/ids";
import { deleteCalibrations } from "../db/calibration-rows";
import { deleteChannelsOf, listChannels } from "../db/channel-rows";
import { firstGoesAt, listGone, listGoneFrom } from "../db/deletion-rows";
import { deleteDeviceRows } from "../db/device-rows";
import { deleteDeviceStates, deleteStatusChanges } from "../db/device-status-rows";
import { deleteMembershipsOf } from "../db/membership-rows";
import { deleteRefusalRows } from "../db/refusal-rows";
import { addConfigEvent } from "../journal/log-events";
import { deviceSubject } from "./device-view";

/** Together, as what tells of devices is looked through once for all of them. */
const devicesAtOnce = 250;

/** Removes deleted devices for good when they can be restored no longer. Subject: the first of some devices. */
export function deleteDevicesWork(parts: PurgeParts): DueWork {
	const { db } = parts;
	return {
		name: "delete devices",
		title: "Deleting",
		describe: (subject) => deviceSubject(db, subject),
		nextDueAt: () => firstGoesAt(db),
		due: (now, limit) => {
			const ids = listGone(db, new Date(now), limit * devicesAtOnce);
			return ids.filter((_, place) => place % devicesAtOnce === 0);
		},
		run: async (firstId, now) => {
			const devices = listGoneFrom(db, firstId, { now: new Date(now), limit: devicesAtOnce });
			if (devices.length === 0) return;
			for await (const _ of purgeDevices(parts, devices, now));
		},
	};
}

/** What a change that no person made is written with. */
type PurgeStore = { db: AccountDb; hints: Hints; now: number; newId: NewId; user: null };

/** Takes devices that go for good out of what else names them. Idempotent. */
export type ForgetDevices = (store: PurgeStore, deviceIds: string[]) => void;

/** `forget`: each is run in a transaction of its own. */
export type PurgeParts = { db: AccountDb; log: AccountContext["log"]; hints: Hints; forget: ForgetDevices[] };

/** Between two of these the object may be evicted: the next run begins anew and ends the same. */
type PurgeStep = "readings" | "records" | "references" | "devices";

/**
 * Removes devices for good with everything that names them. Their own rows are the last to go, as by them alone it is
 * known what is left to do. Objects of the archive are swept once their readings are gone.
 */
export async function* purgeDevices(
	{ db, log, hints, forget }: PurgeParts,
	devices: { id: string; name: string }[],
	now: number,
): AsyncGenerator<PurgeStep, void> {
	const ids = devices.map(({ id }) => id);
	for (const id of ids) await log.deleteDevice(id);
	yield "readings";
	db.transaction(() => deleteRecords(db, ids));
	yield "records";
	const store: PurgeStore = { db, hints, now, newId: createNewId(now), user: null };
	for (const forgetIn of forget) db.transaction(() => forgetIn(store, ids));
	yield "references";
	db.transaction(() => {
		deleteMembershipsOf(db, ids);
		deleteDeviceRows(db, ids);
		addConfigEvent(store, null, goneText(devices));
	});
	for (const topic of ["devices", "groups"] as const) hints.changed(topic, "all");
	yield "devices";
}

function deleteRecords(db: AccountDb, ids: string[]): void {
	const channelIds = listChannels(db, ids).map(({ id }) => id);
	deleteCalibrations(db, channelIds);
	deleteChannelsOf(db, ids);
	deleteDeviceStates(db, ids);
	deleteRefusalRows(db, ids);
	deleteStatusChanges(db, ids);
}

function goneText(devices: { name: string }[]): string {
	const [first, ...others] = devices;
	return others.length === 0
		? `Device ${first?.name} deleted for good, with all it had sent`
		: `${devices.length} devices deleted for good, with all they had sent`;
}
