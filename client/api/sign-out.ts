import { type AuthAnswer, authApi } from "./auth-api";
import { queryClient } from "./query-client";
import { session } from "./session";

/** Ends the session, leaves the screen, and only then forgets its data, so that nothing on it asks again. */
export async function signOut(
	leave: () => Promise<void>,
	ask: () => Promise<AuthAnswer<unknown>> = authApi.signOut,
): Promise<void> {
	await session.leave(async () => {
		const answer = await ask();
		if (!answer.ok) throw new Error("The sign-out was not answered.");
	});
	session.forget();
	await leave();
	queryClient.clear();
}
