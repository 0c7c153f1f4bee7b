import type { MemberContext } from "../../context";
import { listGroups } from "../../group/group-rows";
import type { Membership } from "../../group/membership-rows";
import { moveDevices } from "../../group/move-devices";
import { settleDevices } from "../../group/settle-devices";
import { addConfigEvents } from "../../log/events/add-config-event";
import { saveDevice } from "../device-rows";
import { changeText } from "./change-text";
import { type DeviceChange, versionAfter } from "./device-change";
import { membershipRefusal } from "./membership-refusal";

/**
 * Writes changes of devices, what follows from them, and a word of each in its log, within the caller's transaction.
 * Throws NOT_PERMITTED where somebody with a scope of groups would move a device into a group or out of one.
 */
export function writeDeviceChanges(ctx: MemberContext, changes: DeviceChange[]): void {
	const { db, hints } = ctx;
	const deviceIds = changes.map(({ before }) => before.id);
	const joins = movesOf(changes, "joins");
	const leaves = movesOf(changes, "leaves");
	for (const change of changes) saveDevice(db, { ...change.after, version: versionAfter(change) });
	moveDevices(db, { joins, leaves });
	const settled = settleDevices(db, deviceIds);
	const isMoving = joins.length + leaves.length + settled.memberships.length > 0;
	if (isMoving && ctx.user.scope !== "all") throw membershipRefusal(db, changes);
	const groupNames = namesOf(ctx, [...joins, ...leaves]);
	addConfigEvents(
		ctx,
		changes.map((change) => {
			const groupIds = [...change.joins, ...change.leaves];
			const naming = groupIds.length === 0 ? null : { groupIds, unnamed: changeText(change, null) };
			return { deviceId: change.before.id, text: changeText(change, groupNames), naming };
		}),
	);
	// Whoever saw a device by a group that it has left would not be found by the device any more.
	const concerned = isMoving ? "all" : deviceIds;
	hints.changed("devices", concerned);
	// Groups count the devices that are in use.
	if (isMoving || changes.some(isOnOtherShelf)) hints.changed("groups", concerned);
}

function isOnOtherShelf({ before, after }: DeviceChange): boolean {
	return (before.archivedAt === null) !== (after.archivedAt === null);
}

function movesOf(changes: DeviceChange[], side: "joins" | "leaves"): Membership[] {
	return changes.flatMap((change) => change[side].map((groupId) => ({ groupId, deviceId: change.before.id })));
}

function namesOf({ db }: MemberContext, moves: Membership[]): Map<string, string> {
	const groupIds = [...new Set(moves.map(({ groupId }) => groupId))];
	if (groupIds.length === 0) return new Map();
	return new Map(listGroups(db, groupIds).map(({ id, name }) => [id, name]));
}
