import * as z from "zod/mini";
import type { Undone } from "../../../shared/device-inputs";
import type { MemberContext } from "../../context";
import { domainError } from "../../errors";
import { groupIdsByDevice, listGroups } from "../../group/group-rows";
import { currentGroupIds } from "../../group/merged-groups";
import { devicesInScope } from "../../group/scope";
import { assertRoom } from "../assert-room";
import { type DeviceRow, findDevices, isSameValue } from "../device-rows";
import type { DeviceChange } from "./device-change";
import { DeviceUndoEntry } from "./device-undo-entry";
import { writeDeviceChanges } from "./write-device-changes";

/**
 * Makes devices what they were, within the caller's transaction; those that were changed again meanwhile, or went, are
 * skipped. Throws UNDO_NOT_FOUND for somebody who may not see every one, NOT_PERMITTED as the change would, and
 * DEVICE_LIMIT as `restoreDevices`.
 */
export function undoDeviceChanges(ctx: MemberContext, entries: unknown[]): Undone {
	const asked = z.array(DeviceUndoEntry).parse(entries);
	assertVisible(ctx, asked);
	const ids = asked.map(({ id }) => id);
	const devices = new Map(findDevices(ctx.db, ids).map((device) => [device.id, device]));
	const movesBack = findMovesBack(ctx, asked);
	const changes = asked.flatMap((entry): DeviceChange[] => {
		const device = devices.get(entry.id);
		if (!device || !isAsLeft(device, entry, ctx.now)) return [];
		return [{ before: device, after: { ...device, ...entry.before }, ...movesBack(entry), alsoSaid: [] }];
	});
	const isTakenIntoUse = ({ before, after }: DeviceChange) => before.archivedAt !== null && after.archivedAt === null;
	assertRoom(ctx.db, changes.filter(isTakenIntoUse).length);
	writeDeviceChanges(ctx, changes);
	return { restored: changes.length, skipped: asked.length - changes.length };
}

function assertVisible(ctx: MemberContext, entries: DeviceUndoEntry[]): void {
	const visible = devicesInScope(ctx);
	if (visible === "all") return;
	const known = new Set(visible);
	if (entries.some(({ id }) => !known.has(id))) throw domainError("UNDO_NOT_FOUND");
}

function isAsLeft(device: DeviceRow, { version, before, mute }: DeviceUndoEntry, now: number): boolean {
	if (mute) {
		const { mutedUntil, muteReason } = device;
		return device.archivedAt === null && isSameValue({ mutedUntil, muteReason }, mute);
	}
	// What was taken out of a deletion must not go for good at once.
	const isGone = before.deletedFrom != null && before.deletedFrom.getTime() <= now;
	return device.version === version && !isGone;
}

type Moves = Pick<DeviceChange, "joins" | "leaves">;

/** Of the groups of entries those that are still there and still chosen by people; a merged one is the one it went into. */
function findMovesBack({ db }: MemberContext, entries: DeviceUndoEntry[]): (entry: DeviceUndoEntry) => Moves {
	const named = [...new Set(entries.flatMap(({ joined, left }) => [...joined, ...left]))];
	if (named.length === 0) return () => ({ joins: [], leaves: [] });
	const current = new Map(named.map((id) => [id, currentGroupIds(db, [id])]));
	const groups = listGroups(db, [...current.values()].flat());
	const chosen = new Set(groups.flatMap(({ id, kind }) => (kind === "static" ? id : [])));
	const memberships = groupIdsByDevice(db);
	return ({ id, joined, left }) => {
		const present = new Set(memberships.get(id));
		const former = new Set(left.flatMap((groupId) => current.get(groupId) ?? []));
		return {
			joins: [...former].filter((groupId) => chosen.has(groupId) && !present.has(groupId)),
			leaves: joined.filter((groupId) => chosen.has(groupId) && present.has(groupId)),
		};
	};
}
