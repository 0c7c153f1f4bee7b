import type { DueWork } from "../../alarm/due-work";
import { firstGoesAt, listGone, listGoneFrom } from "./deletion-rows";
import { type PurgeParts, purgeDevices } from "./purge-devices";

/** Together, as what tells of devices is looked through once for all of them. */
const devicesAtOnce = 250;

/** Removes deleted devices for good when they can be restored no longer. Subject: the first of some devices. */
export function deleteDevicesWork(parts: PurgeParts): DueWork {
	const { db } = parts;
	return {
		name: "delete devices",
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
