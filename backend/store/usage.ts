import { dayMs } from "../../shared/base/durations";
import { largestOf } from "../../shared/base/lists";
import { channelIdOf, doubtfulIdOf, isDoubtfulId } from "../../shared/log/reading-marks";
import type { DeviceLatest, DeviceUsage, StoredSums, Verdict } from "../base/reading-store";
import { beginning } from "./newest-before";
import { readSpan } from "./read-span";
import type { DeviceTotals } from "./rows/device-total-rows";
import type { StoredDeviceFacts, StoredDeviceSize } from "./rows/stored-device-rows";
import type { StoreParts } from "./store-parts";
import { dayOf } from "./utc-days";
import { isCounted, newestFirst, verdictAt } from "./verdicts";

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
	return latest.reduce<number | null>(
		(newest, { id, at }) => (at === null || isDoubtfulId(id) ? newest : Math.max(newest ?? at, at)),
		null,
	);
}

function readingsPerDay({ received }: StoredDeviceSize, now: number): number {
	const today = dayOf(now);
	const recent = Object.entries(received).filter(([day]) => Number(day) > today - growthDays);
	const counted = recent.reduce((sum, [, readings]) => sum + readings, 0);
	const days = recent.reduce((most, [day]) => Math.max(most, today - Number(day) + 1), 1);
	return counted / days;
}

/** Omits readings hidden by retention, and readings that do not count. */
export async function latest(parts: StoreParts, deviceIds: string[]): Promise<Map<string, DeviceLatest>> {
	const found = new Map<string, DeviceLatest>();
	for (const facts of parts.tails.facts(deviceIds)) {
		const { deviceId, lastReceivedAt } = facts;
		if (facts.lastSeq === 0) continue;
		const shown = shownReadings(parts, facts);
		const verdicts = parts.verdicts(deviceId);
		const counted =
			verdicts.length === 0
				? shown.filter(({ id }) => !isDoubtfulId(id))
				: await countedReadings(parts, { deviceId, shown, verdicts });
		const lastReadingAt = counted.reduce<number | null>((newest, { at }) => Math.max(newest ?? at, at), null);
		found.set(deviceId, {
			lastReceivedAt: lastReceivedAt === 0 ? null : lastReceivedAt,
			lastReadingAt,
			values: new Map(counted.map(({ id, at, value }) => [id, { at, value }])),
			channelIds: new Set(shown.map(({ id }) => channelIdOf(id))),
		});
	}
	return found;
}

type Shown = { id: string; at: number; value: number };
type Judged = { deviceId: string; shown: readonly Shown[]; verdicts: readonly Verdict[] };

async function countedReadings(parts: StoreParts, { deviceId, shown, verdicts }: Judged): Promise<Shown[]> {
	const channelIds = new Set(shown.map(({ id }) => channelIdOf(id)));
	const counted: Shown[] = [];
	for (const channelId of channelIds) {
		const ofChannel = newestFirst(verdicts.filter((verdict) => verdict.channelId === channelId));
		const own = shown.find(({ id }) => id === channelId);
		const doubtful = shown.find(({ id }) => id === doubtfulIdOf(channelId));
		const mayBeDoubtful =
			doubtful && doubtful.at >= (own?.at ?? doubtful.at) && ofChannel.some(({ verdict }) => verdict === "counts");
		if (own && !mayBeDoubtful && isCounted(channelId, verdictAt(ofChannel, own.at))) counted.push(own);
		else if (ofChannel.length > 0) {
			const newest = Math.max(own?.at ?? Number.NEGATIVE_INFINITY, doubtful?.at ?? Number.NEGATIVE_INFINITY);
			const found = await newestCounted(parts, { deviceId, channelId, before: newest + 1, verdicts: ofChannel });
			if (found) counted.push(found);
		}
	}
	return counted;
}

type Sought = { deviceId: string; channelId: string; before: number; verdicts: readonly Verdict[] };

async function newestCounted(parts: StoreParts, { deviceId, channelId, verdicts, ...sought }: Sought) {
	let to = sought.before;
	// Nothing counts within an excluded span.
	for (let over = verdictAt(verdicts, to - 1); over?.verdict === "excluded"; over = verdictAt(verdicts, to - 1)) {
		const { from } = over;
		const before = to;
		to = largestOf([from, ...verdicts.flatMap((one) => (one.to < before && one.to > from ? one.to : []))]);
	}
	const channels = [{ deviceId, channelId }];
	const from = Math.max(parts.keptFrom(deviceId), beginning);
	const page = await readSpan(parts, { channels, from, to, order: "newest-first", limit: 1 });
	const [at, value] = [page.readingAt[0], page.value[0]];
	return at === undefined || value === undefined ? null : { id: channelId, at, value };
}

function shownReadings({ keptFrom, now }: StoreParts, { deviceId, latest: channels }: StoredDeviceFacts) {
	const known = channels.flatMap(({ id, at, value }) => (at === null ? [] : [{ id, at, value }]));
	const dayAgo = now() - dayMs;
	if (known.every(({ at }) => at >= dayAgo)) return known;
	const oldest = keptFrom(deviceId);
	return known.filter(({ at }) => at >= oldest);
}
