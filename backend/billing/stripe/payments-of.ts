import { localNetworkUrl } from "../../../shared/base/local-network";
import type { Settings } from "../../base/env";
import type { Payments } from "../../base/payments";
import { createStripePayments } from "./stripe-payments";

export function createPaymentsOf({ stripe, local }: Pick<Settings, "stripe" | "local">): Payments | null {
	if (stripe === null) return null;
	return createStripePayments(stripe, (url, init) =>
		local ? local.fetch(localNetworkUrl(url), init) : fetch(url, init),
	);
}
