import { useRouter } from "@tanstack/react-router";
import type { Challenge, SignInResult } from "../../../shared/session";
import { dropChallenge, keepChallenge } from "../../api/kept-challenge";
import { session } from "../../api/session";
import { nextPath } from "./next-path";

function screenFor(challenge: Challenge): "/new-password-required" | "/second-step" {
	return challenge.name === "NEW_PASSWORD_REQUIRED" ? "/new-password-required" : "/second-step";
}

/** Goes where an accepted step leads: into the console, or to what the sign-in asks next. `next` as in the link. */
export function useFollowSignIn(next: string | undefined) {
	const router = useRouter();
	return async (result: SignInResult, email: string): Promise<void> => {
		if (result.status === "signed-in") {
			dropChallenge();
			session.forget();
			// A screen kept from the session before would draw itself, and ask, ahead of its loader.
			router.clearCache();
			return router.history.push(nextPath(next, window.location.origin));
		}
		keepChallenge({ challenge: result.challenge, email });
		const to = screenFor(result.challenge);
		const isThere = router.state.location.pathname.replace(/\/$/, "") === to;
		// The screen reads what is kept as it opens.
		await (isThere ? router.invalidate() : router.navigate({ to, search: { next } }));
	};
}
