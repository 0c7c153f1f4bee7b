import { useSyncExternalStore } from "react";
import { connection } from "../../api/connection";
import { contract } from "../../api/contract";
import { hasUnsavedChanges } from "../../ui/form/unsaved-changes";

const storageKey = "aqlReloadedAt";
/** A second failure this soon after a reload is no outdated page but a broken one. */
const reloadAgainAfterMs = 60_000;

type ChunkFailure = { isUnreachable: boolean; hasUnsavedChanges: boolean; reloadedAt: number | null; now: number };

/** What to do about code that could not be loaded: usually a new version has replaced it. */
export function decideOnChunkFailure({
	isUnreachable,
	hasUnsavedChanges,
	reloadedAt,
	now,
}: ChunkFailure): "reload" | "offer" | "rethrow" {
	// A reload would trade the screen for the browser's own page about the network.
	if (isUnreachable) return "rethrow";
	if (reloadedAt !== null && now - reloadedAt < reloadAgainAfterMs) return "rethrow";
	return hasUnsavedChanges ? "offer" : "reload";
}

type NewVersionState = "none" | "offered" | "menuMissing" | "reloading";
let state: NewVersionState = "none";
const listeners = new Set<() => void>();

function become(next: NewVersionState): void {
	state = next;
	for (const listener of listeners) listener();
}

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

/** A menu was asked for whose code could not be loaded; browsers remember that, so only a new page can try it again. */
export function tellOfMissingMenu(): void {
	if (state === "none") become("menuMissing");
}

/** Networks say that they are up when they are not, so the page is asked for before it is given up. */
export async function reloadOnceAnswered(): Promise<void> {
	// A pointer and the click after it each meet the missing code, as do several files of one screen.
	if (state === "reloading") return;
	become("reloading");
	try {
		await fetch("/", { method: "HEAD" });
		reloadForNewVersion();
	} catch {
		// The screen's error view takes over, and the banner's retries lead out of it.
		connection.lost();
		become("none");
	}
}

const notLoadedName = "CodeNotLoaded";

/** Marks the error for its view. The router would reload the page at the browser's own words, whatever was decided here. */
function markNotLoaded(error: Error): void {
	error.name = notLoadedName;
	error.message = `Code of this screen was not loaded. ${error.message}`;
}

/** Browsers remember that code could not be loaded, so only a new page can try it again. */
export function needsReload(error: unknown): boolean {
	return error instanceof Error && error.name === notLoadedName;
}

let optionalLoads = 0;

/** Loads code that no screen needs: where it does not come, as where an extension blocks it, no new version is to blame. */
export async function loadOptional<Loaded>(load: () => Promise<Loaded>): Promise<Loaded> {
	optionalLoads += 1;
	try {
		return await load();
	} finally {
		optionalLoads -= 1;
	}
}

/** Whether the page is on its way to a screen, and a call at the next time that it is, once the address is the new one. */
type Navigation = { isUnderWay: () => boolean; atNext: (start: () => void) => void };

export function watchForNewVersion(navigation: Navigation): void {
	contract.onBehind(() => {
		// A page that works is not reloaded without being asked: only code that is missing leaves no choice.
		if (state === "none" || state === "menuMissing") become("offered");
	});
	window.addEventListener("vite:preloadError", (event) => {
		// The event does not say whose code it was. A screen's that fails meanwhile shows its error, and tries again.
		if (optionalLoads > 0) return;
		const isUnreachable = !navigator.onLine || connection.read().isLost;
		const decision = decideOnChunkFailure({
			isUnreachable,
			hasUnsavedChanges: hasUnsavedChanges(),
			reloadedAt: readReloadedAt(),
			now: Date.now(),
		});
		if (isUnreachable) connection.lost();
		if (decision === "rethrow") return markNotLoaded(event.payload);
		event.preventDefault();
		if (decision === "offer") become("offered");
		else if (navigation.isUnderWay()) void reloadOnceAnswered();
		// A screen that a pointer came near is not wanted yet: a reload now would swallow the click that follows.
		else navigation.atNext(() => void reloadOnceAnswered());
	});
}

export function useNewVersion(): NewVersionState {
	return useSyncExternalStore(
		(listener) => {
			listeners.add(listener);
			return () => void listeners.delete(listener);
		},
		() => state,
	);
}
