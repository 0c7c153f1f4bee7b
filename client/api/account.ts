import { queryOptions, useSuspenseQuery } from "@tanstack/react-query";
import type { CurrentAccount } from "../../shared/account/account";
import type { Role } from "../../shared/account/permissions";
import { queryClient, warm } from "./query-client";
import { trpc } from "./trpc";

export const accountRecord = () => queryOptions(trpc.account.getCurrent.queryOptions());

/** The account of the person signed in; every signed-in route's loader has loaded it. */
export function useAccount(): CurrentAccount {
	return useSuspenseQuery(accountRecord()).data;
}

/** Null where it could not be loaded. */
export async function loadAccount(): Promise<CurrentAccount | null> {
	await warm(accountRecord());
	return queryClient.getQueryData(accountRecord().queryKey) ?? null;
}

export function knownRole(): Role | undefined {
	return queryClient.getQueryData(accountRecord().queryKey)?.me.role;
}
