import type { AccountDb } from "../base/context";

type Written = (deviceIds: readonly string[]) => void;

const listeners = new WeakMap<AccountDb, Set<Written>>();

/** Calls `written` with devices whose facts or groups change. Returns the function that stops it. */
export function onFactsWritten(db: AccountDb, written: Written): () => void {
	const own = listeners.get(db) ?? new Set();
	listeners.set(db, own.add(written));
	return () => void own.delete(written);
}

/** Call when devices or memberships are written, even if the write may be rolled back. */
export function factsWritten(db: AccountDb, deviceIds: readonly string[] | (() => readonly string[])): void {
	const own = listeners.get(db);
	if (own === undefined || own.size === 0) return;
	const ids = typeof deviceIds === "function" ? deviceIds() : deviceIds;
	for (const written of own) written(ids);
}
