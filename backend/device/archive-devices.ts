import type { ChangedDevices, DeletionPreview, DevicesTarget } from "../../shared/device-inputs";
import { limits } from "../../shared/limits";
import type { Verb } from "../base/context";
import { countImports } from "../db/import-rows";
import { countNotes } from "../db/log-event-rows";
import { devicesOrThrow } from "../group/scope";
import { rowChange } from "./change/device-change";
import { applyDeviceChanges } from "./change/undo-device-changes";
import { assertRoom } from "./create-devices";

export async function archiveDevices({ ctx, input }: Verb<DevicesTarget>): Promise<ChangedDevices> {
	const archivedAt = new Date(ctx.now);
	const answer = ctx.db.transaction(() => {
		const current = devicesOrThrow(ctx, input.deviceIds).filter((device) => device.archivedAt === null);
		return applyDeviceChanges(
			ctx,
			"devices",
			current.map((device) => rowChange(device, { archivedAt })),
		);
	});
	await ctx.watch.intervalsChanged();
	return answer;
}

/** Deleted after `limits.deletionGraceMs`; a device being deleted keeps its time. Throws DEVICE_NOT_FOUND. */
export async function deleteDevices({ ctx, input }: Verb<DevicesTarget>): Promise<ChangedDevices> {
	const now = new Date(ctx.now);
	const deletedFrom = new Date(ctx.now + limits.deletionGraceMs);
	const answer = ctx.db.transaction(() => {
		const staying = devicesOrThrow(ctx, input.deviceIds).filter((device) => device.deletedFrom === null);
		return applyDeviceChanges(
			ctx,
			"devices",
			staying.map((device) => rowChange(device, { archivedAt: device.archivedAt ?? now, deletedFrom })),
		);
	});
	await ctx.watch.intervalsChanged();
	return answer;
}

/** Restores archived devices and those being deleted. Throws DEVICE_NOT_FOUND and DEVICE_LIMIT. */
export async function restoreDevices({ ctx, input }: Verb<DevicesTarget>): Promise<ChangedDevices> {
	const answer = ctx.db.transaction(() => {
		const archived = devicesOrThrow(ctx, input.deviceIds).filter((device) => device.archivedAt !== null);
		assertRoom(ctx, archived.length);
		return applyDeviceChanges(
			ctx,
			"devices",
			archived.map((device) => rowChange(device, { archivedAt: null, deletedFrom: null })),
		);
	});
	await ctx.watch.intervalsChanged();
	return answer;
}

/** What a deletion would delete now. Throws DEVICE_NOT_FOUND. */
export async function getDeletionPreview({ ctx, input }: Verb<DevicesTarget>): Promise<DeletionPreview> {
	const ids = devicesOrThrow(ctx, input.deviceIds).map(({ id }) => id);
	const usage = (await Promise.all(ids.map((id) => ctx.readingStore.deviceUsage(id, ctx.now)))).filter(
		(one) => one !== null,
	);
	const sum = (of: (one: (typeof usage)[number]) => number) => usage.reduce((total, one) => total + of(one), 0);
	return {
		devices: ids.length,
		readings: sum(({ readings }) => readings),
		bytes: sum(({ usedBytes }) => usedBytes),
		oldestReadingAt: usage.reduce(earliest, null),
		notes: countNotes(ctx.db, ids),
		imports: countImports(ctx.db, ids),
		goesAt: ctx.now + limits.deletionGraceMs,
	};
}

function earliest(at: number | null, { oldestReadingAt }: { oldestReadingAt: number | null }): number | null {
	return at === null || oldestReadingAt === null ? (at ?? oldestReadingAt) : Math.min(at, oldestReadingAt);
}
