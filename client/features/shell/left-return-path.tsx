import { toast } from "sonner";
import type { ErrorCode } from "../../../shared/errors/error-codes";
import { endedSentence, lastEnding } from "../../api/ended-session";
import type { ReturnPath } from "../../api/error-funnel";
import { failureSentence } from "../../api/failure-sentences";
import { queryClient } from "../../api/query-client";
import { t } from "../../words/made/shell";

const toastId = "left-detour";

const reasons: Record<ReturnPath, ErrorCode> = {
	"/login": "SIGNED_OUT",
	"/create-account": "NO_ACCESS",
	"/no-access": "NO_ACCESS",
	"/second-step-required": "SECOND_STEP_REQUIRED",
};

let stopListening = () => {};

/** Shown if a return path would lose typed input. Removed once a call succeeds. */
export function showLeftReturnPath(returnPath: ReturnPath): void {
	const sentence = failureSentence(reasons[returnPath]);
	const text =
		returnPath === "/login" ? (endedSentence(lastEnding()) ?? sentence) : t("left.typedStays", { reason: sentence });
	toast.error(text, {
		id: toastId,
		duration: Number.POSITIVE_INFINITY,
		action: returnPath === "/login" ? <SignInLink /> : undefined,
	});
	stopListening();
	stopListening = queryClient.getQueryCache().subscribe((event) => {
		if (event.type !== "updated" || event.action.type !== "success" || event.action.manual) return;
		stopListening();
		toast.dismiss(toastId);
	});
}

function SignInLink() {
	return (
		<a href="/login" target="_blank" rel="noreferrer">
			{t("left.signIn")}
		</a>
	);
}
