import type { Invoice, PaymentMethod } from "../../shared/account/billing";

/** Times are epoch ms. */
export type Subscription = {
	id: string;
	status: "trial" | "active" | "past_due" | "over";
	price: string | null;
	createdAt: number;
	renewsAt: number | null;
	endsAt: number | null;
	trialEndsAt: number | null;
	paymentMethod: PaymentMethod | null;
};

export type CustomerFacts = {
	subscriptions: Subscription[];
	paymentMethod: PaymentMethod | null;
	invoices: Invoice[];
};

export type CheckoutPage = { id: string; url: string; expiresAt: number };

export type PaymentEvent = { customerId: string | null };

export type Payments = {
	createCustomer(account: { accountId: string; name: string; email: string | null }): Promise<string>;
	/** Returns the same page for the same key. */
	openCheckout(requested: { customerId: string; price: string; key: string; returnUrl: string }): Promise<CheckoutPage>;
	closeCheckout(id: string): Promise<void>;
	openPortal(requested: { customerId: string; returnUrl: string }): Promise<string>;
	readCustomer(customerId: string): Promise<CustomerFacts>;
	readNextInvoice(
		customerId: string,
		subscriptionId: string,
	): Promise<{ amount: number; currency: string; at: number } | null>;
	/** Takes effect at once. The provider credits unused time. */
	cancelSubscription(id: string): Promise<void>;
	/** Null: forged, too old, or of the other mode (live or test). `body` is the raw request body. */
	readEvent(body: string, signature: string): Promise<PaymentEvent | null>;
};
