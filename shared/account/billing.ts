import * as z from "zod/mini";
import { DeviceId } from "../base/ids";
import { MeterName, Money } from "./billing-meters";

/** `included: null` means no limit. What a backend of the former release does not say is absent. */
export const UsageMeter = z.object({
	meter: MeterName,
	used: z.number(),
	/** What the price of the plan covers. */
	included: z.nullable(z.number()),
	/** Where it ends; null: nowhere. */
	limit: z.optional(z.nullable(z.number())),
	/** Of each unit, or gigabyte, beyond what is included; null: nothing is charged. */
	overagePrice: z.optional(z.nullable(Money)),
	/** When it begins at zero again; null: it states how many there are now. */
	resetsAt: z.optional(z.nullable(z.date())),
	/** As of when the number is right. */
	countedAt: z.optional(z.date()),
});
export type UsageMeter = z.infer<typeof UsageMeter>;

export const PlanStatus = z.enum(["trial", "active", "past_due", "canceled"]);
export type PlanStatus = z.infer<typeof PlanStatus>;

export const BillingSummary = z.object({
	planName: z.string(),
	status: PlanStatus,
	trialEndsAt: z.nullable(z.date()),
	usage: z.array(UsageMeter),
});
export type BillingSummary = z.infer<typeof BillingSummary>;

export const PlanCycle = z.enum(["month", "year"]);
export type PlanCycle = z.infer<typeof PlanCycle>;

export const PlanOffer = z.object({
	id: z.string(),
	name: z.string(),
	/** Null: by agreement. */
	price: z.nullable(Money),
	cycle: PlanCycle,
	meters: z.array(
		z.object({
			meter: MeterName,
			included: z.nullable(z.number()),
			limit: z.nullable(z.number()),
			overagePrice: z.nullable(Money),
		}),
	),
	/** Whether it can be paid for by card here. */
	isPayable: z.boolean(),
});
export type PlanOffer = z.infer<typeof PlanOffer>;

/** As Stripe issued it; the amounts are in the smallest unit of the currency. */
export const Invoice = z.object({
	id: z.string(),
	number: z.nullable(z.string()),
	at: z.number(),
	amount: z.number(),
	currency: z.string(),
	status: z.string(),
	/** Stripe's own page of it, and the file. */
	url: z.nullable(z.string()),
	pdf: z.nullable(z.string()),
});
export type Invoice = z.infer<typeof Invoice>;

export const PaymentMethod = z.object({ brand: z.string(), last4: z.string(), expires: z.nullable(z.string()) });
export type PaymentMethod = z.infer<typeof PaymentMethod>;

/** A month in the account's zone, as `2026-11`. */
export const BillingMonth = z.string().check(z.regex(/^\d{4}-(0[1-9]|1[0-2])$/, "A month such as 2026-11."));
export type BillingMonth = z.infer<typeof BillingMonth>;

/** Times are epoch ms. */
export const BillingDetails = z.object({
	/** `none`: nothing is billed here; `statements`: it is, and not paid for here; `stripe`: by card. */
	billing: z.enum(["none", "statements", "stripe"]),
	currency: z.string(),
	plan: z.nullable(PlanOffer),
	plans: z.array(PlanOffer),
	hasSubscription: z.boolean(),
	renewsAt: z.nullable(z.number()),
	/** The subscription was canceled, and runs until then. */
	endsAt: z.nullable(z.number()),
	/** `graceEndsAt`: from then on nothing can be added; readings and alerts go on. */
	pastDue: z.nullable(z.object({ since: z.number(), graceEndsAt: z.number() })),
	paymentMethod: z.nullable(PaymentMethod),
	nextInvoice: z.nullable(z.object({ amount: z.number(), currency: z.string(), at: z.number() })),
	invoices: z.array(Invoice),
	/** When Stripe was last asked. */
	readAt: z.nullable(z.number()),
	timeZone: z.string(),
	openMonth: BillingMonth,
	/** Closed months, the newest first. */
	statements: z.array(z.object({ month: BillingMonth, closedAt: z.number() })),
});
export type BillingDetails = z.infer<typeof BillingDetails>;

export const OpenCheckout = z.object({ planId: z.string().check(z.regex(/^[a-z0-9-]{1,40}$/, "Not a valid id.")) });
export type OpenCheckout = z.infer<typeof OpenCheckout>;

/** Where to go on: a page of Stripe's. Or why nothing was opened. */
export const PaymentPage = z.union([
	z.object({ url: z.string() }),
	z.object({ refused: z.enum(["notSetUp", "unavailable", "subscribed", "notSubscribed", "notPayable", "held"]) }),
]);
export type PaymentPage = z.infer<typeof PaymentPage>;

export const GetStatement = z.object({ month: BillingMonth, format: z.enum(["html", "csv"]) });
export type GetStatement = z.infer<typeof GetStatement>;

export const StatementFile = z.object({ name: z.string(), mediaType: z.string(), text: z.string() });
export type StatementFile = z.infer<typeof StatementFile>;

/** A month as it was closed, and as it stands in the directory. Times are epoch ms. */
export const Statement = z.object({
	month: BillingMonth,
	timeZone: z.string(),
	from: z.number(),
	to: z.number(),
	countedAt: z.number(),
	companyName: z.string(),
	planName: z.string(),
	price: z.nullable(Money),
	cycle: PlanCycle,
	currency: z.string(),
	lines: z.array(
		z.object({
			meter: MeterName,
			used: z.number(),
			included: z.nullable(z.number()),
			overagePrice: z.nullable(Money),
			/** Of what is beyond; null: nothing is charged for it. */
			amount: z.nullable(Money),
		}),
	),
	/** At list prices, without tax; null: the plan has none. */
	total: z.nullable(Money),
});
export type Statement = z.infer<typeof Statement>;

export const DeviceStorage = z.object({
	deviceId: DeviceId,
	name: z.string(),
	readings: z.number(),
	usedBytes: z.number(),
	oldestReadingAt: z.nullable(z.date()),
	newestReadingAt: z.nullable(z.date()),
});
export type DeviceStorage = z.infer<typeof DeviceStorage>;

export const StorageDetails = z.object({
	usedBytes: z.number(),
	quotaBytes: z.number(),
	readings: z.number(),
	oldestReadingAt: z.nullable(z.date()),
	/** Average of the last 30 days. */
	growthBytesPerDay: z.number(),
	/** When the quota is reached at the current growth; null if it is not growing. */
	fullAt: z.nullable(z.date()),
	devices: z.array(DeviceStorage),
});
export type StorageDetails = z.infer<typeof StorageDetails>;
