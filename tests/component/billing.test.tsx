import { expect, test } from "vitest";
import { BillingOverview } from "../../client/features/billing/billing-overview";
import type { BillingDetails, BillingSummary, PlanOffer } from "../../shared/account/billing";
import { dayMs } from "../../shared/base/durations";
import { show } from "./show";

const at = (day: number) => Date.UTC(2026, 10, day, 12);

const summary: BillingSummary = {
	planName: "Small",
	status: "active",
	trialEndsAt: null,
	usage: [
		{
			meter: "devices",
			used: 9,
			included: 5,
			limit: 10,
			overagePrice: null,
			resetsAt: null,
			countedAt: new Date(at(20)),
		},
		{ meter: "sms", used: 130, included: 100, limit: null, overagePrice: "0.065", resetsAt: new Date(at(30)) },
		{ meter: "apiCalls", used: 12_000, included: null },
	],
};

function offer(id: string, changes: Partial<PlanOffer> = {}): PlanOffer {
	const meters = [{ meter: "devices" as const, included: null, limit: 10, overagePrice: null }];
	return { id, name: id, price: "49.00", cycle: "month", meters, isPayable: true, ...changes };
}

const paid: BillingDetails = {
	billing: "stripe",
	currency: "EUR",
	plan: offer("Small"),
	plans: [offer("Small"), offer("Large", { price: "99.00" })],
	hasSubscription: true,
	renewsAt: at(30),
	endsAt: null,
	pastDue: null,
	readAt: at(20),
	paymentMethod: { brand: "visa", last4: "4242", expires: "04/2030" },
	nextInvoice: { amount: 4_900, currency: "eur", at: at(30) },
	invoices: [
		{
			id: "in_1",
			number: "A-1",
			at: at(1),
			amount: 4_900,
			currency: "eur",
			status: "paid",
			url: "https://invoice.stripe.com/i",
			pdf: null,
		},
	],
	timeZone: "Europe/Lisbon",
	openMonth: "2026-11",
	statements: [{ month: "2026-10", closedAt: at(1) }],
};

const shown = (details: BillingDetails | null, withoutDetails: string | null = null) =>
	show(<BillingOverview summary={summary} details={details} withoutDetails={withoutDetails} />);

test("A paid plan says its price, its meters, how it is paid, and leads to Stripe's invoices", async () => {
	const screen = await shown(paid);
	const text = screen.container.textContent ?? "";
	for (const said of [
		"€49.00 a month",
		"visa ending in 4242",
		"Next invoice: €49.00",
		"90 % used",
		"9 of 10",
		"130 of 100 included",
	])
		expect(text).toContain(said);
	expect(text).toContain("€0.065 for each one beyond");
	await expect.element(screen.getByRole("link", { name: "Open A-1 at Stripe" })).toHaveAttribute("rel", "noreferrer");
	await expect.element(screen.getByRole("button", { name: "Manage payment" })).toBeVisible();
	await expect.element(screen.getByRole("button", { name: "Change to Large" })).toBeVisible();
	await expect.element(screen.getByRole("button", { name: "October 2026 as CSV" })).toBeVisible();
});

test("A missing payment says what goes on, and what ends when", async () => {
	const since = Date.now() - 10 * dayMs;
	const screen = await shown({ ...paid, pastDue: { since, graceEndsAt: since + 30 * dayMs } });
	const note = () => screen.getByRole("status").element().textContent;
	expect(note()).toMatch(/alerts are sent as before\. If it is not paid by .* can be added/);
	await screen.unmount();
	const over = await shown({ ...paid, pastDue: { since, graceEndsAt: since + dayMs } });
	expect(over.getByRole("status").element().textContent).toMatch(/Since .* no devices or users can be added/);
});

test("Says without keys of Stripe that payment is not set up, and offers nothing to press for it", async () => {
	const screen = await shown({ ...paid, billing: "statements", hasSubscription: false, invoices: [] });
	await expect
		.element(screen.getByText(/Payment is not set up on this console: whoever runs it bills you/))
		.toBeVisible();
	expect(screen.getByRole("button", { name: /Large|Manage/ }).elements()).toEqual([]);
});

test("Shows the meters, and why, to a person who may not see the payment", async () => {
	const screen = await shown(null, "Only owners and billing users can see prices, payment and invoices.");
	await expect.element(screen.getByText(/^Only owners and billing users/)).toBeVisible();
	expect(screen.container.textContent).toContain("12,000 · no limit");
	expect(screen.container.textContent).not.toContain("€");
});
