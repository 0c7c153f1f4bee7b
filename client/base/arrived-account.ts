import { accountParameter } from "../../shared/base/header-names";

/** In the tab's storage: the account that it shows, and by whose choice, as `client/api/named-account.ts` reads it. */
export const tabAccountKey = "aqlAccount";

/** A link of a message names its account, and so does who switches. No screen's address keeps the parameter. */
export function takeArrivedAccount(): void {
	const url = new URL(window.location.href);
	const accountId = url.searchParams.get(accountParameter);
	if (accountId === null) return;
	url.searchParams.delete(accountParameter);
	window.history.replaceState(window.history.state, "", url);
	try {
		sessionStorage.setItem(tabAccountKey, accountId);
	} catch {
		// Storage can be forbidden, and no sign-in is kept then either.
	}
}
