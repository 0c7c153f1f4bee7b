import { redirect, useRouter } from "@tanstack/react-router";
import type { Challenge, SignInResult } from "../../../shared/session";
import { dropChallenge, type KeptChallenge, keepChallenge, readChallenge } from "../../api/kept-challenge";
import { session } from "../../api/session";

const afterSignIn = "/dashboard";

/** Goes on after an accepted step: into the console, or to the next challenge. `next` as in the link. */
export function useFollowSignIn(next: string | undefined) {
	const router = useRouter();
	return async (result: SignInResult, email: string): Promise<void> => {
		if (result.status === "signed-in") {
			dropChallenge();
			session.forget();
			// A screen cached from the session before would render, and send queries, ahead of its loader.
			router.clearCache();
			return router.history.push(nextPath(next, window.location.origin));
		}
		keepChallenge({ challenge: result.challenge, email });
		const to = screenFor(result.challenge);
		const isThere = router.state.location.pathname.replace(/\/$/, "") === to;
		// The screen reads the stored challenge as it opens.
		await (isThere ? router.invalidate() : router.navigate({ to, search: { next } }));
	};
}

function screenFor(challenge: Challenge): "/new-password-required" | "/second-step" {
	return challenge.name === "NEW_PASSWORD_REQUIRED" ? "/new-password-required" : "/second-step";
}

/** Back to the first step, where a challenge has expired. */
export function useStartAgain(email: string, next: string | undefined) {
	const router = useRouter();
	return (): Promise<void> => {
		dropChallenge();
		return router.navigate({ to: "/login", search: { email, next }, state: { note: "step-expired" }, replace: true });
	};
}

/** The sign-in that is under way in this tab; without one, a redirect to its beginning is thrown. */
export function challengeOrLogin(next: string | undefined): KeptChallenge {
	const kept = readChallenge();
	if (typeof kept === "object") return kept;
	dropChallenge();
	const note = kept === "expired" ? "step-expired" : "step-absent";
	throw redirect({ to: "/login", search: { next }, state: { note }, replace: true });
}

/**
 * Where to go after signing in: a path of this console, else the dashboard. The rules are those
 * against open redirects: a single leading slash, nothing a browser could read as another host,
 * and the same origin after parsing. Sign-in pages themselves are no place to return to.
 */
export function nextPath(next: string | undefined, origin: string): string {
	if (!next?.startsWith("/") || next.includes("\\") || hasControlCharacter(next)) return afterSignIn;
	if (/^\/(\/|%2f|%5c)/i.test(next)) return afterSignIn;
	let url: URL;
	try {
		url = new URL(next, origin);
	} catch {
		// Not a URL.
		return afterSignIn;
	}
	// Parsing resolves dot segments, so the two slashes of `/.//host` only show now.
	if (url.origin !== origin || url.pathname.startsWith("//")) return afterSignIn;
	if (url.pathname === "/" || url.pathname.startsWith("/login") || url.pathname.startsWith("/api/")) return afterSignIn;
	return url.pathname + url.search + url.hash;
}

function hasControlCharacter(text: string): boolean {
	return [...text].some((character) => character < " " || character === "\u007f");
}
