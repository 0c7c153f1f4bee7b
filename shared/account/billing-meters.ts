import * as z from "zod/mini";
import { errorKey } from "../base/error-key";

/** Meters of an account. Monthly ones restart at zero each month; the others hold the current number. */
export const MeterName = z.enum([
	"devices",
	"users",
	"storageBytes",
	"emails",
	"sms",
	"calls",
	"webhooks",
	"apiCalls",
	"reportRuns",
]);
export type MeterName = z.infer<typeof MeterName>;

export type MonthlyMeter = Exclude<MeterName, "devices" | "users" | "storageBytes">;

export const meterTitles: Record<MeterName, string> = {
	devices: "Devices",
	users: "Users",
	storageBytes: "Storage",
	emails: "E-mails sent",
	sms: "SMS sent",
	calls: "Calls made",
	webhooks: "Webhooks sent",
	apiCalls: "API calls",
	reportRuns: "Report runs",
};

export const meterMeanings: Record<MeterName, string> = {
	devices: "Devices that are not archived or deleted",
	users: "Members that are not disabled",
	storageBytes: "Readings, files of reports, and Parquet files",
	emails: "Accepted by the mail provider",
	sms: "Accepted by the SMS provider; a long text takes 2 parts, in Japanese or Chinese up to 3",
	calls: "Calls that someone picked up, for up to 4 minutes each",
	webhooks: "Accepted by the addresses they go to, chat channels included",
	apiCalls: "Uploads with a valid key of a device or integration, and calls with an API key",
	reportRuns: "Reports that were made, whether on schedule or on demand",
};

export function isMonthly(meter: MeterName): meter is MonthlyMeter {
	return meter !== "devices" && meter !== "users" && meter !== "storageBytes";
}

/** Decimal text, so that nothing is rounded: `49.00`, `0.05`. */
export const Money = z.string().check(z.regex(/^\d{1,7}(\.\d{1,4})?$/, errorKey("amount.example")));
export type Money = z.infer<typeof Money>;

/** The amount in ten-thousandths of the currency. */
export function moneyUnits(money: Money): bigint {
	const [whole = "0", part = ""] = money.split(".");
	return BigInt(whole) * 10_000n + BigInt(part.padEnd(4, "0"));
}

/** https://docs.stripe.com/currencies#zero-decimal and #special-cases */
const wholeCurrencies = "BIF CLP DJF GNF ISK JPY KMF KRW MGA PYG RWF UGX VND VUV XAF XOF XPF".split(" ");
const thousandthCurrencies = ["BHD", "JOD", "KWD", "OMR", "TND"];
/** Stripe counts these whole currencies in hundredths. */
const sentInHundredths = ["ISK", "UGX"];

/** The decimals that amounts in this currency have, of any case. */
export function currencyDecimals(currency: string): number {
	const code = currency.toUpperCase();
	if (thousandthCurrencies.includes(code)) return 3;
	return wholeCurrencies.includes(code) ? 0 : 2;
}

/** The power of ten between an amount of Stripe and the currency. */
export function stripeDecimals(currency: string): number {
	return sentInHundredths.includes(currency.toUpperCase()) ? 2 : currencyDecimals(currency);
}

/** Amount in ten-thousandths as text with the currency's decimals, or more if the amount has more. */
export function moneyText(units: bigint, currency: string): Money {
	const digits = (units % 10_000n).toString().padStart(4, "0");
	const least = currencyDecimals(currency);
	const part = digits.slice(0, least) + digits.slice(least).replace(/0+$/, "");
	return part === "" ? String(units / 10_000n) : `${units / 10_000n}.${part}`;
}
