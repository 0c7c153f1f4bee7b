import { toast } from "sonner";
import type { ErrorCode } from "../../../shared/errors/error-codes";
import type { Detour } from "../../api/error-funnel";
import { failureSentences } from "../../api/failure-sentences";
import { queryClient } from "../../api/query-client";

const toastId = "left-detour";

const reasons: Record<Detour, ErrorCode> = {
	"/login": "SIGNED_OUT",
	// Who has typed something had an account.
	"/create-account": "NO_ACCESS",
	"/no-access": "NO_ACCESS",
	"/second-step-required": "SECOND_STEP_REQUIRED",
};

let stopListening = () => {};

/** Shown where a detour would lose typed input. Removed once a call succeeds. */
export function showLeftDetour(detour: Detour): void {
	const sentence = failureSentences[reasons[detour]];
	const text = detour === "/login" ? sentence : `${sentence} What you typed stays here until you leave.`;
	toast.error(text, {
		id: toastId,
		duration: Number.POSITIVE_INFINITY,
		action: detour === "/login" ? <SignInLink /> : undefined,
	});
	stopListening();
	stopListening = queryClient.getQueryCache().subscribe((event) => {
		if (event.type !== "updated" || event.action.type !== "success" || event.action.manual) return;
		stopListening();
		toast.dismiss(toastId);
	});
}

/** In a new tab, so that what is typed here is kept. */
function SignInLink() {
	return (
		<a href="/login" target="_blank" rel="noreferrer">
			Sign in (opens a new tab)
		</a>
	);
}
