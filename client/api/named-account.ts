import { accountParameter, headerNames, personParameter } from "../../shared/base/header-names";
import { tabAccountKey } from "../base/arrived-account";
import { personHeader, session } from "./session";

/** `of`: the `sub` of who chose it, which is no one else's choice in this tab; empty: a user who is signed in first. */
let [accountId = "", of = ""] = readStored().split(" ");

function readStored(): string {
	try {
		return sessionStorage.getItem(tabAccountKey) ?? "";
	} catch {
		return "";
	}
}

/** Where storage is forbidden, for this page's life. */
function name(named: string, key: string): void {
	accountId = named;
	of = key;
	try {
		sessionStorage.setItem(tabAccountKey, `${named} ${key}`);
	} catch {
		// It is kept above.
	}
}

/**
 * The account that this tab shows. Null: nothing has answered yet, and the person's default will. While no one is signed
 * in, what stands on the screen is still of that account: a sign-in of the same person in another tab goes on with it.
 */
export function namedAccount(): string | null {
	const sub = session.sub();
	if (accountId === "") return null;
	if (of === "" && sub !== null) name(accountId, sub);
	return sub === null || of === sub ? accountId : null;
}

/** Whose page a call comes from, and which of their accounts it means. */
export function pageHeaders(): Record<string, string> {
	const named = namedAccount();
	return { ...personHeader(), ...(named !== null && { [headerNames.account]: named }) };
}

/** The same for what is opened by its address. */
export function asThisPage(address: URL): URL {
	const named = namedAccount();
	const sub = session.sub();
	if (named !== null) address.searchParams.set(accountParameter, named);
	if (sub !== null) address.searchParams.set(personParameter, sub);
	return address;
}

/** The first answer names the account of its tab. Throws at another account's, which must not stand beside it. */
export function assertOfNamedAccount({ headers }: Response): void {
	const returned = headers.get(headerNames.account);
	if (returned === null) return;
	const known = namedAccount();
	if (known === null) name(returned, session.sub() ?? "");
	else if (known !== returned) throw new Error("Another account has answered.");
}
