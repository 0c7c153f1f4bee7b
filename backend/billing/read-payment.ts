import { dayMs, minuteMs } from "../../shared/base/durations";
import { said } from "../../shared/log/said";
import { addConfigEvent } from "../activity/log-events";
import type { AccountDb, Invalidations } from "../base/context";
import { recordFault } from "../base/event-log";
import { createNewId, type NewId } from "../base/ids";
import type { Job } from "../base/job";
import type { CustomerFacts, Payments, Subscription } from "../base/payments";
import { ownPlan, type PlanCatalog } from "../base/plan-catalog";
import { accountOrThrow } from "../db/account-rows";
import { changeBilling, findBilling, finishRead } from "../db/billing-rows";
import { findMessageOfStep } from "../db/notice-rows";
import type { CauseFacts } from "../message/causes";
import { queueMessage } from "../message/queue-message";
import { applyPlan } from "./apply-plan";
import type { MeterParts } from "./read-meters";
import { storedBytes } from "./stored-bytes";
import { billingContacts } from "./warn-of-usage";

type Parts = Pick<MeterParts, "db" | "readingStore"> & {
	invalidations: Invalidations;
	catalog: PlanCatalog;
	payments: Payments | null;
};

const looksTogether = 3;

/** The alarm runs one job at a time, so no older response overwrites a newer one. */
export function readPaymentWork(parts: Parts): Job {
	const { db, invalidations, payments } = parts;

	function nextDueAt(): number | null {
		const row = payments === null ? null : findBilling(db);
		return row?.customerId == null ? null : row.dueAt;
	}

	async function read(now: number, looks = 1): Promise<void> {
		const row = findBilling(db);
		if (row?.customerId == null || payments === null) return;
		const facts = await payments.readCustomer(row.customerId);
		const alive = facts.subscriptions.filter(({ status }) => status !== "over");
		const kept = keptOf(alive, row.subscriptionId);
		await writePayment(parts, { facts, kept, now });
		const surplus = alive.filter((each) => each !== kept);
		for (const { id } of surplus) await payments.cancelSubscription(id);
		const store = { db, invalidations, now, newId: createNewId(now) };
		for (const { id } of surplus) notifyOfPayment(store, { what: "second", about: id, until: null });
		finishRead(db, row, { dueAt: now + dayMs, now });
		const isMarked = (findBilling(db)?.marks ?? 0) !== row.marks;
		if (isMarked && looks < looksTogether) await read(now, looks + 1);
		else if (isMarked) changeBilling(db, { dueAt: now + minuteMs });
		invalidations.changed("account", "all");
	}

	return {
		name: "read payment",
		title: said("work.is.readingPayment"),
		isUrgent: true,
		describe: () => ({ name: "the account", deviceId: null }),
		nextDueAt,
		due: (now) => ((nextDueAt() ?? Number.POSITIVE_INFINITY) <= now ? ["payment"] : []),
		run: async (_, now) => read(now),
	};
}

function keptOf(alive: Subscription[], knownId: string | null): Subscription | null {
	const known = alive.find(({ id }) => id === knownId);
	const [oldest = null] = [...alive].sort((one, other) => one.createdAt - other.createdAt);
	return known ?? oldest;
}

type Read = { facts: CustomerFacts; kept: Subscription | null; now: number };

async function writePayment(parts: Parts, { facts, kept, now }: Read): Promise<void> {
	const { db, invalidations, catalog, payments, readingStore } = parts;
	const usedBytes = storedBytes(db, readingStore);
	const row = findBilling(db);
	const account = accountOrThrow(db);
	const hadSubscription = row?.subscriptionId != null;
	const nextInvoice =
		kept && kept.endsAt === null && row?.customerId ? await nextInvoiceOf(payments, row.customerId, kept) : null;
	const paid = kept && catalog.plans.find(({ stripePrice }) => stripePrice !== null && stripePrice === kept.price);
	if (kept && !paid)
		recordFault(new Error(`No plan has the price ${kept.price}`), "account", { event: "unknown-price" });
	const present = catalog.plans.find(({ id }) => id === row?.planId);
	const plan = paid ?? (kept && present) ?? ownPlan(catalog, account.id);
	const isEnded = kept === null && (hadSubscription || account.planStatus === "canceled");
	const status = kept === null || kept.status === "over" ? (isEnded ? "canceled" : "active") : kept.status;
	const pastDueSince = status === "past_due" ? (row?.pastDueSince ?? now) : null;
	const frozenFrom = pastDueSince === null ? null : pastDueSince + catalog.pastDueGraceDays * dayMs;
	const store = { db, invalidations, now, newId: createNewId(now) };
	db.transaction(() => {
		applyPlan(store, plan, { status, usedBytes, trialEndsAt: kept?.status === "trial" ? kept.trialEndsAt : null });
		changeBilling(db, {
			subscriptionId: kept?.id ?? null,
			pastDueSince,
			frozenFrom,
			...(kept && { checkout: null }),
			facts: {
				renewsAt: kept?.renewsAt ?? null,
				endsAt: kept?.endsAt ?? null,
				nextInvoice,
				paymentMethod: kept?.paymentMethod ?? facts.paymentMethod,
				invoices: facts.invoices,
			},
		});
		if (pastDueSince !== null && frozenFrom !== null) {
			notifyOfPayment(store, { what: "pastDue", about: `${kept?.id}:${pastDueSince}`, until: frozenFrom });
		}
		if (kept === null && hadSubscription) {
			notifyOfPayment(store, { what: "ended", about: row?.subscriptionId ?? "", until: null });
		}
	});
}

/** Only for display: an error hides it. */
async function nextInvoiceOf(payments: Payments | null, customerId: string, { id }: Subscription) {
	try {
		return (await payments?.readNextInvoice(customerId, id)) ?? null;
	} catch (error) {
		recordFault(error, "account", { event: "next-invoice-unknown" });
		return null;
	}
}

type Store = { db: AccountDb; invalidations: Invalidations; newId: NewId; now: number };
type Notice = { what: CauseFacts["payment"]["what"]; about: string; until: number | null };

function notifyOfPayment(store: Store, { what, about, until }: Notice): void {
	const { db } = store;
	if (findMessageOfStep(db, { cause: "payment", about, step: 0 }) !== null) return;
	const facts = { what, until, planName: accountOrThrow(db).planName };
	db.transaction(() => {
		addConfigEvent({ ...store, user: null }, null, said(`payment.${what}`));
		for (const recipient of billingContacts(db)) queueMessage(store, { cause: "payment", about, recipient, facts });
	});
}
