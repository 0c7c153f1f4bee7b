import type { Invoice, PlanOffer } from "../../../shared/account/billing";
import {
	currencyDecimals,
	type Money,
	moneyText,
	moneyUnits,
	stripeDecimals,
} from "../../../shared/account/billing-meters";
import { ownValue } from "../../../shared/base/own-value";
import { pageLanguage } from "../../base/page-language";
import { groupedText } from "../../ui/value-display";
import { t } from "../../words/made/account";

export function moneyLabel(amount: Money, currency: string): string {
	return labelOf(moneyText(moneyUnits(amount), currency), currency);
}

export function smallestUnitsLabel({ amount, currency }: Pick<Invoice, "amount" | "currency">): string {
	return labelOf((amount / 10 ** stripeDecimals(currency)).toFixed(currencyDecimals(currency)), currency);
}

/** Browsers have their own list of decimals, by which some currencies of hundredths have none. */
function labelOf(text: string, currency: string): string {
	const digits = text.split(".")[1]?.length ?? 0;
	const decimals = { minimumFractionDigits: digits, maximumFractionDigits: digits };
	const format = new Intl.NumberFormat(pageLanguage, { style: "currency", currency, useGrouping: false, ...decimals });
	const shown: Record<string, string> = { integer: groupedText(text.replace("-", "")), decimal: "", fraction: "" };
	return format
		.formatToParts(Number(text))
		.map(({ type, value }) => ownValue(shown, type) ?? value)
		.join("");
}

export function priceLabel({ price, cycle }: Pick<PlanOffer, "price" | "cycle">, currency: string): string {
	return price === null ? t("price.byAgreement") : t(`price.each.${cycle}`, { price: moneyLabel(price, currency) });
}
