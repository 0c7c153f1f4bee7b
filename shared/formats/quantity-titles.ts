import { t } from "../words/made/sentences";
import { Quantity } from "./units";

export function quantityTitle(quantity: Quantity, say = t): string {
	return say(`quantity.${quantity}`);
}

/** Renders in the page's language, and in a Worker in English. */
export const quantityTitles = Object.fromEntries(
	Quantity.options.map((quantity) => [quantity, quantityTitle(quantity)]),
) as Record<Quantity, string>; // every quantity has its entry

/** Lower case where the language has it, except for formulas such as CO₂ and pH. */
export function quantityInSentence(quantity: Quantity, say = t): string {
	return say(`quantityInSentence.${quantity}`);
}
