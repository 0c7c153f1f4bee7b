import { isInside, nextChangeAt, type ZonedWindows } from "../time/time-windows";

/** When a planned mute mutes: computed from its windows whenever it is asked, so that no alarm can be late for it. */

/** `skippedUntil`: it was ended early, and mutes nothing before that instant (epoch ms). */
export type MuteTimes = { windows: ZonedWindows; skippedUntil: number | null };

/** Until when it mutes at `now`, epoch ms; null: it does not. What never changes again mutes nothing. */
export function mutedUntilAt({ windows, skippedUntil }: MuteTimes, now: number): number | null {
	if (skippedUntil !== null && now < skippedUntil) return null;
	return isInside(windows, now) ? nextChangeAt(windows, now) : null;
}

/** The first time it mutes after `now`, or after what it mutes now. */
export function nextMuteAfter(times: MuteTimes, now: number): { from: number; to: number } | null {
	const { windows, skippedUntil } = times;
	const earliest = Math.max(mutedUntilAt(times, now) ?? now, skippedUntil ?? now, now);
	const from = isInside(windows, earliest) && earliest > now ? earliest : startAfter(windows, earliest);
	const to = from === null ? null : nextChangeAt(windows, from);
	return from === null || to === null ? null : { from, to };
}

function startAfter(windows: ZonedWindows, at: number): number | null {
	const change = nextChangeAt(windows, at);
	if (change === null || isInside(windows, change)) return change;
	return nextChangeAt(windows, change);
}

/** When it begins or ends next, epoch ms; null: never. */
export function nextMuteChange(times: MuteTimes, now: number): number | null {
	return mutedUntilAt(times, now) ?? nextMuteAfter(times, now)?.from ?? null;
}
