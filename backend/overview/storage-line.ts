import { hourMs } from "../../shared/durations";
import type { FleetOverview } from "../../shared/fleet-overview";
import type { MemberContext } from "../base/context";
import { quotaReachedAt } from "../billing/router";
import { accountOrThrow } from "../db/account-rows";
import { countReportFileBytes } from "../db/retention-rows";

/** Growth is an average of 30 days, and reads every device: it need not follow each upload. */
const growthKeptMs = hourMs;

const growthByStore = new WeakMap<MemberContext["db"], { at: number; bytesPerDay: number }>();

/** What is stored is summed from totals that uploads keep. `groupDeviceIds` null: no group is shown. */
export async function storageLine(
	ctx: MemberContext,
	groupDeviceIds: string[] | null,
): Promise<FleetOverview["storage"]> {
	const { db, now, readingStore } = ctx;
	const { quotaBytes } = accountOrThrow(db);
	const stored = readingStore.stored("all");
	const usedBytes = stored.bytes + countReportFileBytes(db);
	const growthBytesPerDay = await growthOf(ctx);
	return {
		...{ usedBytes, quotaBytes, readings: stored.readings, growthBytesPerDay },
		fullAt: quotaReachedAt({ usedBytes, quotaBytes, growthBytesPerDay }, now),
		ofGroupBytes: groupDeviceIds && readingStore.stored(groupDeviceIds).bytes,
	};
}

async function growthOf({ db, now, readingStore }: MemberContext): Promise<number> {
	const known = growthByStore.get(db);
	if (known && now >= known.at && now - known.at < growthKeptMs) return known.bytesPerDay;
	const usage = await readingStore.usage(now);
	const bytesPerDay = usage.reduce((sum, device) => sum + device.growthBytesPerDay, 0);
	growthByStore.set(db, { at: now, bytesPerDay });
	return bytesPerDay;
}
