import type Stripe from "stripe";
import type { Invoice, PaymentMethod } from "../../../shared/account/billing";
import { secondMs } from "../../../shared/base/durations";
import { ownValue } from "../../../shared/base/own-value";
import type { Subscription } from "../../base/payments";

const toMs = (seconds: number | null | undefined) => (seconds == null ? null : seconds * secondMs);

/** `paused` and `unpaid` subscriptions owe a payment. Omits subscriptions that were never paid. */
const statuses: Record<string, Subscription["status"]> = {
	trialing: "trial",
	active: "active",
	past_due: "past_due",
	unpaid: "past_due",
	paused: "past_due",
};

export function toSubscription(subscription: Stripe.Subscription): Subscription {
	const { id, status, created, cancel_at, ended_at, trial_end, items, default_payment_method } = subscription;
	const [item] = items.data;
	return {
		id,
		status: ownValue(statuses, status) ?? "over",
		price: item?.price.id ?? null,
		createdAt: created * secondMs,
		renewsAt: cancel_at === null ? toMs(item?.current_period_end) : null,
		endsAt: toMs(ended_at ?? cancel_at),
		trialEndsAt: toMs(trial_end),
		paymentMethod: toPaymentMethod(default_payment_method),
	};
}

export function toInvoice(invoice: Stripe.Invoice): Invoice {
	const { id, number, created, total, currency, status, hosted_invoice_url, invoice_pdf } = invoice;
	const links = { url: ownAddress(hosted_invoice_url), pdf: ownAddress(invoice_pdf) };
	return {
		id: id ?? "",
		number,
		at: created * secondMs,
		amount: total,
		currency,
		status: status ?? "open",
		...links,
	};
}

/** Only links to Stripe are shown. */
function ownAddress(address: string | null | undefined): string | null {
	if (!address || !URL.canParse(address)) return null;
	const { protocol, hostname } = new URL(address);
	return protocol === "https:" && /(^|\.)stripe\.com$/.test(hostname) ? address : null;
}

export function toPaymentMethod(method: string | Stripe.PaymentMethod | null): PaymentMethod | null {
	if (method === null || typeof method === "string") return null;
	const { card } = method;
	if (!card) return { brand: method.type.replaceAll("_", " "), last4: "", expires: null };
	const expires = `${String(card.exp_month).padStart(2, "0")}/${card.exp_year}`;
	return { brand: card.brand, last4: card.last4, expires };
}
