import type { NotMember } from "../base/internal-headers";
import { findAccountId } from "./directory-rows";

export type FoundAccount = { accountId: string; isFromCache: boolean };

export type AccountLookup = {
	find(sub: string): Promise<FoundAccount | null>;
	/**
	 * After an object said "not a member": reads the directory again. For who was removed once for a cached answer; for
	 * who is unknown there each time, as they may get another account at any moment.
	 */
	findAgain(sub: string, notMember: NotMember): Promise<FoundAccount | null>;
};

const cachedMs = 5 * 60 * 1000;
const cachedPeople = 10_000;

/**
 * People's accounts, remembered for five minutes in this isolate. Only what was found is
 * remembered: whoever has no account may get one in another isolate at any moment.
 */
export function createAccountLookup(directory: D1Database, now: () => number): AccountLookup {
	const remembered = new Map<string, { accountId: string; until: number; isConfirmed: boolean }>();

	async function read(sub: string, isConfirmed: boolean): Promise<FoundAccount | null> {
		const accountId = await findAccountId(directory, sub);
		remembered.delete(sub);
		if (accountId === null) return null;
		const [oldest] = remembered.keys();
		if (oldest !== undefined && remembered.size >= cachedPeople) remembered.delete(oldest);
		remembered.set(sub, { accountId, until: now() + cachedMs, isConfirmed });
		return { accountId, isFromCache: false };
	}

	function recall(sub: string) {
		const entry = remembered.get(sub);
		return entry && now() < entry.until ? entry : null;
	}

	return {
		async find(sub) {
			const entry = recall(sub);
			return entry ? { accountId: entry.accountId, isFromCache: true } : read(sub, false);
		},
		async findAgain(sub, notMember) {
			const entry = recall(sub);
			return entry?.isConfirmed && notMember === "disabled"
				? { accountId: entry.accountId, isFromCache: true }
				: read(sub, true);
		},
	};
}
