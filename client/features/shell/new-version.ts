import { useSyncExternalStore } from "react";
import { hasUnsavedChanges } from "../../ui/unsaved-changes";

const storageKey = "aqlReloadedAt";
/** A second failure this soon after a reload is no outdated page but a broken one. */
const reloadAgainAfterMs = 60_000;

type ChunkFailure = { hasUnsavedChanges: boolean; reloadedAt: number | null; now: number };

/** What to do about code that could not be loaded: usually a new version has replaced it. */
export function decideOnChunkFailure({
	hasUnsavedChanges,
	reloadedAt,
	now,
}: ChunkFailure): "reload" | "offer" | "rethrow" {
	if (reloadedAt !== null && now - reloadedAt < reloadAgainAfterMs) return "rethrow";
	return hasUnsavedChanges ? "offer" : "reload";
}

let isOffered = false;
const listeners = new Set<() => void>();

function readReloadedAt(): number | null {
	try {
		const stored = sessionStorage.getItem(storageKey);
		return stored === null ? null : Number(stored);
	} catch {
		// Without storage a reload could repeat for ever, so none is made.
		return Date.now();
	}
}

export function reloadForNewVersion(): void {
	try {
		sessionStorage.setItem(storageKey, String(Date.now()));
	} catch {
		// The person asked for the reload; it needs no memory.
	}
	window.location.reload();
}

export function watchForNewVersion(): void {
	window.addEventListener("vite:preloadError", (event) => {
		const failure = { hasUnsavedChanges: hasUnsavedChanges(), reloadedAt: readReloadedAt(), now: Date.now() };
		const decision = decideOnChunkFailure(failure);
		if (decision === "rethrow") return;
		event.preventDefault();
		if (decision === "reload") return reloadForNewVersion();
		isOffered = true;
		for (const listener of listeners) listener();
	});
}

export function useNewVersionOffered(): boolean {
	return useSyncExternalStore(
		(listener) => {
			listeners.add(listener);
			return () => void listeners.delete(listener);
		},
		() => isOffered,
	);
}
