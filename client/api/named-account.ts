import { accountParameter, headerNames, personParameter } from "../../shared/base/header-names";
import { tabAccountKey } from "../base/arrived-account";
import { personHeader, session } from "./session";

/** `of`: the `sub` of the user who chose the account. Empty: the first user who signs in. */
let [accountId = "", of = ""] = readStored().split(" ");

function readStored(): string {
	try {
		return sessionStorage.getItem(tabAccountKey) ?? "";
	} catch {
		return "";
	}
}

/** If storage is forbidden, the choice lasts for the life of the page. */
function name(named: string, key: string): void {
	accountId = named;
	of = key;
	try {
		sessionStorage.setItem(tabAccountKey, `${named} ${key}`);
	} catch {
		// The variables above hold the choice.
	}
}

/** The account of this tab; null before the first response. Stays after sign-out, for the same user's next sign-in. */
export function namedAccount(): string | null {
	const sub = session.sub();
	if (accountId === "") return null;
	if (of === "" && sub !== null) name(accountId, sub);
	return sub === null || of === sub ? accountId : null;
}

export function pageHeaders(): Record<string, string> {
	const named = namedAccount();
	return { ...personHeader(), ...(named !== null && { [headerNames.account]: named }) };
}

export function asThisPage(address: URL): URL {
	const named = namedAccount();
	const sub = session.sub();
	if (named !== null) address.searchParams.set(accountParameter, named);
	if (sub !== null) address.searchParams.set(personParameter, sub);
	return address;
}

/** The first response sets the tab's account. Throws if a later response is another account's. */
export function assertOfNamedAccount({ headers }: Response): void {
	const returned = headers.get(headerNames.account);
	if (returned === null) return;
	const known = namedAccount();
	if (known === null) name(returned, session.sub() ?? "");
	else if (known !== returned) throw new Error("Another account has answered.");
}
