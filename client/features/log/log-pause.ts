import { useSyncExternalStore } from "react";

let isPaused = false;
const listeners = new Set<() => void>();

/** Whether somebody stopped the log from moving on. Outside React, since the route's loader asks too. */
export function isLogPaused(): boolean {
	return isPaused;
}

export function setLogPaused(paused: boolean): void {
	isPaused = paused;
	for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
	listeners.add(listener);
	return () => void listeners.delete(listener);
}

export function useLogPaused(): boolean {
	return useSyncExternalStore(subscribe, isLogPaused);
}
