import { redirect } from "@tanstack/react-router";
import { dropChallenge, type KeptChallenge, readChallenge } from "../../api/kept-challenge";

/** The sign-in that is under way in this tab; without one, a redirect to its beginning is thrown. */
export function challengeOrLogin(next: string | undefined): KeptChallenge {
	const kept = readChallenge();
	if (typeof kept === "object") return kept;
	dropChallenge();
	const note = kept === "expired" ? "step-expired" : "step-absent";
	throw redirect({ to: "/login", search: { next }, state: { note }, replace: true });
}
