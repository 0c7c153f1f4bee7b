import { and, asc, desc, eq, gt, lte, sql } from "drizzle-orm";
import type { AccountDb } from "../base/context";
import { prepared, saveInto } from "./queries";
import { keptRequests } from "./schema";

export type StoredRequestRow = typeof keptRequests.$inferSelect;
type Place = Pick<StoredRequestRow, "callerId" | "keyDigest">;

const { callerId, keyDigest, at } = keptRequests;

const isAt = (place: Place) => and(eq(callerId, place.callerId), eq(keyDigest, place.keyDigest));

/** `since` is epoch ms. */
export function findStoredRequest(db: AccountDb, place: Place, since: number): StoredRequestRow | null {
	return kept(db).get({ ...place, since }) ?? null;
}

const kept = prepared((db) => {
	const values = { callerId: sql.placeholder("callerId"), keyDigest: sql.placeholder("keyDigest") };
	const isIt = and(eq(callerId, values.callerId), eq(keyDigest, values.keyDigest), gt(at, sql.placeholder("since")));
	return db.select().from(keptRequests).where(isIt).prepare();
});

export const saveStoredRequest = saveInto(keptRequests, callerId, keyDigest);

export function completeStoredRequest(
	db: AccountDb,
	place: Place,
	facts: Pick<StoredRequestRow, "entities" | "stateDigest" | "answer" | "secrets">,
): void {
	db.update(keptRequests).set(facts).where(isAt(place)).run();
}

export function deleteOldestOf(db: AccountDb, caller: string, most: number): void {
	const ofCaller = eq(callerId, caller);
	const query = db.select({ at }).from(keptRequests).where(ofCaller);
	const first = query.orderBy(desc(at)).limit(1).offset(most).get();
	if (first)
		db.delete(keptRequests)
			.where(and(ofCaller, lte(at, first.at)))
			.run();
}

export function deleteStoredRequestsUntil(db: AccountDb, until: number): void {
	db.delete(keptRequests).where(lte(at, until)).run();
}

export function oldestStoredRequestAt(db: AccountDb): number | null {
	return oldest(db).get()?.at ?? null;
}

const oldest = prepared((db) => db.select({ at }).from(keptRequests).orderBy(asc(at)).limit(1).prepare());
