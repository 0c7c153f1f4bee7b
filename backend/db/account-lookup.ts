import { minuteMs } from "../../shared/durations";
import { createExpiringMap } from "../../shared/expiring-map";
import type { NotMember } from "../base/internal-headers";
import { findAccountId } from "./directory-rows";

export type FoundAccount = { accountId: string; isFromCache: boolean };

export type AccountLookup = {
	find(sub: string): Promise<FoundAccount | null>;
	/** After an object said "not a member": reads the directory again, as they may get another account at any moment. */
	findAgain(sub: string): Promise<FoundAccount | null>;
};

const cachedMs = 5 * minuteMs;
const cachedPeople = 10_000;

/**
 * People's accounts, remembered for five minutes in this isolate. Only what was found is
 * remembered: whoever has no account may get one in another isolate at any moment.
 */
export function createAccountLookup(directory: D1Database, now: () => number): AccountLookup {
	const remembered = createExpiringMap<string, string>({ most: cachedPeople, now });

	async function read(sub: string): Promise<FoundAccount | null> {
		const accountId = await findAccountId(directory, sub);
		if (accountId === null) {
			remembered.delete(sub);
			return null;
		}
		remembered.set(sub, accountId, now() + cachedMs);
		return { accountId, isFromCache: false };
	}

	return {
		async find(sub) {
			const accountId = remembered.get(sub);
			return accountId === undefined ? read(sub) : { accountId, isFromCache: true };
		},
		findAgain: read,
	};
}

type AccountRequest<Answer> = {
	request: (accountId: string) => Promise<Answer>;
	/** Why an answer says that the person is no active member; null: they are one. */
	notMemberOf: (answer: Answer) => NotMember | null;
	/** Lets go of an answer in whose place another account's is taken. */
	discard?: (answer: Answer) => Promise<void> | undefined;
};

type AccountAnswer<Answer> = { accountId: string; answer: Answer; notMember: NotMember | null };

/**
 * Requests something of the account somebody belongs to, and of another one where the directory has changed since it
 * was cached. Null: the directory names no account.
 */
export async function requestAccount<Answer>(
	lookup: AccountLookup,
	sub: string,
	{ request, notMemberOf, discard }: AccountRequest<Answer>,
): Promise<AccountAnswer<Answer> | null> {
	let found = await lookup.find(sub);
	while (found) {
		const { accountId, isFromCache } = found;
		const answer = await request(accountId);
		const notMember = notMemberOf(answer);
		const again: FoundAccount | null = notMember !== null && isFromCache ? await lookup.findAgain(sub) : found;
		if (again?.accountId === accountId) return { accountId, answer, notMember };
		await discard?.(answer);
		found = again;
	}
	return null;
}
