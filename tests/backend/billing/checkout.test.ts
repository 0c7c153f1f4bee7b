import { describe, expect, it } from "vitest";
import { unaudited } from "../../../backend/activity/audit";
import type { MemberContext } from "../../../backend/base/context";
import { createNewId } from "../../../backend/base/ids";
import { openCheckout, openPortal } from "../../../backend/billing/pay";
import { listUsers } from "../../../backend/db/account-rows";
import { changeBilling, findBilling } from "../../../backend/db/billing-rows";
import type { PaymentPage } from "../../../shared/account/billing";
import { catalog, createBilled, inObject } from "../fixtures/billed-account";
import { inAccount, type TestAccount } from "../fixtures/fleet";
import { takeLogs } from "../fixtures/logs";
import { dataOf } from "../fixtures/people";
import { createStripeRecorder } from "../fixtures/stripe-recorder";

type Stripe = ReturnType<typeof createStripeRecorder>;

function checkout({ id }: TestAccount, stripe: Stripe, planId = "small"): Promise<PaymentPage> {
	return inObject({ id }, (store) => openCheckout({ ctx: contextOf(store, id, stripe), input: { planId } }));
}

function contextOf(store: object, accountId: string, { payments }: Stripe): MemberContext {
	const { db } = store as MemberContext; // an account's store is what a request's context is made of
	const [user] = listUsers(db);
	const requested = { accountId, user, audit: unaudited, payments, planCatalog: catalog, now: Date.now() };
	return {
		...store,
		...requested,
		newId: createNewId(Date.now()),
		consoleUrl: "https://console.test.com",
	} as MemberContext;
}

const sessionsOf = ({ recorded }: Stripe) =>
	recorded.filter(({ method, path }) => method === "POST" && path === "/v1/checkout/sessions");

describe("the page of payment", () => {
	it("uses the earlier customer of a restored account", async () => {
		const account = await createBilled();
		const stripe = createStripeRecorder();
		await checkout(account, stripe);
		await inAccount(account.id, (db) => changeBilling(db, { customerId: null, checkout: null }));
		await checkout(account, stripe);
		expect(sessionsOf(stripe)).toHaveLength(2);
		expect(new Set(sessionsOf(stripe).map(({ form }) => form.get("customer"))).size).toBe(1);
	});

	it("opens one page for one customer, however many people request it", async () => {
		const account = await createBilled();
		const stripe = createStripeRecorder();
		const together = await Promise.all([checkout(account, stripe), checkout(account, stripe)]);
		const again = await checkout(account, stripe);
		expect(new Set([...together, again].map((page) => "url" in page && page.url)).size).toBe(1);
		expect(new Set(sessionsOf(stripe).map(({ key }) => key)).size).toBe(1);
		expect(new Set(sessionsOf(stripe).map(({ form }) => form.get("customer"))).size).toBe(1);
		expect(sessionsOf(stripe)[0]?.form.get("line_items[0][price]")).toBe("price_small");
		expect(sessionsOf(stripe)[0]?.form.get("success_url")).toBe(
			"https://console.test.com/accounts/billing/?payment=made",
		);
	});

	it("closes the earlier page if another plan is chosen", async () => {
		const account = await createBilled();
		const stripe = createStripeRecorder();
		await checkout(account, stripe);
		await checkout(account, stripe, "large");
		expect(stripe.recorded.some(({ path }) => path === "/v1/checkout/sessions/cs_test_1/expire")).toBe(true);
		expect(sessionsOf(stripe).at(-1)?.form.get("line_items[0][price]")).toBe("price_large");
	});

	it("stays closed beside a subscription and for a plan that is not sold", async () => {
		const account = await createBilled();
		const stripe = createStripeRecorder();
		expect(await checkout(account, stripe, "free")).toEqual({ refused: "notPayable" });
		expect(await checkout(account, stripe, "none-such")).toEqual({ refused: "notPayable" });
		await inAccount(account.id, (db) => changeBilling(db, { subscriptionId: "sub_1", customerId: "cus_1" }));
		expect(await checkout(account, stripe)).toEqual({ refused: "subscribed" });
		expect(sessionsOf(stripe)).toEqual([]);
	});

	it("charges nothing if Stripe does not respond, and requests the same page again", async () => {
		const account = await createBilled();
		const stripe = createStripeRecorder();
		stripe.beforeEach(({ path }) => {
			if (path === "/v1/checkout/sessions") throw new Error("Connection lost");
		});
		expect(await checkout(account, stripe)).toEqual({ refused: "unavailable" });
		expect(takeLogs()).toEqual(['{"event":"payment-page-not-opened"}']);
		stripe.beforeEach(() => {});
		expect(await checkout(account, stripe)).toMatchObject({
			url: expect.stringMatching(/^https:\/\/checkout\.stripe/),
		});
		expect(new Set(sessionsOf(stripe).map(({ key }) => key)).size).toBe(1);
	});

	it("opens the payment portal for customers only", async () => {
		const account = await createBilled();
		const stripe = createStripeRecorder();
		const portal = () =>
			inObject(account, (store) => openPortal({ ctx: contextOf(store, account.id, stripe), input: undefined }));
		expect(await portal()).toEqual({ refused: "notSubscribed" });
		await inAccount(account.id, (db) => changeBilling(db, { customerId: "cus_1" }));
		expect(await portal()).toEqual({ url: "https://billing.stripe.com/p/session" });
	});

	it("rejects the call if the operator has not set up payment", async () => {
		const { owner, id } = await createBilled();
		expect(dataOf(await owner.mutate("billing.openCheckout", { planId: "small" }))).toEqual({ refused: "notSetUp" });
		expect(dataOf(await owner.mutate("billing.openPortal"))).toEqual({ refused: "notSetUp" });
		expect(await inAccount(id, (db) => findBilling(db)?.checkout)).toBeNull();
	});
});
