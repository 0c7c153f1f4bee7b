import * as z from "zod/mini";
import { errorKey } from "../base/error-key";
import { DeviceId } from "../base/ids";
import { MeterName, Money } from "./billing-meters";

/** `included` null: no limit. The previous release's backend omits the optional fields. */
export const UsageMeter = z.object({
	meter: MeterName,
	used: z.number(),
	included: z.nullable(z.number()),
	/** Hard limit. Null: none. */
	limit: z.optional(z.nullable(z.number())),
	overagePrice: z.optional(z.nullable(Money)),
	resetsAt: z.optional(z.nullable(z.date())),
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

export const PlanOffer = z.object({
	id: z.string(),
	name: z.string(),
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
	isPayable: z.boolean(),
});
export type PlanOffer = z.infer<typeof PlanOffer>;

/** An invoice of Stripe. `amount` is in the smallest unit of the currency. */
export const Invoice = z.object({
	id: z.string(),
	number: z.nullable(z.string()),
	at: z.number(),
	amount: z.number(),
	currency: z.string(),
	status: z.string(),
	url: z.nullable(z.string()),
	pdf: z.nullable(z.string()),
});
export type Invoice = z.infer<typeof Invoice>;

export const PaymentMethod = z.object({ brand: z.string(), last4: z.string(), expires: z.nullable(z.string()) });
export type PaymentMethod = z.infer<typeof PaymentMethod>;

export const BillingMonth = z.string().check(z.regex(/^\d{4}-(0[1-9]|1[0-2])$/, errorKey("month.example")));
export type BillingMonth = z.infer<typeof BillingMonth>;

/** Times are epoch ms. */
export const BillingDetails = z.object({
	/** `none`: no billing; `statements`: monthly statements without payment; `stripe`: by card. */
	billing: z.enum(["none", "statements", "stripe"]),
	currency: z.string(),
	plan: z.nullable(PlanOffer),
	plans: z.array(PlanOffer),
	hasSubscription: z.boolean(),
	renewsAt: z.nullable(z.number()),
	endsAt: z.nullable(z.number()),
	/** From `graceEndsAt` on nothing can be added. Readings and alerts continue. */
	pastDue: z.nullable(z.object({ since: z.number(), graceEndsAt: z.number() })),
	paymentMethod: z.nullable(PaymentMethod),
	nextInvoice: z.nullable(z.object({ amount: z.number(), currency: z.string(), at: z.number() })),
	invoices: z.array(Invoice),
	readAt: z.nullable(z.number()),
	timeZone: z.string(),
	openMonth: BillingMonth,
	statements: z.array(z.object({ month: BillingMonth, closedAt: z.number() })),
});
export type BillingDetails = z.infer<typeof BillingDetails>;

export const OpenCheckout = z.object({
	planId: z.string().check(z.regex(/^[a-z0-9-]{1,40}$/, errorKey("id.invalid"))),
});
export type OpenCheckout = z.infer<typeof OpenCheckout>;

export const PaymentPage = z.union([
	z.object({ url: z.string() }),
	z.object({ refused: z.enum(["notSetUp", "unavailable", "subscribed", "notSubscribed", "notPayable", "held"]) }),
]);
export type PaymentPage = z.infer<typeof PaymentPage>;

export const GetStatement = z.object({ month: BillingMonth, format: z.enum(["html", "csv"]) });
export type GetStatement = z.infer<typeof GetStatement>;

export const StatementFile = z.object({ name: z.string(), mediaType: z.string(), text: z.string() });
export type StatementFile = z.infer<typeof StatementFile>;

/** A closed month, as stored in the directory. Times are epoch ms. */
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
			amount: z.nullable(Money),
		}),
	),
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
	growthBytesPerDay: z.number(),
	/** When the quota is reached at the current growth; null if it is not growing. */
	fullAt: z.nullable(z.date()),
	devices: z.array(DeviceStorage),
});
export type StorageDetails = z.infer<typeof StorageDetails>;
