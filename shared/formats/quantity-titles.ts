import type { Quantity } from "./units";

export const quantityTitles: Record<Quantity, string> = {
	temperature: "Temperature",
	humidity: "Humidity",
	pressure: "Pressure",
	co2: "CO₂",
	level: "Level",
	flow: "Flow",
	voltage: "Voltage",
	current: "Current",
	power: "Power",
	light: "Light",
	door: "Door",
	battery: "Battery",
	signal: "Signal",
	memory: "Memory",
	count: "Count",
	other: "Other",
};

/** Lower case, except for formulas. */
export function quantityInSentence(quantity: Quantity): string {
	const title = quantityTitles[quantity];
	return /^\p{Lu}{2}/u.test(title) ? title : title.toLowerCase();
}
