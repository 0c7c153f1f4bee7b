import * as z from "zod/mini";
import { DerivedDefinition } from "../../../shared/device/derived/definition";
import type { Undone } from "../../../shared/device/device-inputs";
import { said } from "../../../shared/log/said";
import type { AccountDb, MemberContext } from "../../base/context";
import { type ChannelRow, listChannels } from "../../db/channel-rows";
import { isGone } from "../../db/deletion-rows";
import { findDevices, isSameValue } from "../../db/device-rows";
import { groupIdsByDevice } from "../../db/group-rows";
import { visibleGroupIds } from "../../group/scope";
import { type ChangeStore, type DeviceChange, rowChange } from "../change/device-change";
import { needsOf } from "./derived-uses";
import { type NewDerived, withDefaults } from "./store-derived";

const DerivedUndoEntry = z.object({
	id: z.string(),
	channelId: z.string(),
	name: z.string(),
	definition: DerivedDefinition,
});
type DerivedUndoEntry = z.infer<typeof DerivedUndoEntry>;

export function derivedUndoEntry({
	deviceId: id,
	channelId,
	name,
	definition,
}: NewDerived & { deviceId: string; channelId: string }): DerivedUndoEntry {
	return { id, channelId, name, definition: withDefaults(definition) };
}

/** Omits devices whose channel was changed or removed since, or is needed by a rule, report or public link. */
export function undoDerived({ db, now }: ChangeStore, entries: unknown[]): DeviceChange[] {
	const added = addedChannels(db, entries);
	const needs = needsOf(db, added, (deviceId) => groupIdsByDevice(db, deviceId).get(deviceId) ?? []);
	const byDevice = new Map(added.map((channel) => [channel.deviceId, channel]));
	return findDevices(db, [...byDevice.keys()]).flatMap((device) => {
		const removed = byDevice.get(device.id);
		if (!removed || device.archivedAt || isGone(device, now) || (needs.get(removed.id)?.length ?? 0) > 0) return [];
		return { ...rowChange(device, {}), alsoSaid: [said("change.derivedRemoved", { name: removed.name })], removed };
	});
}

/** Names only what the caller can see. */
export function usesOfAdded(ctx: MemberContext, entries: unknown[]): NonNullable<Undone["usedBy"]> {
	const groupIds = groupIdsByDevice(ctx.db);
	const visible = (deviceId: string) => visibleGroupIds(ctx, groupIds.get(deviceId) ?? []);
	const needs = needsOf(ctx.db, addedChannels(ctx.db, entries), visible);
	const names = [...needs.values()].flat();
	return [...Map.groupBy(names.toSorted(), (name) => name)].map(([name, { length: devices }]) => ({ name, devices }));
}

function addedChannels(db: AccountDb, entries: unknown[]): ChannelRow[] {
	const requested = z.array(DerivedUndoEntry).parse(entries);
	const byId = new Map(requested.map((entry) => [entry.channelId, entry]));
	return listChannels(
		db,
		requested.map(({ id }) => id),
	).filter(({ id, name, derived }) => {
		const entry = byId.get(id);
		return entry && name === entry.name && isSameValue(derived, entry.definition);
	});
}
