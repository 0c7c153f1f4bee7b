import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { createPaymentEventsEndpoint } from "../../../backend/billing/events-endpoint";
import { readPaymentWork } from "../../../backend/billing/read-payment";
import { accountOrThrow } from "../../../backend/db/account-rows";
import { type BillingRow, changeBilling, findBilling, markBilling } from "../../../backend/db/billing-rows";
import { saveCustomer } from "../../../backend/db/directory-billing-rows";
import * as schema from "../../../backend/db/schema";
import { largestPaymentEvent } from "../../../shared/account/payment-events";
import { dayMs, minuteMs } from "../../../shared/base/durations";
import { catalog, createBilled, inObject } from "../fixtures/billed-account";
import { addDevice, freezer, inAccount, type TestAccount } from "../fixtures/fleet";
import { takeLogs } from "../fixtures/logs";
import {
	createStripeRecorder,
	eventRequest,
	stripeEvent,
	stripeInvoice,
	stripeSubscription,
} from "../fixtures/stripe-recorder";

const open = { limit: async () => ({ success: true }) };

function endpointOf({ payments }: ReturnType<typeof createStripeRecorder>) {
	return createPaymentEventsEndpoint({
		payments,
		directory: env.DIRECTORY,
		accounts: env.ACCOUNT,
		rateLimit: open,
		clock: Date.now,
	});
}

async function createCustomer(planId = "free") {
	const account = await createBilled(planId);
	const customerId = `cus_${crypto.randomUUID().slice(0, 8)}`;
	await saveCustomer(env.DIRECTORY, { customerId, accountId: account.id });
	await inAccount(account.id, (db) => changeBilling(db, { customerId }));
	return { account, customerId, stripe: createStripeRecorder() };
}

type Customer = Awaited<ReturnType<typeof createCustomer>>;

const billingOf = ({ id }: TestAccount): Promise<BillingRow | null> => inAccount(id, (db) => findBilling(db));
const accountOf = ({ id }: TestAccount) => inAccount(id, (db) => accountOrThrow(db));

function look({ account, stripe }: Customer, now = Date.now()): Promise<void> {
	return inObject(account, async (store) => {
		const work = readPaymentWork({ ...store, catalog, payments: stripe.payments });
		markBilling(store.db, now);
		await work.run("payment", now);
	});
}

const notifiedOf = ({ id }: TestAccount) =>
	inAccount(id, (db) =>
		db
			.select()
			.from(schema.notices)
			.all()
			.flatMap(({ cause, facts, about }) => (cause === "payment" ? [{ ...(facts as object), about }] : [])),
	);

describe("an event of Stripe", () => {
	it("marks its account, however often it comes, and stores none of its contents", async () => {
		const customer = await createCustomer();
		const { account, customerId, stripe } = customer;
		const endpoint = endpointOf(stripe);
		const object = { ...stripeSubscription(customerId, { id: "sub_1", price: "price_large" }) };
		const type = "customer.subscription.updated";
		for (let times = 0; times < 2; times += 1) {
			expect((await endpoint(await stripeEvent({ type, object }))).status).toBe(200);
		}
		const row = await billingOf(account);
		expect([row?.marks, row?.dueAt !== null]).toEqual([2, true]);
		expect((await accountOf(account)).planName).toBe("Free");
	});

	it("changes nothing if it is forged, too old or of real money", async () => {
		const { account, customerId, stripe } = await createCustomer();
		const endpoint = endpointOf(stripe);
		const event = { type: "invoice.paid", object: { object: "invoice", customer: customerId } };
		const good = await stripeEvent(event);
		const signature = good.headers.get("stripe-signature") ?? "";
		const forged = [
			await stripeEvent(event, { secret: "whsec_somebody_elses" }),
			await stripeEvent(event, { at: Date.now() - 10 * minuteMs }),
			await stripeEvent({ ...event, livemode: true }),
			eventRequest((await good.text()).replace("invoice.paid", "invoice.void"), signature),
			eventRequest("{}", ""),
			eventRequest("not json", "t=1,v1=00"),
		];
		for (const request of forged) expect((await endpoint(request)).status).toBe(400);
		expect((await billingOf(account))?.marks).toBe(0);
	});

	it("accepts one of two signatures while its secret is replaced", async () => {
		const { account, customerId, stripe } = await createCustomer();
		const event = await stripeEvent({ type: "invoice.paid", object: { object: "invoice", customer: customerId } });
		const [time = "", own = ""] = (event.headers.get("stripe-signature") ?? "").split(",");
		const rotated = eventRequest(await event.text(), `${time},v1=${"0".repeat(64)},${own}`);
		expect((await endpointOf(stripe)(rotated)).status).toBe(200);
		expect((await billingOf(account))?.marks).toBe(1);
	});

	it("marks the account of its customer alone, also for an unknown type", async () => {
		const { account, customerId, stripe } = await createCustomer();
		const other = await createCustomer();
		const endpoint = endpointOf(stripe);
		const send = async (object: Record<string, unknown>) =>
			(await endpoint(await stripeEvent({ type: "tomorrow.invented", object }))).status;
		expect(await send({ object: "thing", customer: other.customerId })).toBe(200);
		expect(await send({ object: "thing", customer: "cus_of_nobody" })).toBe(200);
		expect(await send({ object: "thing" })).toBe(200);
		expect((await billingOf(account))?.marks).toBe(0);
		expect((await billingOf(other.account))?.marks).toBe(1);
		expect(await send({ object: "customer", id: customerId })).toBe(200);
		expect((await billingOf(account))?.marks).toBe(1);
	});

	it("limits the size and the rate by network, and returns 404 if payment is not set up", async () => {
		const { stripe } = await createCustomer();
		const large = eventRequest("x".repeat(largestPaymentEvent + 1), "");
		expect((await endpointOf(stripe)(large)).status).toBe(413);
		const parts = { directory: env.DIRECTORY, accounts: env.ACCOUNT, clock: Date.now };
		const full = { limit: async () => ({ success: false }) };
		const limited = createPaymentEventsEndpoint({ ...parts, payments: stripe.payments, rateLimit: full });
		expect((await limited(eventRequest("{}", ""))).status).toBe(429);
		const without = createPaymentEventsEndpoint({ ...parts, payments: null, rateLimit: open });
		expect((await without(eventRequest("{}", ""))).status).toBe(404);
	});
});

describe("the paid plan", () => {
	it("stores the plan, its limits, the payment method and invoices whose links lead to Stripe alone", async () => {
		const customer = await createCustomer();
		const { account, customerId, stripe } = customer;
		stripe.subscriptions.set("sub_1", stripeSubscription(customerId, { id: "sub_1" }));
		stripe.invoices.push(
			stripeInvoice({ id: "in_1" }),
			stripeInvoice({
				id: "in_2",
				hosted_invoice_url: "https://stripe.com.example.org/x",
				invoice_pdf: "javascript:x",
			}),
			stripeInvoice({ id: "in_3", status: "draft" }),
		);
		await look(customer);
		expect(await accountOf(account)).toMatchObject({
			planName: "Small",
			planStatus: "active",
			includedDevices: 5,
			quotaBytes: 2_000_000,
			isQuotaBinding: true,
		});
		const row = await billingOf(account);
		expect(row?.planLimits).toEqual({ devices: 10, storageBytes: 2_000_000 });
		expect(row?.facts).toMatchObject({
			paymentMethod: { brand: "visa", last4: "4242", expires: "04/2030" },
			nextInvoice: { amount: 4_900, currency: "eur" },
			invoices: [
				{ id: "in_1", url: "https://invoice.stripe.com/i/one" },
				{ id: "in_2", url: null, pdf: null },
			],
		});
		expect(row?.subscriptionId).toBe("sub_1");
	});

	it("shows the state of the last look, whatever the order of events", async () => {
		const customer = await createCustomer();
		const { account, customerId, stripe } = customer;
		stripe.subscriptions.set("sub_1", stripeSubscription(customerId, { id: "sub_1", price: "price_large" }));
		await look(customer);
		expect((await accountOf(account)).planName).toBe("Large");
		// An old event arrives late: the product reads the present state.
		const old = stripeSubscription(customerId, { id: "sub_1", price: "price_small" });
		await endpointOf(stripe)(await stripeEvent({ type: "customer.subscription.created", object: old }));
		await look(customer);
		expect((await accountOf(account)).planName).toBe("Large");
	});

	it("looks again at a subscription that changed during a look", async () => {
		const customer = await createCustomer();
		const { account, customerId, stripe } = customer;
		stripe.subscriptions.set("sub_1", stripeSubscription(customerId, { id: "sub_1" }));
		let looks = 0;
		await inObject(account, async (store) => {
			const now = Date.now();
			stripe.beforeEach(({ path }) => {
				if (path !== "/v1/invoices/create_preview" || looks > 0) return;
				looks += 1;
				stripe.subscriptions.set("sub_1", stripeSubscription(customerId, { id: "sub_1", price: "price_large" }));
				markBilling(store.db, now);
			});
			await readPaymentWork({ ...store, catalog, payments: stripe.payments }).run("payment", now);
			expect(findBilling(store.db)?.dueAt).toBe(now + dayMs);
		});
		expect((await accountOf(account)).planName).toBe("Large");
	});

	it("cancels the later of two subscriptions, and notifies owners and billing users once", async () => {
		const customer = await createCustomer();
		const { account, customerId, stripe } = customer;
		const created = 1_790_000_000;
		stripe.subscriptions.set("sub_b", stripeSubscription(customerId, { id: "sub_b", created: created + 60 }));
		stripe.subscriptions.set("sub_a", stripeSubscription(customerId, { id: "sub_a", created }));
		await look(customer);
		await look(customer);
		const canceled = stripe.recorded.filter(({ method }) => method === "DELETE").map(({ path }) => path);
		expect(canceled).toEqual(["/v1/subscriptions/sub_b"]);
		expect((await billingOf(account))?.subscriptionId).toBe("sub_a");
		expect(await notifiedOf(account)).toMatchObject([{ what: "second", about: "sub_b" }]);
	});

	it("keeps readings, alerts and devices while past due, and takes no more devices after its grace", async () => {
		const customer = await createCustomer();
		const { account, customerId, stripe } = customer;
		const now = Date.now() - 40 * dayMs;
		stripe.subscriptions.set("sub_1", stripeSubscription(customerId, { id: "sub_1", status: "past_due" }));
		await look(customer, now);
		await look(customer, now + dayMs);
		expect(await billingOf(account)).toMatchObject({ pastDueSince: now, frozenFrom: now + 30 * dayMs });
		expect(await notifiedOf(account)).toMatchObject([{ what: "pastDue", until: now + 30 * dayMs }]);
		const declined = await account.owner.mutate("device.createDevice", freezer);
		expect(JSON.stringify(declined)).toContain("A payment is missing");

		stripe.subscriptions.set("sub_1", stripeSubscription(customerId, { id: "sub_1" }));
		await look(customer);
		expect(await billingOf(account)).toMatchObject({ pastDueSince: null, frozenFrom: null });
		expect((await addDevice(account.owner)).device.id).toBeTruthy();
	});

	it("leads to the standard plan once it ends, with one notice, and ends no reading", async () => {
		const customer = await createCustomer();
		const { account, customerId, stripe } = customer;
		stripe.subscriptions.set("sub_1", stripeSubscription(customerId, { id: "sub_1" }));
		await look(customer);
		stripe.subscriptions.set("sub_1", stripeSubscription(customerId, { id: "sub_1", status: "canceled" }));
		await look(customer);
		await look(customer);
		expect(await accountOf(account)).toMatchObject({ planName: "Free", planStatus: "canceled", isQuotaBinding: false });
		expect(await notifiedOf(account)).toMatchObject([{ what: "ended" }]);
	});

	it("counts no subscription before the first payment", async () => {
		const customer = await createCustomer();
		const { account, customerId, stripe } = customer;
		stripe.subscriptions.set("sub_1", stripeSubscription(customerId, { id: "sub_1", status: "incomplete" }));
		await look(customer);
		expect(await accountOf(account)).toMatchObject({ planName: "Free", planStatus: "active" });
		expect(stripe.recorded.some(({ method }) => method === "DELETE")).toBe(false);
	});

	it("leaves the plan unchanged for a price of no plan", async () => {
		const customer = await createCustomer("large");
		const { account, customerId, stripe } = customer;
		stripe.subscriptions.set("sub_1", stripeSubscription(customerId, { id: "sub_1", price: "price_of_old" }));
		await look(customer);
		expect((await accountOf(account)).planName).toBe("Large");
		expect(takeLogs()).toEqual(['{"event":"unknown-price"}']);
	});
});
