import { toast } from "sonner";
import { failureSentences } from "../../api/failure-sentences";
import { queryClient } from "../../api/query-client";

const id = "signed-out";
let stopListening = () => {};

/** Says that the session has ended where going to the sign-in would lose what is typed, until calls are answered again. */
export function tellSignedOut(): void {
	toast.error(failureSentences.SIGNED_OUT, { id, duration: Number.POSITIVE_INFINITY });
	stopListening();
	stopListening = queryClient.getQueryCache().subscribe((event) => {
		if (event.type !== "updated" || event.action.type !== "success" || event.action.manual) return;
		stopListening();
		toast.dismiss(id);
	});
}
