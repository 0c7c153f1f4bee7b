import { authApi } from "../../api/auth-api";
import { signOut } from "../../api/sign-out";
import { trpcClient } from "../../api/trpc";

/** Signs out in every browser: the account ends the other sessions at once, the user pool keeps them from renewal. */
export async function signOutEverywhere(leave: () => Promise<void>): Promise<void> {
	await trpcClient.session.endOtherSessions.mutate();
	await signOut(leave, authApi.signOutEverywhere);
}
