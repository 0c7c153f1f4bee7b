import { queryOptions, useIsFetching, useSuspenseQuery } from "@tanstack/react-query";
import { useRouterState } from "@tanstack/react-router";
import { useState } from "react";
import type { CurrentAccount } from "../../shared/account/account";
import type { Role } from "../../shared/account/permissions";
import { queryClient, warm } from "./query-client";
import { trpc } from "./trpc";

export const accountRecord = () => queryOptions(trpc.account.getCurrent.queryOptions());

export function useAccount(): CurrentAccount {
	return useSuspenseQuery(accountRecord()).data;
}

/** False while a navigation's loader has not requested the account: reading it then would request it separately. */
export function useIsAccountRequested(): boolean {
	const { queryKey } = accountRecord();
	const isUnderWay = useIsFetching({ queryKey }, queryClient) > 0;
	// A screen whose code fails to load sends no request.
	const isOver = useRouterState({ select: ({ status }) => status === "idle" });
	const isAnswered = (queryClient.getQueryState(queryKey)?.status ?? "pending") !== "pending";
	const [wasRequested, setWasRequested] = useState(false);
	const isRequested = wasRequested || isUnderWay || isOver || isAnswered;
	// Stays true after sign-out clears the cache, so that the screen stays rendered.
	if (isRequested && !wasRequested) setWasRequested(true);
	return isRequested;
}

/** Null if the account could not be loaded. */
export async function loadAccount(): Promise<CurrentAccount | null> {
	await warm(accountRecord());
	return queryClient.getQueryData(accountRecord().queryKey) ?? null;
}

export function knownRole(): Role | undefined {
	return queryClient.getQueryData(accountRecord().queryKey)?.me.role;
}
