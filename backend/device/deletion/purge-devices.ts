import { forgetDevicesInRules } from "../../alert/forget-devices-in-rules";
import type { AccountContext, AccountDb } from "../../context";
import { deleteMembershipsOf } from "../../group/membership-rows";
import { createNewId } from "../../ids";
import { deleteImportsOf } from "../../import/import-rows";
import type { Hints } from "../../live/hints";
import { addConfigEvent } from "../../log/events/add-config-event";
import { deleteLogEventsOf } from "../../log/log-event-rows";
import { forgetInUndos } from "../../undo/undo-rows";
import { deleteCalibrations } from "../calibration/calibration-rows";
import { deleteChannelsOf, listChannels } from "../channel-rows";
import { deleteDeviceRows } from "../device-rows";
import { deleteStatusChanges } from "../fleet-trend/status-change-rows";
import { deleteRefusalRows } from "../refusal/refusal-rows";
import { deleteDeviceStates } from "../status/device-state-rows";

export type PurgeParts = { db: AccountDb; log: AccountContext["log"]; hints: Hints };

/** Between two of these the object may be evicted: the next run begins anew and ends the same. */
type PurgeStep = "readings" | "records" | "rules" | "devices";

/**
 * Removes devices for good with everything that names them. Their own rows are the last to go, as by them alone it is
 * known what is left to do. Objects of the archive are swept once their readings are gone.
 */
export async function* purgeDevices(
	{ db, log, hints }: PurgeParts,
	devices: { id: string; name: string }[],
	now: number,
): AsyncGenerator<PurgeStep, void> {
	const ids = devices.map(({ id }) => id);
	for (const id of ids) await log.deleteDevice(id);
	yield "readings";
	db.transaction(() => deleteRecords(db, ids, now));
	yield "records";
	const store = { db, hints, now, newId: createNewId(now), user: null };
	db.transaction(() => forgetDevicesInRules(store, ids));
	yield "rules";
	db.transaction(() => {
		deleteMembershipsOf(db, ids);
		deleteDeviceRows(db, ids);
		addConfigEvent(store, null, goneText(devices));
	});
	for (const topic of ["devices", "groups"] as const) hints.changed(topic, "all");
	yield "devices";
}

function deleteRecords(db: AccountDb, ids: string[], now: number): void {
	const channelIds = listChannels(db, ids).map(({ id }) => id);
	deleteCalibrations(db, channelIds);
	deleteChannelsOf(db, ids);
	deleteImportsOf(db, ids);
	deleteLogEventsOf(db, ids);
	deleteDeviceStates(db, ids);
	deleteRefusalRows(db, ids);
	deleteStatusChanges(db, ids);
	forgetInUndos(db, ids, now);
}

function goneText(devices: { name: string }[]): string {
	const [first, ...others] = devices;
	return others.length === 0
		? `Device ${first?.name} deleted for good, with all it had sent`
		: `${devices.length} devices deleted for good, with all they had sent`;
}
