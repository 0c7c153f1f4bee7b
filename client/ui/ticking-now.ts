import { useSyncExternalStore } from "react";

/** One clock for every relative time on screen: they change together, and rest while nobody looks. */
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
	// The clock rested while nobody listened.
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

/** The present, epoch ms, in whole steps: a component that needs minutes is not drawn every second. */
export function useTickingNow(stepMs: number): number {
	return useSyncExternalStore(subscribe, () => Math.floor(Math.max(now, 0) / stepMs) * stepMs);
}
