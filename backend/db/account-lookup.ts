import { minuteMs } from "../../shared/base/durations";
import { createExpiringMap } from "../../shared/base/expiring-map";
import type { Identity } from "../base/context";
import { listAccountIds } from "./account-membership-rows";

export type FoundAccounts = { accountIds: string[]; isFromCache: boolean };

export type AccountsOf = Pick<Identity, "sub" | "reach">;

export type AccountLookup = {
	find(person: AccountsOf): Promise<FoundAccounts>;
	/** Bypasses the cache: a user may join an account at any moment. */
	findAgain(person: AccountsOf): Promise<FoundAccounts>;
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
		async find({ sub, reach }) {
			const accountIds = remembered.get(sub);
			const found = accountIds === undefined ? await read(sub) : { accountIds, isFromCache: true };
			return within(found, reach);
		},
		findAgain: async ({ sub, reach }) => within(await read(sub), reach),
	};
}

function within({ accountIds, isFromCache }: FoundAccounts, reach: AccountsOf["reach"]): FoundAccounts {
	return { accountIds: accountsWithin(accountIds, reach), isFromCache };
}

export function accountsWithin(accountIds: string[], reach: AccountsOf["reach"]): string[] {
	return reach == null ? accountIds : accountIds.filter((accountId) => accountId === reach);
}
