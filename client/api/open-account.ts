import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import type { Membership } from "../../shared/account/account";
import { accountCookie, accountParameter } from "../../shared/base/header-names";
import { queryClient } from "./query-client";
import { trpc } from "./trpc";

/* Another account is another page: nothing of the one before is left in it. */

export function accountAddress(accountId: string): string {
	return `/dashboard?${accountParameter}=${accountId}`;
}

const preferredForSeconds = 365 * 24 * 60 * 60;

/** What tabs begin with from now on that name no account. It opens nothing: membership decides. */
export function preferAccount(accountId: string): void {
	const secure = window.location.protocol === "https:" ? "; Secure" : "";
	// The Cookie Store API exists in secure contexts of some browsers only.
	// biome-ignore lint/suspicious/noDocumentCookie: see above.
	document.cookie = `${accountCookie}=${accountId}; Path=/; Max-Age=${preferredForSeconds}; SameSite=Lax${secure}`;
}

/** In this tab. A form that would be lost asks first, and then nothing has changed. */
export function openAccount(accountId: string): void {
	preferAccount(accountId);
	window.location.assign(accountAddress(accountId));
}

/** From now on this tab names none, and begins as a new one does. */
export function leaveAccount(): void {
	window.location.assign(accountAddress(""));
}

/** Of who is signed in, while `isWanted`. */
export function useMemberships(isWanted: boolean): UseQueryResult<Membership[], unknown> {
	return useQuery({ ...trpc.account.getMemberships.queryOptions(), enabled: isWanted });
}

/** False until the account has said so. */
export function hasOtherAccounts(): boolean {
	return queryClient.getQueryData(trpc.account.getCurrent.queryKey())?.hasOthers === true;
}
