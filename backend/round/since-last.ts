import { dayMs } from "../../shared/base/durations";
import type { ListedRoundPlace, RoundResult, RoundSinceLast, RoundTarget } from "../../shared/round/round";
import { roundLimits } from "../../shared/round/round";
import type { Call, MemberContext } from "../base/context";
import type { DeviceLatest } from "../base/reading-store";
import { findLastEntry, type RoundEntryRow } from "../db/round-rows";
import { placesSeen, roundOrThrow } from "./round-projection";

const firstMs = dayMs;
const furthestMs = roundLimits.oldestEntryMs;

/** Throws ROUND_NOT_FOUND. */
export async function getSinceLast({ ctx, input }: Call<RoundTarget>): Promise<RoundSinceLast> {
	const round = roundOrThrow(ctx, input.roundId);
	const found: RoundSinceLast = [];
	for (const place of placesSeen(ctx, [round])(round)) {
		const last = findLastEntry(ctx.db, { roundId: round.id, placeId: place.id, before: ctx.now + 1 });
		const results = await readingsSince(ctx, place, { last, at: ctx.now });
		found.push({ placeId: place.id, last: last && { at: last.at, by: last.userName }, results });
	}
	return found;
}

type Since = { last: RoundEntryRow | null; at: number };
type ReadingsResult = Extract<RoundResult, { kind: "readings" }>;

/** Lowest and highest of each channel up to `at`, from the last reading that an earlier entry covers: readings may come late. */
export async function readingsSince(
	{ readingStore }: MemberContext,
	{ checks }: ListedRoundPlace,
	{ last, at }: Since,
): Promise<ReadingsResult[]> {
	const deviceIds = checks.flatMap((check) => (check.kind === "readings" ? (check.deviceId ?? []) : []));
	const latest: ReadonlyMap<string, DeviceLatest> =
		deviceIds.length === 0 ? new Map() : await readingStore.latest([...new Set(deviceIds)]);
	const results: ReadingsResult[] = [];
	for (const check of checks) {
		if (check.kind === "hand" || check.deviceId === null) continue;
		const { id: checkId, name, unit, low, high, channelId, deviceId } = check;
		const before = last?.results.find((result) => result.checkId === checkId && result.kind === "readings");
		const covered = before?.kind === "readings" ? before.to : at - firstMs;
		const from = Math.max(covered, at - furthestMs);
		const newest = latest.get(deviceId)?.values.get(channelId)?.at ?? null;
		const to = newest === null ? from : Math.max(from, Math.min(at, newest) + 1);
		const [buckets] =
			to <= from ? [] : await readingStore.readBuckets({ channels: [{ deviceId, channelId }], edges: [from, to] });
		const [lowest = null, highest = null] = [buckets?.min[0], buckets?.max[0]];
		results.push({ kind: "readings", checkId, name, unit, low, high, lowest, highest, from, to });
	}
	return results;
}
