import { dayMs, hourMs } from "../../shared/base/durations";

/** Between a decision and what it takes away. */
export const shorteningWaitMs = 24 * hourMs;

/** Days; null: for ever. */
export type Retention = number | null;

/** What reads and removal go by, and the shorter one that waits for its time (epoch ms). */
export type KeptRetention = { kept: Retention; waiting: { days: number; dueAt: number } | null };

type Wanted = { wanted: Retention; now: number; hasReadings: boolean };

/**
 * What follows from a retention that a user wants: a longer one applies at once, a shorter one in 24 h. One that takes
 * no more than what already waits keeps its time; whatever takes more begins anew.
 */
export function settled({ kept, waiting }: KeptRetention, { wanted, now, hasReadings }: Wanted): KeptRetention {
	if (wanted === null || !isShorter(wanted, kept) || !hasReadings) return { kept: wanted, waiting: null };
	const isWithin = waiting !== null && wanted >= waiting.days;
	return { kept, waiting: { days: wanted, dueAt: isWithin ? waiting.dueAt : now + shorteningWaitMs } };
}

/** What applies once its time has come. */
export function applied({ kept, waiting }: KeptRetention, now: number): KeptRetention {
	return waiting && waiting.dueAt <= now ? { kept: waiting.days, waiting: null } : { kept, waiting };
}

function isShorter(one: number, other: Retention): boolean {
	return other === null || one < other;
}

/** The first instant that is kept at a time, the start of a UTC day; for ever: -Infinity. Epoch ms. */
export function keptFromAt(days: Retention, at: number): number {
	return days === null ? Number.NEGATIVE_INFINITY : (Math.floor(at / dayMs) - days) * dayMs;
}

/** What a shorter retention takes when it applies, and what the former one would have left. Epoch ms. */
export function cutSpan(kept: Retention, { days, dueAt }: { days: number; dueAt: number }) {
	return { from: keptFromAt(kept, dueAt), to: keptFromAt(days, dueAt) };
}
