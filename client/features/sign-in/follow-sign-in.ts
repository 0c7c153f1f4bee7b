import { redirect, useRouter } from "@tanstack/react-router";
import type { Challenge, SignInResult } from "../../../shared/session/session";
import { session } from "../../api/session";
import { dropChallenge, keepChallenge, readChallenge, type StoredChallenge } from "../../api/stored-challenge";
import { arriveFromSignIn } from "../../base/arrival";

const afterSignIn = "/dashboard";

export function useFollowSignIn(next: string | undefined) {
	const router = useRouter();
	return async (result: SignInResult, email: string): Promise<void> => {
		if (result.status === "signed-in") {
			dropChallenge();
			const to = nextPath(next, window.location.origin);
			// A page belongs to one user for its whole life, so another user's sign-in loads a new page.
			const { sub } = result.user;
			// Rounds on a phone are no screen of this page.
			if ((session.sub() ?? sub) !== sub || to.startsWith("/rounds/")) return window.location.assign(to);
			session.forget();
			// A screen cached from the former session would render, and send queries, before its loader.
			router.clearCache();
			arriveFromSignIn();
			return router.history.push(to);
		}
		keepChallenge({ challenge: result.challenge, email });
		const to = screenFor(result.challenge);
		const isThere = router.state.location.pathname.replace(/\/$/, "") === to;
		await (isThere ? router.invalidate() : router.navigate({ to, search: { next } }));
	};
}

function screenFor(challenge: Challenge): "/new-password-required" | "/second-step" {
	return challenge.name === "NEW_PASSWORD_REQUIRED" ? "/new-password-required" : "/second-step";
}

export function useStartAgain(email: string, next: string | undefined) {
	const router = useRouter();
	return (): Promise<void> => {
		dropChallenge();
		return router.navigate({ to: "/login", search: { email, next }, state: { note: "step-expired" }, replace: true });
	};
}

/** Throws a redirect to the start of sign-in if this tab has no challenge. */
export function challengeOrLogin(next: string | undefined): StoredChallenge {
	const kept = readChallenge();
	if (typeof kept === "object") return kept;
	dropChallenge();
	const note = kept === "expired" ? "step-expired" : "step-absent";
	throw redirect({ to: "/login", search: { next }, state: { note }, replace: true });
}

/**
 * Prevents open redirects: one leading slash, nothing that a browser could read as another host, and the same origin
 * after parsing. Never returns to a sign-in page.
 */
export function nextPath(next: string | undefined, origin: string): string {
	if (!next?.startsWith("/") || next.includes("\\") || hasControlCharacter(next)) return afterSignIn;
	if (/^\/(\/|%2f|%5c)/i.test(next)) return afterSignIn;
	let url: URL;
	try {
		url = new URL(next, origin);
	} catch {
		return afterSignIn;
	}
	// Parsing resolves dot segments, so the two slashes of `/.//host` show only now.
	if (url.origin !== origin || url.pathname.startsWith("//")) return afterSignIn;
	if (url.pathname === "/" || url.pathname.startsWith("/login") || url.pathname.startsWith("/api/")) return afterSignIn;
	return url.pathname + url.search + url.hash;
}

function hasControlCharacter(text: string): boolean {
	return [...text].some((character) => character < " " || character === "\u007f");
}
