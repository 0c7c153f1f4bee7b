import { useEffect } from "react";
import { trpcClient } from "../../api/trpc";

/**
 * After the payment page, the provider's event may come later than the user, as an invalidation. Reads the address
 * here: a route's search would be in every page's first load.
 */
export function useReadPayment(maySee: boolean): void {
	useEffect(() => {
		const { pathname, search } = window.location;
		if (!maySee || new URLSearchParams(search).get("payment") !== "made") return;
		window.history.replaceState(window.history.state, "", pathname);
		trpcClient.billing.readPayment.mutate().catch(() => {
			// The provider's event brings the same some seconds later.
		});
	}, [maySee]);
}
