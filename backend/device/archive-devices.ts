import { serverLimits } from "../../shared/base/limits";
import type { ChangedDevices, DeletionPreview, DevicesTarget } from "../../shared/device/device-inputs";
import type { Call, MemberContext } from "../base/context";
import { countImports } from "../db/import-rows";
import { countNotes } from "../db/log-event-rows";
import type { BulkWhat } from "../db/schema";
import { deviceIdsOrThrow } from "../group/scope";
import { changeInBulk } from "./change/bulk-change";

export async function archiveDevices({ ctx, input }: Call<DevicesTarget>): Promise<ChangedDevices> {
	return changed(ctx, { kind: "archive" }, input);
}

/** Deletes after `serverLimits.deletionGraceMs`; a repeated call keeps the time. Throws DEVICE_NOT_FOUND. */
export async function deleteDevices({ ctx, input }: Call<DevicesTarget>): Promise<ChangedDevices> {
	return changed(ctx, { kind: "delete", deletedFrom: ctx.now + serverLimits.deletionGraceMs }, input);
}

/** Restores archived devices and devices in deletion. Throws DEVICE_NOT_FOUND and DEVICE_LIMIT. */
export async function restoreDevices({ ctx, input }: Call<DevicesTarget>): Promise<ChangedDevices> {
	return changed(ctx, { kind: "restore" }, input);
}

async function changed(ctx: MemberContext, what: BulkWhat, { deviceIds }: DevicesTarget): Promise<ChangedDevices> {
	const result = await changeInBulk(ctx, { what, items: deviceIds });
	await ctx.watch.intervalsChanged(deviceIds);
	return result;
}

export async function getDeletionPreview({ ctx, input }: Call<DevicesTarget>): Promise<DeletionPreview> {
	const ids = deviceIdsOrThrow(ctx, input.deviceIds);
	const usage = (await Promise.all(ids.map((id) => ctx.readingStore.deviceUsage(id, ctx.now)))).filter(
		(one) => one !== null,
	);
	const sum = (subject: (one: (typeof usage)[number]) => number) =>
		usage.reduce((total, one) => total + subject(one), 0);
	return {
		devices: ids.length,
		readings: sum(({ readings }) => readings),
		bytes: sum(({ usedBytes }) => usedBytes),
		oldestReadingAt: usage.reduce(earliest, null),
		notes: countNotes(ctx.db, ids),
		imports: countImports(ctx.db, ids),
		goesAt: ctx.now + serverLimits.deletionGraceMs,
	};
}

function earliest(at: number | null, { oldestReadingAt }: { oldestReadingAt: number | null }): number | null {
	return at === null || oldestReadingAt === null ? (at ?? oldestReadingAt) : Math.min(at, oldestReadingAt);
}
