import type { BillingDetails } from "../../shared/account/billing";
import { dayMs } from "../../shared/base/durations";
import type { Call } from "../base/context";
import { toOffer } from "../base/plan-catalog";
import { accountOrThrow } from "../db/account-rows";
import { findBilling } from "../db/billing-rows";
import { listStatements, openMonth } from "../db/usage-rows";
import { currentPlan } from "./apply-plan";
import { billingParts } from "./billing-parts";

export function getBillingDetails({ ctx }: Call): BillingDetails {
	const { db, catalog, isPaidHere } = billingParts(ctx);
	const { timeZone } = accountOrThrow(db);
	const row = findBilling(db);
	const plan = currentPlan(db, catalog);
	const isBilled = catalog.billing === "plans";
	const facts = isPaidHere ? (row?.facts ?? null) : null;
	const offered = isBilled ? catalog.plans.filter(({ isOffered }) => isOffered) : [];
	const since = row?.pastDueSince ?? null;
	const graceEndsAt = row?.frozenFrom ?? (since ?? 0) + catalog.pastDueGraceDays * dayMs;
	return {
		billing: isBilled ? (isPaidHere ? "stripe" : "statements") : "none",
		currency: catalog.currency,
		plan: plan && toOffer(plan),
		plans: offered.map(toOffer),
		hasSubscription: isPaidHere && row?.subscriptionId != null,
		renewsAt: facts?.renewsAt ?? null,
		endsAt: facts?.endsAt ?? null,
		pastDue: isPaidHere && since !== null ? { since, graceEndsAt } : null,
		paymentMethod: facts?.paymentMethod ?? null,
		nextInvoice: facts?.nextInvoice ?? null,
		invoices: facts?.invoices ?? [],
		readAt: isPaidHere ? (row?.readAt ?? null) : null,
		timeZone,
		openMonth: openMonth(db, ctx.now),
		statements: listStatements(db),
	};
}
