import { dayMs } from "../../shared/durations";
import { graceDays, toldPercents, type WhenFull } from "../../shared/storage";

/** What has been told of how full it is; times are epoch ms, null: it is not full. */
export type Fullness = { toldPercent: number; fullSince: number | null; fullToldAt: number | null };

/** A level is told again only after so much has gone since, so that no reading at its edge tells it twice. */
const freedPercent = 5;

type Look = { usedBytes: number; quotaBytes: number; whenFull: WhenFull; now: number };

/** `told`: a percentage that is to be told now. `removes`: the grace is over, and the oldest readings go. */
export function nextFullness(before: Fullness, look: Look): Fullness & { told: number | null; removes: boolean } {
	const percent = percentOf(look);
	const level = toldPercents.findLast((each) => percent >= each) ?? 0;
	const isFreed = percent < before.toldPercent - freedPercent;
	const fullSince = level < 100 ? null : (before.fullSince ?? look.now);
	const isGrace = fullSince !== null && look.whenFull === "removeOldest";
	const isDaily = isGrace && look.now - (before.fullToldAt ?? Number.NEGATIVE_INFINITY) >= dayMs;
	const told = level > before.toldPercent || isDaily ? level : null;
	return {
		toldPercent: isFreed ? level : Math.max(before.toldPercent, level),
		fullSince,
		fullToldAt: fullSince === null ? null : told === null ? before.fullToldAt : look.now,
		told,
		removes: isGrace && look.now >= goesAt(fullSince),
	};
}

/** Nothing is free of a quota of nothing. */
export function percentOf({ usedBytes, quotaBytes }: Pick<Look, "usedBytes" | "quotaBytes">): number {
	return quotaBytes > 0 ? (usedBytes / quotaBytes) * 100 : 100;
}

/** When the oldest readings begin to go. */
export function goesAt(fullSince: number): number {
	return fullSince + graceDays * dayMs;
}
