import { useEffect } from "react";
import { onDetourLeft } from "../../api/error-funnel";
import { failureSentences } from "../../api/failure-sentences";
import { queryClient } from "../../api/query-client";

const id = "signed-out";
let stopListening = () => {};

/** The frame's: screens that anybody sees hold nothing that a session's end could cost. */
export function useToldSignedOut(): void {
	useEffect(() => onDetourLeft(tellSignedOut), []);
}

/** A way there that leaves what is typed where it is. */
function SignInLink() {
	return (
		<a href="/login" target="_blank" rel="noreferrer">
			Sign in (opens a new tab)
		</a>
	);
}

/** Says that the session has ended where going to the sign-in would lose what is typed, until calls are answered again. */
async function tellSignedOut(): Promise<void> {
	try {
		// Toasts' code comes after the frame's.
		const { toast } = await import("sonner");
		toast.error(failureSentences.SIGNED_OUT, { id, duration: Number.POSITIVE_INFINITY, action: <SignInLink /> });
		stopListening();
		stopListening = queryClient.getQueryCache().subscribe((event) => {
			if (event.type !== "updated" || event.action.type !== "success" || event.action.manual) return;
			stopListening();
			toast.dismiss(id);
		});
	} catch {
		// Then the form says so when it is sent; the watch for new versions has heard of the failure.
	}
}
