import * as z from "zod/mini";
import type { AuditAction } from "../../../shared/account/audit";
import { serverLimits } from "../../../shared/base/limits";
import { formulaOf } from "../../../shared/device/derived/registry";
import { said } from "../../../shared/log/said";
import type { UndoKindName } from "../../activity/create-undo";
import type { MemberContext } from "../../base/context";
import { InputError } from "../../base/errors";
import { type ChannelRow, listChannels } from "../../db/channel-rows";
import { isGone } from "../../db/deletion-rows";
import { allDerivedChannels } from "../../db/derived-channel-rows";
import { type DeviceRow, findDevices } from "../../db/device-rows";
import { endWaiting } from "../../db/follow-up-rows";
import { findGroup } from "../../db/group-rows";
import { listMemberships } from "../../db/membership-rows";
import { listWaiting } from "../../db/retention-rows";
import type { BulkWhat } from "../../db/schema";
import { currentDevicesOrThrow, devicesOrThrow } from "../../group/scope";
import { namedOn, nameIn, newDerivedProblems, removeDerived, storeDerived } from "../derived/store-derived";
import { derivedUndoEntry, undoDerived } from "../derived/undo-derived";
import { type ChangeStore, chosenGroupIds, type DeviceChange, mergedSettings, rowChange } from "./device-change";
import { mergedTags } from "./merged-tags";
import { undoChanges } from "./undo-device-changes";

/** One kind of bulk change. Items are device ids, or entries of an undo. */
export type BulkAct = {
	action: AuditAction;
	undo: UndoKindName | null;
	/** Throws if the caller cannot change all of them now. Writes nothing. */
	allOrThrow(ctx: MemberContext, items: unknown[]): DeviceChange[];
	/** Changes that are possible when their slice runs. */
	possible(store: ChangeStore, items: unknown[]): DeviceChange[];
	before?(store: ChangeStore, changes: DeviceChange[]): void;
	/** Runs last, and belongs to the same row of the audit log. Returns the entries of the undo. */
	after?(store: ChangeStore, changes: DeviceChange[]): unknown[];
};

export function bulkActOf(what: BulkWhat): BulkAct {
	switch (what.kind) {
		case "change":
			return changeAct(what);
		case "mute":
			return muteAct(what);
		case "derive":
			return deriveAct(what);
		case "archive":
			return ofDevices("device.archiveDevices", (store, devices) =>
				devices.filter(isInUse).map((device) => rowChange(device, { archivedAt: new Date(store.now) })),
			);
		case "delete":
			return ofDevices("device.deleteDevices", (store, devices) =>
				devices
					.filter(({ deletedFrom }) => deletedFrom === null)
					.map((device) => {
						const archivedAt = device.archivedAt ?? new Date(store.now);
						return rowChange(device, { archivedAt, deletedFrom: new Date(what.deletedFrom) });
					}),
			);
		case "restore":
			return ofDevices("device.restoreDevices", (_, devices) =>
				devices
					.filter((device) => !isInUse(device))
					.map((device) => rowChange(device, { archivedAt: null, deletedFrom: null })),
			);
		case "keepReadings":
			return ofDevices("billing.takeBackShortenings", keepReadings);
		case "undo":
			return undoAct(undoChanges);
		case "undoDerived":
			return { ...undoAct(undoDerived), after: removeAdded };
	}
}

const Ids = z.array(z.string());

function isInUse({ archivedAt }: DeviceRow): boolean {
	return archivedAt === null;
}

type ChangesOf = (store: ChangeStore, devices: DeviceRow[]) => DeviceChange[];

function ofDevices(action: AuditAction, changesOf: ChangesOf): BulkAct {
	return {
		action,
		undo: "devices",
		allOrThrow: (ctx, items) => changesOf(ctx, devicesOrThrow(ctx, Ids.parse(items))),
		possible: (store, items) => changesOf(store, presentDevices(store, items)),
	};
}

function presentDevices({ db, now }: ChangeStore, items: unknown[]): DeviceRow[] {
	return findDevices(db, Ids.parse(items)).filter((device) => !isGone(device, now));
}

function keepReadings({ db }: ChangeStore, devices: DeviceRow[]): DeviceChange[] {
	const ids = devices.map(({ id }) => id);
	const waiting = new Set(listWaiting(db, ids).map(({ deviceId }) => deviceId));
	return devices
		.filter(({ id }) => waiting.has(id))
		.map((device) => rowChange(device, mergedSettings(device, { retentionDays: device.keptDays })));
}

function muteAct({ mutedUntil: until, muteReason }: Extract<BulkWhat, { kind: "mute" }>): BulkAct {
	const mute = { mutedUntil: until === null ? null : new Date(until), muteReason };
	const changesOf = (devices: DeviceRow[]) => devices.map((device) => rowChange(device, mute));
	return {
		action: "device.muteDevices",
		undo: "mutes",
		allOrThrow: (ctx, items) => changesOf(currentDevicesOrThrow(ctx, Ids.parse(items))),
		possible: (store, items) => changesOf(presentDevices(store, items).filter(isInUse)),
		before: ({ db, now }, changes) =>
			endWaiting(
				db,
				changes.map(({ before }) => before.mutedUntil),
				now,
			),
	};
}

function deriveAct({ name, definition }: Extract<BulkWhat, { kind: "derive" }>): BulkAct {
	const derivedOn = (channels: readonly ChannelRow[]) => ({
		name,
		definition: namedOn(definition, channels),
		channels,
	});
	const channelsOf = ({ db }: ChangeStore, ids: string[]) => {
		const byDevice = Map.groupBy(listChannels(db, ids), ({ deviceId }) => deviceId);
		return (id: string) => derivedOn(byDevice.get(id) ?? []);
	};
	const changesOf = (store: ChangeStore, devices: DeviceRow[]) => {
		const derived = channelsOf(
			store,
			devices.map(({ id }) => id),
		);
		const room = serverLimits.derivedChannels - allDerivedChannels(store.db).size;
		const changes = devices.flatMap((device) => {
			const made = derived(device.id);
			if (Object.keys(newDerivedProblems(store.db, made, made.channels)).length > 0) return [];
			const formula = formulaOf(made.definition, nameIn(made.channels));
			return { ...rowChange(device, {}), alsoSaid: [said("change.derivedAdded", { name, formula: { formula } })] };
		});
		return changes.slice(0, room);
	};
	return {
		action: "device.addDerivedChannels",
		undo: "derived",
		allOrThrow: (ctx, items) => changesOf(ctx, currentDevicesOrThrow(ctx, Ids.parse(items))),
		possible: (store, items) => changesOf(store, presentDevices(store, items).filter(isInUse)),
		after: (store, changes) => {
			const derived = channelsOf(
				store,
				changes.map(({ before }) => before.id),
			);
			return changes.map(({ before: { id } }) => {
				const made = derived(id);
				return derivedUndoEntry({ ...made, deviceId: id, channelId: storeDerived(store, id, made) });
			});
		},
	};
}

type Change = Extract<BulkWhat, { kind: "change" }>;

function changeAct(change: Change): BulkAct {
	return {
		action: "device.changeDevices",
		undo: "devices",
		allOrThrow(ctx, items) {
			chosenGroupIds(ctx, change.addGroupIds, "addGroupIds");
			chosenGroupIds(ctx, change.removeGroupIds, "removeGroupIds");
			return changesOf(ctx, change, currentDevicesOrThrow(ctx, Ids.parse(items)));
		},
		possible(store, items) {
			const devices = presentDevices(store, items).filter(isInUse);
			try {
				return changesOf(store, change, devices);
			} catch (error) {
				if (!(error instanceof InputError)) throw error;
				return devices.flatMap((device) => changeOrNone(store, change, device));
			}
		},
	};
}

function changeOrNone(store: ChangeStore, change: Change, device: DeviceRow): DeviceChange[] {
	try {
		return changesOf(store, change, [device]);
	} catch (error) {
		if (error instanceof InputError) return [];
		throw error;
	}
}

function changesOf({ db }: ChangeStore, change: Change, devices: DeviceRow[]): DeviceChange[] {
	// A deleted group, or one with a filter by now, is skipped.
	const byHand = (ids: string[] = []) => [...new Set(ids)].filter((id) => findGroup(db, id)?.kind === "static");
	const joining = byHand(change.addGroupIds);
	const leaving = byHand(change.removeGroupIds).filter((id) => !joining.includes(id));
	const ids = devices.map(({ id }) => id);
	const isMoving = joining.length + leaving.length > 0;
	const memberships = Map.groupBy(isMoving ? listMemberships(db, ids) : [], ({ deviceId }) => deviceId);
	return devices.map((before) => {
		const groupIds = new Set(memberships.get(before.id)?.map(({ groupId }) => groupId));
		return {
			before,
			after: changedRow(before, change),
			joins: joining.filter((id) => !groupIds.has(id)),
			leaves: leaving.filter((id) => groupIds.has(id)),
			alsoSaid: [],
		};
	});
}

function changedRow(device: DeviceRow, { addTags, removeTags, clock, ...change }: Change): DeviceRow {
	const tags = mergedTags(device.tags, { name: device.name, addTags, removeTags });
	return { ...device, ...mergedSettings(device, { ...change, ...clock }), tags };
}

function undoAct(changes: BulkAct["possible"]): BulkAct {
	return { action: "account.undo", undo: null, allOrThrow: changes, possible: changes };
}

function removeAdded(store: ChangeStore, changes: DeviceChange[]): unknown[] {
	removeDerived(
		store,
		changes.flatMap(({ removed }) => removed ?? []),
	);
	return [];
}
