import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import type { Membership } from "../../shared/account/account";
import { accountCookie, accountParameter } from "../../shared/base/header-names";
import { queryClient } from "./query-client";
import { trpc } from "./trpc";

/* Loads a new page, so that no data of the previous account remains. */

export function accountAddress(accountId: string): string {
	return `/dashboard?${accountParameter}=${accountId}`;
}

const preferredForSeconds = 365 * 24 * 60 * 60;

/** Sets the account of new tabs that name none. The cookie grants nothing: membership decides. */
export function preferAccount(accountId: string): void {
	const secure = window.location.protocol === "https:" ? "; Secure" : "";
	// The Cookie Store API exists in secure contexts of some browsers only.
	// biome-ignore lint/suspicious/noDocumentCookie: see above.
	document.cookie = `${accountCookie}=${accountId}; Path=/; Max-Age=${preferredForSeconds}; SameSite=Lax${secure}`;
}

/** Opens the account in this tab. The browser warns if a form has input. */
export function openAccount(accountId: string): void {
	preferAccount(accountId);
	window.location.assign(accountAddress(accountId));
}

/** Clears the account of this tab, which then starts as a new tab does. */
export function leaveAccount(): void {
	window.location.assign(accountAddress(""));
}

export function useMemberships(isWanted: boolean): UseQueryResult<Membership[], unknown> {
	return useQuery({ ...trpc.account.getMemberships.queryOptions(), enabled: isWanted });
}

export function hasOtherAccounts(): boolean {
	return queryClient.getQueryData(trpc.account.getCurrent.queryKey())?.hasOthers === true;
}
