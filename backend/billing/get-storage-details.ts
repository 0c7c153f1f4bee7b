import type { DeviceStorage, StorageDetails } from "../../shared/billing";
import { accountOrThrow } from "../account/account-rows";
import type { Verb } from "../context";
import { listDeviceNames } from "../device/device-rows";
import { devicesInScope } from "../group/scope";
import type { DeviceUsage } from "../log/log-store";
import { quotaReachedAt } from "./storage-forecast";

/** Totals are the account's, as the quota is; the devices are those in the caller's scope. */
export async function getStorageDetails({ ctx }: Verb): Promise<StorageDetails> {
	const { quotaBytes } = accountOrThrow(ctx.db);
	const names = listDeviceNames(ctx.db, devicesInScope(ctx));
	const usage = await ctx.log.usage(ctx.now);
	const usedBytes = sumOf(usage, ({ usedBytes }) => usedBytes);
	const growthBytesPerDay = sumOf(usage, (device) => device.growthBytesPerDay);
	const oldest = usage.flatMap(({ oldestReadingAt }) => oldestReadingAt ?? []);
	return {
		usedBytes,
		quotaBytes,
		readings: sumOf(usage, ({ readings }) => readings),
		oldestReadingAt: oldest.length === 0 ? null : new Date(Math.min(...oldest)),
		growthBytesPerDay,
		fullAt: quotaReachedAt({ usedBytes, quotaBytes, growthBytesPerDay }, ctx.now),
		devices: usage.flatMap((device) => {
			const name = names.get(device.deviceId);
			return name === undefined ? [] : [deviceStorage(device, name)];
		}),
	};
}

function deviceStorage({ deviceId, readings, usedBytes, ...usage }: DeviceUsage, name: string): DeviceStorage {
	const dateOrNull = (at: number | null) => (at === null ? null : new Date(at));
	return {
		deviceId,
		name,
		readings,
		usedBytes,
		oldestReadingAt: dateOrNull(usage.oldestReadingAt),
		newestReadingAt: dateOrNull(usage.newestReadingAt),
	};
}

function sumOf(usage: DeviceUsage[], size: (device: DeviceUsage) => number): number {
	return usage.reduce((sum, device) => sum + size(device), 0);
}
