import { expect, it } from "vitest";
import type { Denial } from "../../../backend/base/internal-headers";
import type { AccountLookup, FoundAccounts } from "../../../backend/db/account-lookup";
import { requestAccount } from "../../../backend/db/reach-account";
import * as fc from "../../properties";

const accounts = ["acc_a", "acc_b", "acc_c", "acc_d"] as const;
type Account = (typeof accounts)[number];

/** The account's denial of the person; null: an active member with an open sign-in. */
const state = fc.constantFrom<Denial | null>(null, null, "unknown", "disabled", "ended");

/** Any accounts in any order, remembered rightly or wrongly, and a named account of theirs or of others. */
const situation = fc.record({
	states: fc.record({ acc_a: state, acc_b: state, acc_c: state, acc_d: state }),
	listed: fc.shuffledSubarray([...accounts]),
	remembered: fc.option(fc.shuffledSubarray([...accounts], { minLength: 1 })),
	named: fc.option(fc.constantFrom<string>(...accounts, "acc_of_others", "", "acc_a, acc_b")),
	preferred: fc.option(fc.constantFrom<string>(...accounts, "acc_of_others")),
	isRead: fc.boolean(),
});

type Situation = typeof situation extends fc.Arbitrary<infer Value> ? Value : never;

async function reach({ states, listed, remembered, named, preferred, isRead }: Situation) {
	const requested: string[] = [];
	const dropped: string[] = [];
	const read: FoundAccounts = { accountIds: listed, isFromCache: false };
	const lookup: AccountLookup = {
		find: async () => (remembered === null ? read : { accountIds: remembered, isFromCache: true }),
		findAgain: async () => read,
	};
	const reached = await requestAccount(
		lookup,
		{ sub: "sub" },
		{
			asked: { named, preferred },
			request: async (accountId) => {
				requested.push(accountId);
				return accountId as Account; // one of the lists above
			},
			denialOf: (result) => states[result],
			isAlive: async (accountId) => states[accountId as Account] === null, // one of the lists above
			isRead,
			discard: async (result) => void dropped.push(result),
		},
	);
	return { reached, asked: requested, dropped };
}

it("responds from exactly the named account, or denies the call", () =>
	fc.assert(
		fc.asyncProperty(situation, async (given) => {
			const { states, listed, named, remembered } = given;
			const { reached, asked: requested, dropped } = await reach(given);
			const responding = "response" in reached ? reached.response : null;
			expect(responding === null || ("accountId" in reached && reached.accountId === responding)).toBe(true);
			if (reached.status === "answered") expect(states[reached.response]).toBeNull();
			if (named !== null) expect(requested.filter((accountId) => accountId !== named)).toEqual([]);
			// Only listed or remembered accounts are called, so no call reveals whether another one exists.
			for (const accountId of requested) expect([...listed, ...(remembered ?? [])]).toContain(accountId);
			expect(new Set(requested).size).toBe(requested.length);
			expect(dropped.toSorted()).toEqual(requested.filter((accountId) => accountId !== responding).toSorted());
		}),
	));

it("serves every active member in the account that they name", () =>
	fc.assert(
		fc.asyncProperty(situation, fc.constantFrom(...accounts), async (given, named) => {
			const { reached } = await reach({ ...given, named });
			const isListed = given.listed.includes(named) || (given.remembered ?? []).includes(named);
			const isMember = isListed && given.states[named] === null;
			expect(reached.status === "answered").toBe(isMember);
		}),
	));

it("reads without a named account from the preferred one first, then the default, then any that lets them in", () =>
	fc.assert(
		fc.asyncProperty(situation, async (given) => {
			const { listed, states, preferred } = given;
			const { reached } = await reach({ ...given, named: null, remembered: null, isRead: true });
			const first = [...listed.filter((id) => id === preferred), ...listed].find((id) => states[id] === null);
			expect(reached.status === "answered" ? reached.response : undefined).toBe(first);
			if (listed.length === 0) expect(reached.status).toBe("none");
		}),
	));

it("writes to no second account after one that may have acted", () =>
	fc.assert(
		fc.asyncProperty(situation, async (given) => {
			const { asked: requested } = await reach({ ...given, named: null, isRead: false });
			const acted = requested.findIndex((accountId) => {
				const denial = given.states[accountId as Account]; // one of the lists above
				return denial === null || denial === "disabled";
			});
			expect(acted === -1 || acted === requested.length - 1).toBe(true);
		}),
	));

it("ends a session only if no other account of the person continues it", () =>
	fc.assert(
		fc.asyncProperty(situation, async (given) => {
			const { reached } = await reach({ ...given, remembered: null });
			if (reached.status !== "denied" || reached.denial !== "ended") return;
			expect(given.listed.filter((id) => given.states[id] === null)).toEqual([]);
		}),
	));
