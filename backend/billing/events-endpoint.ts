import { networkOf } from "../../shared/base/network-of";
import { directEndpoints } from "../../shared/direct-endpoints";
import type { AccountObjects } from "../base/context";
import { type DirectRequest, type DirectResponse, responseWith } from "../base/direct-response";
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

const limitPeriodSeconds = 60;
const { mostBytes } = directEndpoints.paymentEvents;

/** An event only triggers a read from Stripe, so it may arrive twice, late or out of order. */
export function createPaymentEventsEndpoint({ payments, directory, accounts, rateLimit, clock }: Parts) {
	return async function paymentEvents(
		request: DirectRequest<"paymentEvents">,
	): Promise<DirectResponse<"paymentEvents">> {
		if (payments === null) return responseWith(null, { status: 404 });
		const { success } = await rateLimit.limit({ key: networkOf(request.headers.get("x-forwarded-for") ?? "unknown") });
		if (!success) return responseWith(null, { status: 429, headers: { "retry-after": String(limitPeriodSeconds) } });
		const body = await readText(request, mostBytes);
		if (body === null) return responseWith(null, { status: 413 });
		const event = await payments.readEvent(body, request.headers.get("stripe-signature") ?? "");
		if (event === null) return responseWith(null, { status: 400 });
		const accountId = event.customerId === null ? null : await findCustomerAccount(directory, event.customerId);
		// Other events belong to another console or need no read. A retry would not help.
		if (accountId !== null && event.customerId !== null) {
			const object = accounts.get(accounts.idFromName(accountId));
			await object.markPayment(event.customerId, clock());
		}
		return responseWith(null, { status: 200 });
	};
}
