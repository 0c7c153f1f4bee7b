import { useRouter } from "@tanstack/react-router";
import { dropChallenge } from "../../api/kept-challenge";

/** Back to the first step, for a challenge that has run out. */
export function useStartAgain(email: string, next: string | undefined) {
	const router = useRouter();
	return (): Promise<void> => {
		dropChallenge();
		return router.navigate({ to: "/login", search: { email, next }, state: { note: "step-expired" }, replace: true });
	};
}
