import { minuteMs } from "../../shared/base/durations";
import { createExpiringMap } from "../../shared/base/expiring-map";
import { listAccountIds } from "./account-membership-rows";

export type FoundAccounts = { accountIds: string[]; isFromCache: boolean };

export type AccountLookup = {
	find(sub: string): Promise<FoundAccounts>;
	/** Bypasses the cache: a user may join an account at any moment. */
	findAgain(sub: string): Promise<FoundAccounts>;
};

const cachedMs = 5 * minuteMs;
const cachedPeople = 10_000;

/** Never caches an empty result: another isolate may add an account. */
export function createAccountLookup(directory: D1Database, now: () => number): AccountLookup {
	const remembered = createExpiringMap<string, string[]>({ most: cachedPeople, now });

	async function read(sub: string): Promise<FoundAccounts> {
		const accountIds = await listAccountIds(directory, sub);
		if (accountIds.length === 0) remembered.delete(sub);
		else remembered.set(sub, accountIds, now() + cachedMs);
		return { accountIds, isFromCache: false };
	}

	return {
		async find(sub) {
			const accountIds = remembered.get(sub);
			return accountIds === undefined ? read(sub) : { accountIds, isFromCache: true };
		},
		findAgain: read,
	};
}
