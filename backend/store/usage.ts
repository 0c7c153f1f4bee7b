import type { DeviceLatest, DeviceUsage } from "../base/reading-store";
import type { DeviceTotals } from "./rows/day-block-rows";
import type { StoredDeviceFacts } from "./rows/stored-device-rows";
import type { StoreParts } from "./store-parts";
import { dayMs, dayOf } from "./utc-days";

const growthDays = 30;

type Totals = { readings: number; bytes: number; firstAt: number };

/** Unmerged and late readings count beside what they replace until merged. */
export function usage({ tails, dayBlocks, importBlocks, archivedMonths }: StoreParts, now: number): DeviceUsage[] {
	const totals = new Map<number, Totals>();
	for (const one of [...dayBlocks.usage(), ...importBlocks.usage()]) {
		totals.set(one.device, added(totals.get(one.device), one));
	}
	const archived = new Map(archivedMonths.usage().map(({ device, bytes }) => [device, bytes]));
	return tails
		.allFacts()
		.map((facts) => usageOf(facts, { totals: totals.get(facts.number), archived: archived.get(facts.number), now }));
}

export function deviceUsage(parts: StoreParts, deviceId: string, now: number): DeviceUsage | null {
	const { tails, dayBlocks, importBlocks, archivedMonths } = parts;
	const row = tails.row(deviceId);
	if (!row) return null;
	const device = row.number;
	let totals: Totals | undefined;
	for (const one of [...dayBlocks.usage(device), ...importBlocks.usage(device)]) totals = added(totals, one);
	const archived = archivedMonths.usage(device)[0]?.bytes;
	return usageOf({ ...row, tailBytes: row.tail.length }, { totals, archived, now });
}

function added(known: Totals | undefined, one: DeviceTotals): Totals {
	return {
		readings: (known?.readings ?? 0) + one.readings,
		bytes: (known?.bytes ?? 0) + one.bytes,
		firstAt: Math.min(known?.firstAt ?? one.firstAt, one.firstAt),
	};
}

type Stored = { totals: Totals | undefined; archived: number | undefined; now: number };

function usageOf(facts: StoredDeviceFacts & { tailBytes: number }, { totals, archived = 0, now }: Stored): DeviceUsage {
	const readings = (totals?.readings ?? 0) + facts.tailReadings;
	const usedBytes = (totals?.bytes ?? 0) + facts.tailBytes + archived;
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

/** A device that began last week is averaged over its own days, not over a month. */
function readingsPerDay({ received }: StoredDeviceFacts, now: number): number {
	const today = dayOf(now);
	const recent = Object.entries(received).filter(([day]) => Number(day) > today - growthDays);
	const counted = recent.reduce((sum, [, readings]) => sum + readings, 0);
	const days = recent.reduce((most, [day]) => Math.max(most, today - Number(day) + 1), 1);
	return counted / days;
}

/** Without readings that a shortened retention hides. */
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

/** Retention is whole days and read per device, so only if a reading is older than a day. */
function shownReadings({ keptFrom, now }: StoreParts, { deviceId, latest: channels }: StoredDeviceFacts) {
	const known = channels.flatMap(({ id, at, value }) => (at === null ? [] : [{ id, at, value }]));
	const dayAgo = now() - dayMs;
	if (known.every(({ at }) => at >= dayAgo)) return known;
	const oldest = keptFrom(deviceId);
	return known.filter(({ at }) => at >= oldest);
}
