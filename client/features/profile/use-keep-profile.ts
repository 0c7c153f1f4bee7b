import type { QueryClient } from "@tanstack/react-query";
import type { Profile } from "../../../shared/session";
import { profileQuery } from "../../api/auth-call";
import { session } from "../../api/session";
import { trpc } from "../../api/trpc";

/** Keeps what the sign-in service answered, and asks again for what carries a copy of the name: header and session. */
export function useKeepProfile(queryClient: QueryClient): (profile: Profile) => Promise<void> {
	return async (profile) => {
		queryClient.setQueryData(profileQuery().queryKey, profile);
		session.forget();
		await queryClient.invalidateQueries(trpc.account.pathFilter());
	};
}
