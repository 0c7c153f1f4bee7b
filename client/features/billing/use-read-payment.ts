import { useEffect } from "react";
import { trpcClient } from "../../api/trpc";

/**
 * After a return from the payment page: the provider's event may come later than the user, so the result arrives as an
 * invalidation. Reads the address here, because a route's search would be in every page's first load.
 */
export function useReadPayment(maySee: boolean): void {
	useEffect(() => {
		const { pathname, search } = window.location;
		if (!maySee || new URLSearchParams(search).get("payment") !== "made") return;
		window.history.replaceState(window.history.state, "", pathname);
		trpcClient.billing.readPayment.mutate().catch(() => {});
	}, [maySee]);
}
