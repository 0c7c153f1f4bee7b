import type { AccountEnding } from "../../shared/session/session-endings";
import type { AccountObjects, Identity, SignIn } from "../base/context";
import type { Denial } from "../base/internal-headers";
import type { RequestedAccount } from "../base/requested-account";
import type { AccountLookup, AccountsOf, FoundAccounts } from "./account-lookup";

export type Standing = { hasOthers: boolean; isNamed: boolean };

type AccountRequest<Reply> = {
	asked: RequestedAccount;
	request: (accountId: string, standing: Standing) => Promise<Reply>;
	denialOf: (response: Reply) => Denial | null;
	isAlive: (accountId: string) => Promise<boolean>;
	/** A read may be sent to a second account. */
	isRead: boolean;
	discard?: (response: Reply) => Promise<void> | undefined;
};

/** `elsewhere`: the named account is not the user's, or not for this sign-in. */
export type Reached<Reply> =
	| { status: "answered"; accountId: string; response: Reply }
	| Denied<Reply>
	| { status: "elsewhere" }
	| { status: "none" };

type Denied<Reply> = { status: "denied"; accountId: string; response: Reply; denial: Denial };

/** Only accounts that the directory lists for the user are reached, so that a guessed id reveals nothing. */
export async function requestAccount<Reply>(
	lookup: AccountLookup,
	person: AccountsOf,
	requesting: AccountRequest<Reply>,
): Promise<Reached<Reply>> {
	const { asked: requested, request, denialOf, isRead, discard } = requesting;
	const denials: Denied<Reply>[] = [];
	const isTried = (accountId: string) => denials.some((denied) => denied.accountId === accountId);
	let found = await lookup.find(person);
	if (requested.named !== null && !found.accountIds.includes(requested.named))
		found = await readAgain(lookup, person, found);
	let reached: Reached<Reply> | null = null;
	while (reached === null) {
		const accountId = candidates(found, requested).find((candidate) => !isTried(candidate));
		if (accountId === undefined) break;
		const standing = { hasOthers: found.accountIds.length > 1, isNamed: requested.named !== null };
		const response = await request(accountId, standing);
		const denial = denialOf(response);
		const denied = denial && { status: "denied" as const, accountId, response, denial };
		if (denied === null) reached = { status: "answered", accountId, response };
		else denials.push(denied);
		// A fact about the browser, which no other account may overrule.
		if (denial === "idle") reached = denied;
		if (denial !== null) found = await readAgain(lookup, person, found);
		if (denial === "disabled" && !isRead) break;
	}
	reached ??= await settle(found.accountIds, denials, requesting);
	for (const denied of denials) if (denied !== reached) await discard?.(denied.response);
	return reached;
}

/** Only a cached list can be outdated. */
async function readAgain(lookup: AccountLookup, person: AccountsOf, found: FoundAccounts): Promise<FoundAccounts> {
	return found.isFromCache ? lookup.findAgain(person) : found;
}

function candidates({ accountIds }: FoundAccounts, { named, preferred }: RequestedAccount): string[] {
	if (named !== null) return accountIds.includes(named) ? [named] : [];
	if (preferred === null || !accountIds.includes(preferred)) return accountIds;
	return [preferred, ...accountIds.filter((accountId) => accountId !== preferred)];
}

/** No account accepted. An ended sign-in takes precedence over other denials. */
async function settle<Reply>(
	accountIds: string[],
	denials: Denied<Reply>[],
	{ isAlive }: Pick<AccountRequest<Reply>, "isAlive">,
): Promise<Reached<Reply>> {
	if (accountIds.length === 0) return { status: "none" };
	const valid = denials.filter(({ accountId }) => accountIds.includes(accountId));
	const denied = valid.find(({ denial }) => denial === "ended") ?? valid[0];
	if (!denied) return { status: "elsewhere" };
	const others = accountIds.filter((accountId) => denials.every((tried) => tried.accountId !== accountId));
	if (others.length === 0 || denied.denial === "disabled") return denied;
	const isLost = denied.denial === "unknown" || (await Promise.all(others.map(isAlive))).includes(true);
	return isLost ? { status: "elsewhere" } : denied;
}

/** Null: not an active member. The previous release's Worker takes a text as neither. */
export type SessionStanding = boolean | null | Exclude<AccountEnding, "endedByBackend">;

export type SessionCalls = {
	isSessionEnded(sub: string, signIn: SignIn, idleMinutes?: number | null): Promise<SessionStanding>;
};

export function aliveIn(accounts: AccountObjects<SessionCalls>, { sub, signIn }: Pick<Identity, "sub" | "signIn">) {
	return async (accountId: string): Promise<boolean> =>
		(await accounts.get(accounts.idFromName(accountId)).isSessionEnded(sub, signIn)) === false;
}
