import { useSyncExternalStore } from "react";
import { minuteMs } from "../../../shared/base/durations";
import { connection } from "../../api/connection";
import { contract } from "../../api/contract";
import { hasUnsavedChanges } from "../../ui/form/unsaved-changes";

const storageKey = "aqlReloadedAt";
/** A second failure this soon after a reload means a broken page, not an outdated one. */
const reloadAgainAfterMs = minuteMs;

type ChunkFailure = { isUnreachable: boolean; hasUnsavedChanges: boolean; reloadedAt: number | null; now: number };

export function decideOnChunkFailure({
	isUnreachable,
	hasUnsavedChanges,
	reloadedAt,
	now,
}: ChunkFailure): "reload" | "offer" | "rethrow" {
	// Offline, a reload would replace the screen with the browser's error page.
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
		// Without storage a reload could repeat for ever, so there is none.
		return Date.now();
	}
}

export function reloadForNewVersion(): void {
	try {
		sessionStorage.setItem(storageKey, String(Date.now()));
	} catch {
		// The user requested the reload, so it needs no stored time.
	}
	window.location.reload();
}

/** Browsers remember the failure, so only a new page can load the code again. */
export function showMissingMenu(): void {
	if (state === "none") become("menuMissing");
}

/** Reloads once the page can be fetched: `navigator.onLine` alone is not reliable. */
export async function reloadOnceDone(): Promise<void> {
	// Several files of one screen can fail, each on hover and again on click.
	if (state === "reloading") return;
	become("reloading");
	try {
		await fetch("/", { method: "HEAD" });
		reloadForNewVersion();
	} catch {
		// The screen shows its error, and the retries of the connection notice recover from it.
		connection.lost();
		become("none");
	}
}

const notLoadedName = "CodeNotLoaded";

/** The browser's own message would make the router reload the page. All importers of a failed file share its error. */
export function markNotLoaded(error: Error): void {
	if (needsReload(error)) return;
	error.name = notLoadedName;
	error.message = `Code of this screen was not loaded. ${error.message}`;
}

export function needsReload(error: unknown): boolean {
	return error instanceof Error && error.name === notLoadedName;
}

let optionalLoads = 0;

/** Loads code that no screen needs. Its failure, as by a browser extension, does not count as a new version. */
export async function loadOptional<Loaded>(load: () => Promise<Loaded>): Promise<Loaded> {
	optionalLoads += 1;
	try {
		return await load();
	} finally {
		optionalLoads -= 1;
	}
}

type Navigation = { isUnderWay: () => boolean; atNext: (start: () => void) => void };

export function watchForNewVersion(navigation: Navigation): void {
	contract.onBehind(() => {
		// Only a page with missing code reloads without a question.
		if (state === "none" || state === "menuMissing") become("offered");
	});
	window.addEventListener("vite:preloadError", (event) => {
		// The event does not name the file. A screen that fails now shows its error and can be retried.
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
		else if (navigation.isUnderWay()) void reloadOnceDone();
		// A preload on hover: a reload now would lose the click that follows.
		else navigation.atNext(() => void reloadOnceDone());
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
