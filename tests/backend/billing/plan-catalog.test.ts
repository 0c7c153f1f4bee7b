import { describe, expect, it } from "vitest";
import { ownPlan, PlanCatalog, planCatalog } from "../../../backend/base/plan-catalog";
import { parseStripeSettings } from "../../../backend/base/stripe-settings";
import { overageAmount } from "../../../backend/billing/make-statement";
import { catalog } from "../fixtures/billed-account";

const [plan] = catalog.plans;
const withPlan = (changes: object) => ({ ...catalog, plans: [{ ...plan, ...changes }] });

describe("the plans of an operator", () => {
	it("bill no one by default", () => {
		expect(planCatalog).toMatchObject({ billing: "none", assigned: {} });
	});

	it.each([
		["a price that is no amount", withPlan({ price: "49,00" })],
		["a price below zero", withPlan({ price: "-1" })],
		["a limit of alerts by SMS", withPlan({ meters: { sms: { limit: 10 } } })],
		["a limit of uploads", withPlan({ meters: { apiCalls: { limit: 10 } } })],
		["more included than the limit", withPlan({ meters: { devices: { included: 5, limit: 4 } } })],
		["a meter that there is not", withPlan({ meters: { pigeons: { limit: 1 } } })],
		["no plan", { ...catalog, plans: [] }],
		["two plans of one id", { ...catalog, plans: [plan, plan] }],
		["a currency in words", { ...catalog, currency: "euro" }],
		["an account on a plan that there is not", { ...catalog, assigned: { [`acc_${"0".repeat(26)}`]: "gold" } }],
		["something that is no account", { ...catalog, assigned: { acme: "free" } }],
	])("reject a catalog with %s", (_, data) => {
		expect(PlanCatalog.safeParse(data).success).toBe(false);
	});

	it("give an account the agreed plan, otherwise the first", () => {
		const id = `acc_${"0".repeat(26)}`;
		expect(ownPlan(catalog, id).id).toBe("free");
		expect(ownPlan({ ...catalog, assigned: { [id]: "large" } }, id).id).toBe("large");
	});
});

describe("the charge beyond the included use", () => {
	it.each([
		["sms", 100, 100, "0.065", "0.00"],
		["sms", 103, 100, "0.065", "0.195"],
		["storageBytes", 5_000_000_001, 5_000_000_000, "0.20", "0.20"],
		["storageBytes", 7_100_000_000, 5_000_000_000, "0.20", "0.60"],
	] as const)("of %s: %i, with %i included at %s, is %s", (meter, used, included, overagePrice, amount) => {
		expect(overageAmount(meter, used, { included, overagePrice, currency: "EUR" })).toBe(amount);
	});

	it("charges nothing if the plan names no price, or includes everything", () => {
		expect(overageAmount("sms", 500, { included: 100, overagePrice: null, currency: "EUR" })).toBeNull();
		expect(overageAmount("sms", 500, { included: null, overagePrice: "1.00", currency: "EUR" })).toBeNull();
	});
});

describe("the keys of Stripe", () => {
	const keys = {
		STRIPE_SECRET_KEY: "sk_test_1",
		STRIPE_WEBHOOK_SECRET: "whsec_1",
		CONSOLE_URL: "https://c.example.com",
	};

	it("parse as all or none, and state whether money is real", () => {
		expect(parseStripeSettings({})).toEqual({ settings: null, problems: [] });
		expect(parseStripeSettings(keys).settings?.isLive).toBe(false);
		expect(parseStripeSettings({ ...keys, STRIPE_SECRET_KEY: "rk_live_1" }).settings?.isLive).toBe(true);
	});

	it.each(["STRIPE_SECRET_KEY", "STRIPE_WEBHOOK_SECRET", "CONSOLE_URL"])("miss %s by its name", (name) => {
		expect(parseStripeSettings({ ...keys, [name]: "" }).problems).toEqual([name]);
	});

	it("may end with the line that they were pasted from", () => {
		const piped = { ...keys, STRIPE_SECRET_KEY: "sk_test_1\n", STRIPE_WEBHOOK_SECRET: " whsec_1\r\n" };
		expect(parseStripeSettings(piped).settings).toMatchObject({ secretKey: "sk_test_1", webhookSecret: "whsec_1" });
	});

	it("name a malformed key without its value", () => {
		const { problems } = parseStripeSettings({ ...keys, STRIPE_SECRET_KEY: "pk_test_1" });
		expect(problems).toEqual(["STRIPE_SECRET_KEY"]);
	});
});
