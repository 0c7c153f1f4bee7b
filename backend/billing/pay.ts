import type { OpenCheckout, PaymentPage } from "../../shared/account/billing";
import { hourMs } from "../../shared/base/durations";
import type { Call, MemberContext } from "../base/context";
import { recordFault } from "../base/event-log";
import type { Payments } from "../base/payments";
import { accountOrThrow } from "../db/account-rows";
import { changeBilling, findBilling, markBilling } from "../db/billing-rows";
import type { OpenedCheckout } from "../db/billing-schema";
import { findAccountCustomer, saveCustomer } from "../db/directory-billing-rows";
import { findHold } from "../db/recovery-rows";
import { assertWholeScope } from "../group/scope";

/** How long a repeated request gets the same page, until Stripe returns the page's end. */
const requestedForMs = hourMs;

/** One page is open at a time. Throws NOT_PERMITTED for a limited scope. */
export async function openCheckout({ ctx, input }: Call<OpenCheckout>): Promise<PaymentPage> {
	assertWholeScope(ctx);
	const { payments, planCatalog, now } = ctx;
	if (findHold(ctx.db) !== null) {
		ctx.audit.exempt();
		return { refused: "held" };
	}
	const plan = planCatalog.plans.find(({ id, isOffered }) => isOffered && id === input.planId);
	if (payments === null || planCatalog.billing === "none" || ctx.consoleUrl === null) {
		ctx.audit.exempt();
		return { refused: "notSetUp" };
	}
	const { stripePrice = null } = plan ?? {};
	if (stripePrice === null) {
		ctx.audit.exempt();
		return { refused: "notPayable" };
	}
	const row = findBilling(ctx.db);
	if (row === null || row.subscriptionId !== null) {
		ctx.audit.exempt();
		// A new account without a row gets its plan in a moment.
		return { refused: row === null ? "unavailable" : "subscribed" };
	}
	const former = row.checkout;
	const isFormer = former !== null && former.planId === input.planId && former.expiresAt > now;
	const requested: OpenedCheckout = isFormer
		? former
		: { key: ctx.newId("notice"), planId: input.planId, id: null, url: null, expiresAt: now + requestedForMs };
	// Written first, so that two simultaneous requests get the same page.
	ctx.audit.change({}, () => {
		ctx.audit.act({ account: [ctx.accountId] }, { plan: input.planId });
		changeBilling(ctx.db, { checkout: requested });
	});
	return orUnavailable(async () => {
		if (requested.url !== null) return { url: requested.url };
		if (former?.id != null && !isFormer) await payments.closeCheckout(former.id);
		const customerId = await ensureCustomer(ctx, payments);
		const { key } = requested;
		const page = await payments.openCheckout({ customerId, price: stripePrice, key, returnUrl: returnUrl(ctx) });
		if (findBilling(ctx.db)?.checkout?.key === key) changeBilling(ctx.db, { checkout: { ...requested, ...page } });
		return { url: page.url };
	});
}

/** Throws NOT_PERMITTED for a limited scope. */
export async function openPortal({ ctx }: Call): Promise<PaymentPage> {
	assertWholeScope(ctx);
	const { payments } = ctx;
	if (payments === null || ctx.planCatalog.billing === "none") return { refused: "notSetUp" };
	const customerId = findBilling(ctx.db)?.customerId ?? null;
	if (customerId === null) return { refused: "notSubscribed" };
	return orUnavailable(async () => ({ url: await payments.openPortal({ customerId, returnUrl: returnUrl(ctx) }) }));
}

export function readPayment({ ctx }: Call): void {
	assertWholeScope(ctx);
	if (ctx.payments !== null && findBilling(ctx.db)?.customerId != null) markBilling(ctx.db, ctx.now);
}

/** The directory keeps the customer of a restored account. */
async function ensureCustomer({ db, directory, accountId, user }: MemberContext, payments: Payments): Promise<string> {
	const known = findBilling(db)?.customerId ?? null;
	if (known !== null) return known;
	const former = await findAccountCustomer(directory, accountId);
	if (former !== null) {
		changeBilling(db, { customerId: former });
		return former;
	}
	const { companyName, legalName, email } = accountOrThrow(db);
	const name = legalName || companyName;
	const customerId = await payments.createCustomer({ accountId, name, email: email || user.email || null });
	// Written to the directory first: Stripe's events find the account there.
	if (!(await saveCustomer(directory, { customerId, accountId }))) throw new Error("A customer of another account");
	changeBilling(db, { customerId });
	return customerId;
}

function returnUrl({ consoleUrl }: MemberContext): string {
	return `${consoleUrl}/accounts/billing/`;
}

async function orUnavailable(open: () => Promise<PaymentPage>): Promise<PaymentPage> {
	try {
		return await open();
	} catch (error) {
		recordFault(error, "account", { event: "payment-page-not-opened" });
		return { refused: "unavailable" };
	}
}
