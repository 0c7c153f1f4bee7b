import type { Invoice, PaymentMethod } from "../../shared/account/billing";

/** Times are epoch ms. `status`: whether it is alive, and paid for. */
export type Subscription = {
	id: string;
	status: "trial" | "active" | "past_due" | "over";
	/** The provider's id of what is paid. */
	price: string | null;
	createdAt: number;
	renewsAt: number | null;
	endsAt: number | null;
	trialEndsAt: number | null;
	paymentMethod: PaymentMethod | null;
};

/** What the provider knows of a customer now. */
export type CustomerFacts = {
	subscriptions: Subscription[];
	paymentMethod: PaymentMethod | null;
	invoices: Invoice[];
};

export type CheckoutPage = { id: string; url: string; expiresAt: number };

/** Of an event, only whom it is about: what has become of them is read anew. */
export type PaymentEvent = { customerId: string | null };

/** A user who takes the payments. All of it may fail, and nothing here is repeated but by who calls. */
export type Payments = {
	/** The same account is the same customer, however often it is requested. */
	createCustomer(account: { accountId: string; name: string; email: string | null }): Promise<string>;
	/** The same key is the same page. */
	openCheckout(requested: { customerId: string; price: string; key: string; returnUrl: string }): Promise<CheckoutPage>;
	/** One that was used, or has expired, stays as it is. */
	closeCheckout(id: string): Promise<void>;
	/** Where a customer changes the plan, the way to pay and the address of invoices. */
	openPortal(requested: { customerId: string; returnUrl: string }): Promise<string>;
	readCustomer(customerId: string): Promise<CustomerFacts>;
	readNextInvoice(
		customerId: string,
		subscriptionId: string,
	): Promise<{ amount: number; currency: string; at: number } | null>;
	/** At once; what is paid and not used is credited. */
	cancelSubscription(id: string): Promise<void>;
	/** Null: forged, too old, or of another mode than ours. `body` as it came. */
	readEvent(body: string, signature: string): Promise<PaymentEvent | null>;
};
