import { accountParameter } from "../../shared/base/header-names";
import { storageNames } from "../../shared/session/early-calls";

export const tabAccountKey = storageNames.account;

/** Moves the account from the address to the tab's storage. Links of messages and the account menu name it. */
export function takeArrivedAccount(): void {
	const url = new URL(window.location.href);
	const accountId = url.searchParams.get(accountParameter);
	if (accountId === null) return;
	url.searchParams.delete(accountParameter);
	window.history.replaceState(window.history.state, "", url);
	try {
		sessionStorage.setItem(tabAccountKey, accountId);
	} catch {
		// Storage can be forbidden; then no sign-in is stored either.
	}
}
