import { useEffect } from "react";
import { trpcClient } from "../../api/trpc";

/**
 * For a user who comes back from the page of payment, where the provider's event may come later than the person: what is
 * read arrives as a hint of the account. Read here, as a route's own search would be in the first load of every page.
 */
export function useReadPayment(maySee: boolean): void {
	useEffect(() => {
		const { pathname, search } = window.location;
		if (!maySee || new URLSearchParams(search).get("payment") !== "made") return;
		window.history.replaceState(window.history.state, "", pathname);
		trpcClient.billing.readPayment.mutate().catch(() => {
			// The event of the provider says the same some seconds later.
		});
	}, [maySee]);
}
