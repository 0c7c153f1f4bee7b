import * as z from "zod/mini";
import { PlanCycle, type PlanOffer } from "../../shared/account/billing";
import { MeterName, Money } from "../../shared/account/billing-meters";
import data from "../plans.json";

const Amount = z.nullable(z.int().check(z.minimum(0)));

/** Only these meters may have limits: any other limit would stop readings or alerts. */
const limitedMeters: readonly MeterName[] = ["devices", "users", "storageBytes", "reportRuns"];

const Terms = z.object({
	included: z._default(Amount, null),
	limit: z._default(Amount, null),
	overagePrice: z._default(z.nullable(Money), null),
});
export type PlanTerms = z.infer<typeof Terms>;

const Meters = z.partialRecord(MeterName, Terms).check(
	z.refine((meters) => Object.entries(meters).every(([name, { limit }]) => limit === null || isLimited(name)), {
		error: `Only ${limitedMeters.join(", ")} can have a limit: one of another would end readings or alerts.`,
	}),
	z.refine((meters) => Object.values(meters).every(({ included, limit }) => (included ?? 0) <= (limit ?? Infinity)), {
		error: "A plan cannot include more than its limit.",
	}),
);

function isLimited(name: string): boolean {
	return limitedMeters.some((meter) => meter === name);
}

export const Plan = z.object({
	id: z.string().check(z.regex(/^[a-z0-9-]{1,40}$/)),
	name: z.string().check(z.minLength(1), z.maxLength(60)),
	price: z.nullable(Money),
	cycle: PlanCycle,
	stripePrice: z.nullable(z.string().check(z.regex(/^price_\w+$/))),
	isOffered: z.boolean(),
	meters: Meters,
});
export type Plan = z.infer<typeof Plan>;

export const PlanCatalog = z
	.object({
		/** `none`: nothing is billed, limited or warned of. */
		billing: z.enum(["none", "plans"]),
		operator: z.object({ name: z.string(), address: z.array(z.string()), contact: z.string() }),
		currency: z.string().check(z.regex(/^[A-Z]{3}$/)),
		pastDueGraceDays: z.int().check(z.minimum(0), z.maximum(365)),
		/** The first plan is the default. */
		plans: z.array(Plan).check(z.minLength(1)),
		/** Plan ids by account id, agreed with the operator and paid elsewhere. */
		assigned: z.record(z.string().check(z.regex(/^acc_[0-9a-z]{26}$/)), z.string()),
	})
	.check(
		z.refine(({ plans }) => new Set(plans.map(({ id }) => id)).size === plans.length, {
			error: "Two plans have the same id.",
			path: ["plans"],
		}),
		z.refine(({ plans, assigned }) => Object.values(assigned).every((id) => plans.some((plan) => plan.id === id)), {
			error: "An account is assigned a plan that there is not.",
			path: ["assigned"],
		}),
	);
export type PlanCatalog = z.infer<typeof PlanCatalog>;

export const planCatalog: PlanCatalog = PlanCatalog.parse(data);

const noTerms: PlanTerms = { included: null, limit: null, overagePrice: null };

export function termsOf(plan: Plan, meter: MeterName): PlanTerms {
	return plan.meters[meter] ?? noTerms;
}

export function ownPlan({ plans, assigned }: PlanCatalog, accountId: string): Plan {
	const [first] = plans;
	const agreed = plans.find(({ id }) => id === assigned[accountId]);
	const plan = agreed ?? first;
	if (!plan) throw new Error("A catalog without plans");
	return plan;
}

export function toOffer(plan: Plan): PlanOffer {
	const { id, name, price, cycle, stripePrice } = plan;
	const meters = MeterName.options.map((meter) => ({ meter, ...termsOf(plan, meter) }));
	return { id, name, price, cycle, meters, isPayable: stripePrice !== null };
}
