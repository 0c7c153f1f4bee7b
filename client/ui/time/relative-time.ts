import { useSyncExternalStore } from "react";

const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;

/** The two largest parts: `12 s`, `4 min`, `3 h 12 min`, `2 d 4 h`, `41 d`. */
export function formatSpan(spanMs: number): string {
	const seconds = Math.floor(Math.abs(spanMs) / 1000);
	if (seconds < minute) return `${seconds} s`;
	if (seconds < hour) return `${Math.floor(seconds / minute)} min`;
	if (seconds < day) return twoParts(seconds, [hour, "h"], [minute, "min"]);
	return seconds < 10 * day ? twoParts(seconds, [day, "d"], [hour, "h"]) : `${Math.floor(seconds / day)} d`;
}

type Unit = [seconds: number, name: string];

function twoParts(seconds: number, [large, largeName]: Unit, [small, smallName]: Unit): string {
	const first = `${Math.floor(seconds / large)} ${largeName}`;
	const rest = Math.floor((seconds % large) / small);
	return rest === 0 ? first : `${first} ${rest} ${smallName}`;
}

type TimeAhead = { from: number; to: number };

const aheadMs = 300_000;

/** `in 1 h 20 to 2 h 10 min at this rate`, in steps of five minutes; null if less than one is left. */
export function formatAhead({ from, to }: TimeAhead, now: number): string | null {
	if (from - now < aheadMs) return null;
	const least = formatSpan(Math.floor((from - now) / aheadMs) * aheadMs);
	const most = formatSpan(Math.ceil((to - now) / aheadMs) * aheadMs);
	const isAlike = least.includes("h") === most.includes("h") && most.endsWith("min");
	return `in ${isAlike ? least.replace(" min", "") : least} to ${most} at this rate`;
}

/** `12 s ago`, `just now`, or `in 5 min` for a clock that runs ahead. */
export function formatAge(at: number, now: number): string {
	const ageMs = now - at;
	if (Math.abs(ageMs) < 2_000) return "just now";
	return ageMs >= 0 ? `${formatSpan(ageMs)} ago` : `in ${formatSpan(ageMs)}`;
}

/** One clock for every relative time on screen. It stops while the page is hidden or nothing listens. */
const tickMs = 1_000;
let now = Date.now();
let timer: ReturnType<typeof setInterval> | undefined;
const listeners = new Set<() => void>();

function tick(): void {
	if (document.visibilityState === "hidden") return;
	now = Date.now();
	for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
	if (listeners.size === 0) now = Date.now();
	listeners.add(listener);
	timer ??= setInterval(tick, tickMs);
	return () => {
		listeners.delete(listener);
		if (listeners.size > 0) return;
		clearInterval(timer);
		timer = undefined;
	};
}

/** Epoch ms in whole steps: a component that needs minutes does not render every second. */
export function useTickingNow(stepMs: number): number {
	return useSyncExternalStore(subscribe, () => Math.floor(Math.max(now, 0) / stepMs) * stepMs);
}
