import { largestPaymentEvent } from "../../shared/account/payment-events";
import { networkOf } from "../../shared/base/network-of";
import type { AccountObjects } from "../base/context";
import type { Payments } from "../base/payments";
import { readText } from "../base/read-text";
import { findCustomerAccount } from "../db/directory-billing-rows";

export type PaymentCalls = { markPayment(customerId: string, now: number): Promise<void> };

type Parts = {
	/** Null: payment is not set up. */
	payments: Payments | null;
	directory: D1Database;
	accounts: AccountObjects<PaymentCalls>;
	/** Limits guesses of signatures, by network. */
	rateLimit: RateLimit;
	clock: () => number;
};

/** The period of the limit in wrangler.toml. */
const limitPeriodSeconds = 60;
const signatureHeader = "stripe-signature";

/** An event only triggers a read from Stripe, so it may arrive twice, late or out of order. */
export function createPaymentEventsEndpoint({ payments, directory, accounts, rateLimit, clock }: Parts) {
	return async function paymentEvents(request: Request): Promise<Response> {
		if (payments === null) return new Response(null, { status: 404 });
		const { success } = await rateLimit.limit({ key: networkOf(request.headers.get("x-forwarded-for") ?? "unknown") });
		if (!success) return new Response(null, { status: 429, headers: { "retry-after": String(limitPeriodSeconds) } });
		const body = await readText(request, largestPaymentEvent);
		if (body === null) return new Response(null, { status: 413 });
		const event = await payments.readEvent(body, request.headers.get(signatureHeader) ?? "");
		if (event === null) return new Response(null, { status: 400 });
		const accountId = event.customerId === null ? null : await findCustomerAccount(directory, event.customerId);
		// Other events belong to another console or need no read. A retry would not help.
		if (accountId !== null && event.customerId !== null) {
			const object = accounts.get(accounts.idFromName(accountId));
			await object.markPayment(event.customerId, clock());
		}
		return new Response(null, { status: 200 });
	};
}
