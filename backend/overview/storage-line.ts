import { hourMs, secondMs } from "../../shared/base/durations";
import { serverLimits } from "../../shared/base/limits";
import type { FleetOverview } from "../../shared/overview/fleet-overview";
import type { MemberContext } from "../base/context";
import type { StoredSums } from "../base/reading-store";
import { quotaReachedAt } from "../billing/router";
import { accountOrThrow } from "../db/account-rows";
import { lakeSums } from "../db/lake-rows";
import { countReportFileBytes } from "../db/retention-rows";

/** Growth is an average of 30 days and reads every device, so it is cached. */
const growthKeptMs = hourMs;

/** The sum of a large fleet reads a row for each device. */
const sumKeptMs = 10 * secondMs;

const sumByStore = new WeakMap<MemberContext["db"], { at: number; sum: StoredSums }>();

const growthByStore = new WeakMap<MemberContext["db"], { at: number; bytesPerDay: Promise<number> }>();

type Shown = {
	devices: number;
	groupDeviceIds: string[] | null;
};

export async function storageLine(
	ctx: MemberContext,
	{ devices, groupDeviceIds }: Shown,
): Promise<FleetOverview["storage"]> {
	const { db, now, readingStore } = ctx;
	const { quotaBytes } = accountOrThrow(db);
	const stored = sumOf(ctx, devices);
	const usedBytes = stored.bytes + countReportFileBytes(db) + lakeSums(db).bytes;
	const growthBytesPerDay = await growthOf(ctx);
	return {
		usedBytes,
		quotaBytes,
		readings: stored.readings,
		growthBytesPerDay,
		fullAt: quotaReachedAt({ usedBytes, quotaBytes, growthBytesPerDay }, now),
		ofGroupBytes: groupDeviceIds && readingStore.stored(groupDeviceIds).bytes,
	};
}

function sumOf({ db, now, readingStore }: MemberContext, devices: number): StoredSums {
	const known = sumByStore.get(db);
	const isFresh = known !== undefined && now >= known.at && now - known.at < sumKeptMs;
	if (isFresh && devices > serverLimits.devicesSearchedInPage) return known.sum;
	const sum = readingStore.stored("all");
	sumByStore.set(db, { at: now, sum });
	return sum;
}

/** Concurrent calls share one count. */
function growthOf({ db, now, readingStore }: MemberContext): Promise<number> {
	const known = growthByStore.get(db);
	if (known && now >= known.at && now - known.at < growthKeptMs) return known.bytesPerDay;
	const bytesPerDay = readingStore.usage(now).then((usage) => {
		return usage.reduce((sum, device) => sum + device.growthBytesPerDay, 0);
	});
	growthByStore.set(db, { at: now, bytesPerDay });
	bytesPerDay.catch(() => growthByStore.delete(db)); // the waiting caller gets the error
	return bytesPerDay;
}
