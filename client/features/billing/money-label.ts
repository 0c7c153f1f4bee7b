import type { Invoice, PlanOffer } from "../../../shared/account/billing";
import type { Money } from "../../../shared/account/billing-meters";

/** `€49.00`, `€0.065`: with as many digits as the price has. */
export function moneyLabel(amount: Money, currency: string): string {
	const digits = Math.max(2, amount.split(".")[1]?.length ?? 0);
	return new Intl.NumberFormat("en", {
		style: "currency",
		currency,
		minimumFractionDigits: digits,
		maximumFractionDigits: digits,
	}).format(Number(amount));
}

/** Currencies without a smaller unit today that Stripe still counts in hundredths. */
const hundredths = new Set(["isk", "ugx"]);

/** The smallest unit of a currency is not always a hundredth. */
export function smallestUnitsLabel({ amount, currency }: Pick<Invoice, "amount" | "currency">): string {
	const format = new Intl.NumberFormat("en", { style: "currency", currency });
	const { maximumFractionDigits = 2 } = format.resolvedOptions();
	const digits = hundredths.has(currency.toLowerCase()) ? 2 : maximumFractionDigits;
	return format.format(amount / 10 ** digits);
}

export function priceLabel({ price, cycle }: Pick<PlanOffer, "price" | "cycle">, currency: string): string {
	return price === null ? "by agreement" : `${moneyLabel(price, currency)} a ${cycle}`;
}
