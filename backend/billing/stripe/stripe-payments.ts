import Stripe from "stripe";
import { secondMs } from "../../../shared/base/durations";
import type { Payments } from "../../base/payments";
import type { StripeSettings } from "../../base/stripe-settings";
import { toInvoice, toPaymentMethod, toSubscription } from "./stripe-facts";

type Send = (url: string, init: RequestInit) => Promise<Response>;

const timeoutMs = 15 * secondMs;
const listedInvoices = 24;
const listedSubscriptions = 100;

export function createStripePayments({ secretKey, webhookSecret, isLive }: StripeSettings, send: Send): Payments {
	const fetcher = (input: RequestInfo | URL, init?: RequestInit) =>
		send(input instanceof Request ? input.url : String(input), init ?? {});
	const stripe = new Stripe(secretKey, {
		httpClient: Stripe.createFetchHttpClient(fetcher),
		timeout: timeoutMs,
		// Callers retry: the user, or the alarm.
		maxNetworkRetries: 0,
		telemetry: false,
	});
	const webCrypto = Stripe.createSubtleCryptoProvider();

	return {
		async createCustomer({ accountId, name, email }) {
			const facts = { name, ...(email !== null && { email }), metadata: { account: accountId } };
			const { id } = await stripe.customers.create(facts, { idempotencyKey: `customer-${accountId}` });
			return id;
		},

		async openCheckout({ customerId, price, key, returnUrl }) {
			const session = await stripe.checkout.sessions.create(
				{
					mode: "subscription",
					customer: customerId,
					line_items: [{ price, quantity: 1 }],
					success_url: `${returnUrl}?payment=made`,
					cancel_url: returnUrl,
				},
				{ idempotencyKey: `checkout-${key}` },
			);
			if (!session.url) throw new Error("A checkout without a page");
			return { id: session.id, url: session.url, expiresAt: session.expires_at * secondMs };
		},

		async closeCheckout(id) {
			const session = await stripe.checkout.sessions.retrieve(id);
			if (session.status === "open") await stripe.checkout.sessions.expire(id);
		},

		async openPortal({ customerId, returnUrl }) {
			const { url } = await stripe.billingPortal.sessions.create({ customer: customerId, return_url: returnUrl });
			return url;
		},

		async readCustomer(customerId) {
			const customer = await stripe.customers.retrieve(customerId, {
				expand: ["invoice_settings.default_payment_method"],
			});
			if (customer.deleted) return { subscriptions: [], paymentMethod: null, invoices: [] };
			const ofCustomer = { customer: customerId };
			const [subscriptions, invoices] = await Promise.all([
				stripe.subscriptions.list({
					...ofCustomer,
					status: "all",
					limit: listedSubscriptions,
					expand: ["data.default_payment_method"],
				}),
				stripe.invoices.list({ ...ofCustomer, limit: listedInvoices }),
			]);
			return {
				subscriptions: subscriptions.data.map(toSubscription),
				paymentMethod: toPaymentMethod(customer.invoice_settings.default_payment_method),
				invoices: invoices.data.flatMap((invoice) => (invoice.status === "draft" ? [] : toInvoice(invoice))),
			};
		},

		async readNextInvoice(customer, subscription) {
			const next = await stripe.invoices.createPreview({ customer, subscription });
			const at = (next.next_payment_attempt ?? next.period_end) * secondMs;
			return { amount: next.amount_due, currency: next.currency, at };
		},

		async cancelSubscription(id) {
			await stripe.subscriptions.cancel(id, { prorate: true, invoice_now: true });
		},

		async readEvent(body, signature) {
			const event = await verified(body, signature);
			if (event === null || event.livemode !== isLive) return null;
			const customer: unknown = Reflect.get(event.data.object, "customer");
			const isCustomer = event.data.object.object === "customer";
			const id: unknown = isCustomer ? Reflect.get(event.data.object, "id") : customer;
			return { customerId: typeof id === "string" ? id : null };
		},
	};

	async function verified(body: string, signature: string) {
		try {
			return await stripe.webhooks.constructEventAsync(body, signature, webhookSecret, undefined, webCrypto);
		} catch (error) {
			if (error instanceof Stripe.errors.StripeSignatureVerificationError || error instanceof SyntaxError) return null;
			throw error;
		}
	}
}
