import * as z from "zod/mini";
import { deviceTextNames, pick, recordOf } from "../../../shared/base/plain-fields";
import { InheritableSetting, Sends } from "../../../shared/device/device-terms";
import { TimeZoneRule } from "../../../shared/time/time-zones";
import type { AccountDb, MemberContext } from "../../base/context";
import { type DeviceRow, findDevices, isSameDevice, isSameValue } from "../../db/device-rows";
import { currentGroupIds, listGroups } from "../../db/group-rows";
import { listMemberships, settingColumns } from "../../db/membership-rows";
import { devicesInScope } from "../../group/scope";
import { type ChangeStore, type DeviceChange, isMuteAlone, versionAfter } from "./device-change";

export function undoChanges({ db, now }: ChangeStore, entries: unknown[]): DeviceChange[] {
	const requested = z.array(DeviceUndoEntry).parse(entries);
	const ids = requested.map(({ id }) => id);
	const devices = new Map(findDevices(db, ids).map((device) => [device.id, device]));
	const movesBack = findMovesBack(db, requested);
	return requested.flatMap((entry): DeviceChange[] => {
		const device = devices.get(entry.id);
		if (!device || !isAsLeft(device, entry, now)) return [];
		return [{ before: device, after: { ...device, ...entry.before }, ...movesBack(entry), alsoSaid: [] }];
	});
}

export function seesDevices(ctx: MemberContext, entries: unknown[]): boolean {
	const visible = devicesInScope(ctx);
	if (visible === "all") return true;
	const known = new Set(visible);
	return z
		.array(z.object({ id: z.string() }))
		.parse(entries)
		.every(({ id }) => known.has(id));
}

function isAsLeft(device: DeviceRow, { version, before, mute }: DeviceUndoEntry, now: number): boolean {
	if (mute) {
		const { mutedUntil, muteReason } = device;
		return device.archivedAt === null && isSameValue({ mutedUntil, muteReason }, mute);
	}
	// Undoing an undone deletion must not delete the device at once.
	const isGone = before.deletedFrom != null && before.deletedFrom.getTime() <= now;
	return device.version === version && !isGone;
}

type Moves = Pick<DeviceChange, "joins" | "leaves">;

function findMovesBack(db: AccountDb, entries: DeviceUndoEntry[]): (entry: DeviceUndoEntry) => Moves {
	const named = [...new Set(entries.flatMap(({ joined, left }) => [...joined, ...left]))];
	if (named.length === 0) return () => ({ joins: [], leaves: [] });
	const current = new Map(named.map((id) => [id, currentGroupIds(db, [id])]));
	const groups = listGroups(db, [...current.values()].flat());
	const chosen = new Set(groups.flatMap(({ id, kind }) => (kind === "static" ? id : [])));
	const ids = entries.map(({ id }) => id);
	const memberships = Map.groupBy(listMemberships(db, ids), ({ deviceId }) => deviceId);
	return ({ id, joined, left }) => {
		const present = new Set(memberships.get(id)?.map(({ groupId }) => groupId));
		const former = new Set(left.flatMap((groupId) => current.get(groupId) ?? []));
		return {
			joins: [...former].filter((groupId) => chosen.has(groupId) && !present.has(groupId)),
			leaves: joined.filter((groupId) => chosen.has(groupId) && present.has(groupId)),
		};
	};
}

const instant = z.nullable(z.coerce.date());

const DeviceBefore = z.partial(
	z.object({
		...recordOf(deviceTextNames, () => z.string()),
		tags: z.array(z.string()),
		timezoneOffset: z.number(),
		timeZoneRule: TimeZoneRule,
		loggingIntervalSeconds: z.number(),
		uploadIntervalSeconds: z.number(),
		offlineAfterSeconds: z.nullable(z.number()),
		retentionDays: z.nullable(z.number()),
		sends: Sends,
		inherits: z.array(InheritableSetting),
		mutedUntil: instant,
		muteReason: z.string(),
		archivedAt: instant,
		deletedFrom: instant,
	}),
);

/** Valid while the device has the version of the change; for a mute, while the mute is unchanged. */
const DeviceUndoEntry = z.object({
	id: z.string(),
	version: z.number(),
	before: DeviceBefore,
	mute: z.optional(z.object({ mutedUntil: instant, muteReason: z.string() })),
	joined: z.array(z.string()),
	left: z.array(z.string()),
});
type DeviceUndoEntry = z.infer<typeof DeviceUndoEntry>;

export function toUndoEntry(change: DeviceChange): object {
	const { before, after, joins, leaves } = change;
	const { mutedUntil, muteReason } = after;
	return {
		id: before.id,
		version: versionAfter(change),
		before: formerValues(before, after),
		...(isMuteAlone(change) && { mute: { mutedUntil, muteReason } }),
		joined: joins,
		left: leaves,
	};
}

function formerValues(before: DeviceRow, after: DeviceRow): Record<string, unknown> {
	// A newly inherited setting is overwritten later, so its own value must be stored.
	const settings: readonly string[] = isSameValue(before.inherits, after.inherits) ? [] : settingColumns;
	const isKept = (column: keyof DeviceRow) => settings.includes(column) || !isSameValue(before[column], after[column]);
	const former = pick(before, z.keyof(DeviceBefore).options.filter(isKept));
	if (!isSameDevice({ ...after, ...former }, before))
		throw new Error("A change that its undo would not take back whole");
	return former;
}
