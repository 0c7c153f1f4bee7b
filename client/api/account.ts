import { useSuspenseQuery } from "@tanstack/react-query";
import type { CurrentAccount } from "../../shared/account";
import { trpc } from "./trpc";

/** The account of the person signed in; every signed-in route's loader has loaded it. */
export function useAccount(): CurrentAccount {
	return useSuspenseQuery(trpc.account.getCurrent.queryOptions()).data;
}
