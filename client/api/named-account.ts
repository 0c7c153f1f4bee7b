import { accountParameter, headerNames } from "../../shared/header-names";
import { session } from "./session";

const storageName = "aqlAccount";

/** `of`: the `sub` of who chose it, which is nobody else's choice in this tab; empty: whoever is signed in first. */
type Named = { accountId: string; of: string };

/** Also where storage is forbidden: then for this page's life. */
let named: Named | null = readStored();

function readStored(): Named | null {
	try {
		const [accountId, of = ""] = (sessionStorage.getItem(storageName) ?? "").split(" ");
		return accountId ? { accountId, of } : null;
	} catch {
		return null;
	}
}

function name(accountId: string, of: string): void {
	named = { accountId, of };
	try {
		sessionStorage.setItem(storageName, `${accountId} ${of}`);
	} catch {
		// It is kept above.
	}
}

/**
 * The account that this tab shows. Null: nothing has answered yet, and the person's default will. While nobody is known
 * to be signed in, what stands on the screen is still of that account: a sign-in in another tab goes on with it.
 */
export function namedAccount(): string | null {
	const sub = session.sub();
	if (!named?.accountId) return null;
	if (named.of === "" && sub !== null) name(named.accountId, sub);
	return sub === null || named.of === sub ? named.accountId : null;
}

/** A link of a message names its account, and so does who switches. No screen's address keeps the parameter. */
export function takeNamedAccount(): void {
	const url = new URL(window.location.href);
	const accountId = url.searchParams.get(accountParameter);
	if (accountId === null) return;
	url.searchParams.delete(accountParameter);
	window.history.replaceState(window.history.state, "", url);
	name(accountId, "");
}

export function accountHeader(): Record<string, string> {
	const accountId = namedAccount();
	return accountId === null ? {} : { [headerNames.account]: accountId };
}

/** For what is opened by its address. */
export function inNamedAccount(address: URL): URL {
	const accountId = namedAccount();
	if (accountId !== null) address.searchParams.set(accountParameter, accountId);
	return address;
}

/** The first answer names the account of its tab. Throws at another account's, which must not stand beside it. */
export function assertOfNamedAccount({ headers }: Response): void {
	const answered = headers.get(headerNames.account);
	if (answered === null) return;
	const known = namedAccount();
	if (known === null) name(answered, session.sub() ?? "");
	else if (known !== answered) throw new Error("Another account has answered.");
}
