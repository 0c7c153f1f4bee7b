import { graceDays, notifiedPercents, type WhenFull } from "../../shared/account/storage";
import { dayMs } from "../../shared/base/durations";

/** The last notified state. Times are epoch ms; null: not full. */
export type Fullness = { notifiedPercent: number; fullSince: number | null; fullNotifiedAt: number | null };

/** A level is notified again only after this much was freed. */
const freedPercent = 5;

type Look = { usedBytes: number; quotaBytes: number; whenFull: WhenFull; now: number };

type Next = Fullness & { notifies: number | null; removes: boolean };

export function nextFullness(before: Fullness, look: Look): Next {
	const percent = percentOf(look);
	const level = notifiedPercents.findLast((each) => percent >= each) ?? 0;
	const isFreed = percent < before.notifiedPercent - freedPercent;
	const fullSince = level < 100 ? null : (before.fullSince ?? look.now);
	const isGrace = fullSince !== null && look.whenFull === "removeOldest";
	const isDaily = isGrace && look.now - (before.fullNotifiedAt ?? Number.NEGATIVE_INFINITY) >= dayMs;
	const notifies = level > before.notifiedPercent || isDaily ? level : null;
	return {
		notifiedPercent: isFreed ? level : Math.max(before.notifiedPercent, level),
		fullSince,
		fullNotifiedAt: fullSince === null ? null : notifies === null ? before.fullNotifiedAt : look.now,
		notifies,
		removes: isGrace && look.now >= goesAt(fullSince),
	};
}

export function percentOf({ usedBytes, quotaBytes }: Pick<Look, "usedBytes" | "quotaBytes">): number {
	return quotaBytes > 0 ? (usedBytes / quotaBytes) * 100 : 100;
}

export function goesAt(fullSince: number): number {
	return fullSince + graceDays * dayMs;
}
