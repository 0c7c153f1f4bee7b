import { isInside, nextChangeAt, type ZonedWindows } from "../time/time-windows";

/** When planned mutes apply. Computed on each call, so no alarm can be late. */

/** `skippedUntil`: the mute was ended early and mutes nothing before then (epoch ms). */
export type MuteTimes = { windows: ZonedWindows; skippedUntil: number | null };

/** End of the mute at `now`, epoch ms. Null: not muted, or the windows never change again. */
export function mutedUntilAt({ windows, skippedUntil }: MuteTimes, now: number): number | null {
	if (skippedUntil !== null && now < skippedUntil) return null;
	return isInside(windows, now) ? nextChangeAt(windows, now) : null;
}

/** The next mute after `now`, or after the current one, epoch ms. */
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

/** Next beginning or end, epoch ms. Null: never. */
export function nextMuteChange(times: MuteTimes, now: number): number | null {
	return mutedUntilAt(times, now) ?? nextMuteAfter(times, now)?.from ?? null;
}
