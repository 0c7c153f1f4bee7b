import { minuteMs } from "../base/durations";
import type { Round } from "./round";

type Facts = Pick<Round, "dues" | "places" | "recent" | "opensMinutes" | "graceMinutes">;

/** `isOver`: entries no longer count. `done`: places with an entry for it. */
export type CurrentDue = { dueAt: number; isOver: boolean; done: ReadonlySet<string>; isDone: boolean };

/** The last due that has begun, the open one first, and the next one. Times are epoch ms. */
export function roundState(
	{ dues, places, recent, opensMinutes, graceMinutes }: Facts,
	now: number,
): { current: CurrentDue | null; next: number | null } {
	const begun = dues.filter((dueAt) => dueAt - opensMinutes * minuteMs <= now);
	const currents = begun.map((dueAt): CurrentDue => {
		const done = new Set(recent.filter((entry) => entry.dueAt === dueAt).map(({ placeId }) => placeId));
		const isDone = places.length > 0 && places.every(({ id }) => done.has(id));
		return { dueAt, isOver: now > dueAt + graceMinutes * minuteMs, done, isDone };
	});
	const open = currents.find(({ isOver, isDone }) => !isOver && !isDone);
	return { current: open ?? currents.at(-1) ?? null, next: dues.find((dueAt) => !begun.includes(dueAt)) ?? null };
}
