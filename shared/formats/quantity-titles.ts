import { Quantity } from "./units";

const otherTitles: { [One in Quantity]?: string } = { co2: "CO₂", ph: "pH", radiation: "Solar radiation" };

/** `windSpeed`: "Wind speed". */
function titleOf(quantity: Quantity): string {
	const words = quantity.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
	return otherTitles[quantity] ?? words.charAt(0).toUpperCase() + words.slice(1);
}

export const quantityTitles = Object.fromEntries(
	Quantity.options.map((quantity) => [quantity, titleOf(quantity)]),
) as Record<Quantity, string>; // every quantity has its entry

/** Lower case, except for formulas such as CO₂ and pH. */
export function quantityInSentence(quantity: Quantity): string {
	const title = quantityTitles[quantity];
	return /^\p{L}\p{Lu}/u.test(title) ? title : title.toLowerCase();
}
