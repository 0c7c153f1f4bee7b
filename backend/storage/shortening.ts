import { dayMs, hourMs } from "../../shared/base/durations";

export const shorteningWaitMs = 24 * hourMs;

/** Days; null: for ever. */
export type Retention = number | null;

/** `kept` is in force. `waiting`: the shorter retention and its time, epoch ms. */
export type KeptRetention = { kept: Retention; waiting: { days: number; dueAt: number } | null };

type Wanted = { wanted: Retention; now: number; hasReadings: boolean };

/** The wait restarts only if more would be removed than already waits. */
export function settled({ kept, waiting }: KeptRetention, { wanted, now, hasReadings }: Wanted): KeptRetention {
	if (wanted === null || !isShorter(wanted, kept) || !hasReadings) return { kept: wanted, waiting: null };
	const isWithin = waiting !== null && wanted >= waiting.days;
	return { kept, waiting: { days: wanted, dueAt: isWithin ? waiting.dueAt : now + shorteningWaitMs } };
}

export function applied({ kept, waiting }: KeptRetention, now: number): KeptRetention {
	return waiting && waiting.dueAt <= now ? { kept: waiting.days, waiting: null } : { kept, waiting };
}

function isShorter(one: number, other: Retention): boolean {
	return other === null || one < other;
}

/** Start of the first kept UTC day at a time, epoch ms. -Infinity: for ever. */
export function keptFromAt(days: Retention, at: number): number {
	return days === null ? Number.NEGATIVE_INFINITY : (Math.floor(at / dayMs) - days) * dayMs;
}

/** The readings that a shorter retention removes and the former one would keep. Epoch ms. */
export function cutSpan(kept: Retention, { days, dueAt }: { days: number; dueAt: number }) {
	return { from: keptFromAt(kept, dueAt), to: keptFromAt(days, dueAt) };
}
