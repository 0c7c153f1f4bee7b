import type { AccountDb } from "../base/context";

type Written = (deviceIds: readonly string[]) => void;

/** Who has looked at devices beforehand, of each account. */
const listeners = new WeakMap<AccountDb, Set<Written>>();

/** Calls `written` with the devices of which a user writes facts or groups, until the response is called. */
export function onFactsWritten(db: AccountDb, written: Written): () => void {
	const own = listeners.get(db) ?? new Set();
	listeners.set(db, own.add(written));
	return () => void own.delete(written);
}

/**
 * Call where rows of devices or their memberships are written. What is taken back may be told of, too. A function is
 * called only where a user listens.
 */
export function factsWritten(db: AccountDb, deviceIds: readonly string[] | (() => readonly string[])): void {
	const own = listeners.get(db);
	if (own === undefined || own.size === 0) return;
	const ids = typeof deviceIds === "function" ? deviceIds() : deviceIds;
	for (const written of own) written(ids);
}
