import type { DeletionPreview, DevicesTarget } from "../../../shared/device-inputs";
import { limits } from "../../../shared/limits";
import type { Verb } from "../../context";
import { countImports } from "../../import/import-rows";
import { countNotes } from "../../log/log-event-rows";
import { devicesOrThrow } from "../devices-or-throw";

/** What would go with devices if they were deleted now. Throws DEVICE_NOT_FOUND. */
export async function getDeletionPreview({ ctx, input }: Verb<DevicesTarget>): Promise<DeletionPreview> {
	const ids = devicesOrThrow(ctx, input.deviceIds).map(({ id }) => id);
	const usage = (await Promise.all(ids.map((id) => ctx.log.deviceUsage(id, ctx.now)))).filter((one) => one !== null);
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
