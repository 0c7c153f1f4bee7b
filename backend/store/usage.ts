import { dayMs } from "../../shared/base/durations";
import type { DeviceLatest, DeviceUsage, StoredSums } from "../base/reading-store";
import type { DeviceTotals } from "./rows/device-total-rows";
import type { StoredDeviceFacts, StoredDeviceSize } from "./rows/stored-device-rows";
import type { StoreParts } from "./store-parts";
import { dayOf } from "./utc-days";

const growthDays = 30;
const countedTogether = 500;

/** Counts unmerged and late readings beside the readings they replace. */
export async function usage({ tails, totals, nextTurn }: StoreParts, now: number): Promise<DeviceUsage[]> {
	const used: DeviceUsage[] = [];
	for (let after = ""; ; ) {
		const sizes = tails.sizesAfter(after, countedTogether);
		const known = totals.of(sizes.map(({ number }) => number));
		const byDevice = new Map(known.map((one) => [one.device, one]));
		for (const facts of sizes) used.push(usageOf(facts, byDevice.get(facts.number) ?? null, now));
		const last = sizes.at(-1);
		if (!last || sizes.length < countedTogether) return used;
		after = last.deviceId;
		await nextTurn();
	}
}

export function deviceUsage(parts: StoreParts, deviceId: string, now: number): DeviceUsage | null {
	const row = parts.tails.row(deviceId);
	return row && usageOf({ ...row, tailBytes: row.tail.length }, parts.totals.find(row.number), now);
}

/** Sums like `usage`, without reading single rows. */
export function stored({ storage: { sql } }: StoreParts, deviceIds: string[] | "all"): StoredSums {
	const log = deviceIds === "all" ? "device_log" : "json_each(?) AS asked CROSS JOIN device_log ON device_id = value";
	const query = `SELECT coalesce(sum(tail_readings + coalesce(readings, 0)), 0) AS readings,
		coalesce(sum(length(tail) + coalesce(bytes + archived_bytes, 0)), 0) AS bytes
		FROM ${log} LEFT JOIN device_total ON device = number`;
	return sql.exec<StoredSums>(query, ...(deviceIds === "all" ? [] : [JSON.stringify(deviceIds)])).one();
}

function usageOf(facts: StoredDeviceSize, totals: DeviceTotals | null, now: number): DeviceUsage {
	const readings = (totals?.readings ?? 0) + facts.tailReadings;
	const usedBytes = (totals?.bytes ?? 0) + facts.tailBytes + (totals?.archivedBytes ?? 0);
	const oldest = Math.min(totals?.firstAt ?? Number.POSITIVE_INFINITY, facts.tailFrom ?? Number.POSITIVE_INFINITY);
	return {
		deviceId: facts.deviceId,
		readings,
		usedBytes,
		oldestReadingAt: Number.isFinite(oldest) ? oldest : null,
		newestReadingAt: newestReadingAt(facts),
		growthBytesPerDay: readings === 0 ? 0 : readingsPerDay(facts, now) * (usedBytes / readings),
	};
}

function newestReadingAt({ latest }: StoredDeviceFacts): number | null {
	return latest.reduce<number | null>((newest, { at }) => (at === null ? newest : Math.max(newest ?? at, at)), null);
}

function readingsPerDay({ received }: StoredDeviceSize, now: number): number {
	const today = dayOf(now);
	const recent = Object.entries(received).filter(([day]) => Number(day) > today - growthDays);
	const counted = recent.reduce((sum, [, readings]) => sum + readings, 0);
	const days = recent.reduce((most, [day]) => Math.max(most, today - Number(day) + 1), 1);
	return counted / days;
}

/** Omits readings hidden by retention. */
export function latest(parts: StoreParts, deviceIds: string[]): Map<string, DeviceLatest> {
	return new Map(
		parts.tails.facts(deviceIds).map((facts) => {
			const { deviceId, lastReceivedAt } = facts;
			const shown = shownReadings(parts, facts);
			const lastReadingAt = shown.reduce<number | null>((newest, { at }) => Math.max(newest ?? at, at), null);
			const values = new Map(shown.map(({ id, at, value }) => [id, { at, value }]));
			return [deviceId, { lastReceivedAt: lastReceivedAt === 0 ? null : lastReceivedAt, lastReadingAt, values }];
		}),
	);
}

function shownReadings({ keptFrom, now }: StoreParts, { deviceId, latest: channels }: StoredDeviceFacts) {
	const known = channels.flatMap(({ id, at, value }) => (at === null ? [] : [{ id, at, value }]));
	const dayAgo = now() - dayMs;
	if (known.every(({ at }) => at >= dayAgo)) return known;
	const oldest = keptFrom(deviceId);
	return known.filter(({ at }) => at >= oldest);
}
