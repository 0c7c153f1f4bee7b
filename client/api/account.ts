import { queryOptions, useIsFetching, useSuspenseQuery } from "@tanstack/react-query";
import { useRouterState } from "@tanstack/react-router";
import { useState } from "react";
import type { CurrentAccount } from "../../shared/account/account";
import type { Role } from "../../shared/account/permissions";
import { queryClient, warm } from "./query-client";
import { trpc } from "./trpc";

export const accountRecord = () => queryOptions(trpc.account.getCurrent.queryOptions());

/** The account of the person signed in; every signed-in route's loader has loaded it. */
export function useAccount(): CurrentAccount {
	return useSuspenseQuery(accountRecord()).data;
}

/**
 * False while a navigation goes on whose loader is yet to request the account. A user who reads the account then requests it
 * alone, before the screen's batch: a layout is rendered as soon as its own code has come, that of the screen may take longer.
 */
export function useIsAccountRequested(): boolean {
	const { queryKey } = accountRecord();
	const isUnderWay = useIsFetching({ queryKey }, queryClient) > 0;
	// A screen whose code does not come requests nothing.
	const isOver = useRouterState({ select: ({ status }) => status === "idle" });
	const isAnswered = (queryClient.getQueryState(queryKey)?.status ?? "pending") !== "pending";
	const [wasRequested, setWasRequested] = useState(false);
	const isRequested = wasRequested || isUnderWay || isOver || isAnswered;
	// What is rendered stays where the responses of a user who has gone are forgotten.
	if (isRequested && !wasRequested) setWasRequested(true);
	return isRequested;
}

/** Null where it could not be loaded. */
export async function loadAccount(): Promise<CurrentAccount | null> {
	await warm(accountRecord());
	return queryClient.getQueryData(accountRecord().queryKey) ?? null;
}

export function knownRole(): Role | undefined {
	return queryClient.getQueryData(accountRecord().queryKey)?.me.role;
}
