/**
 * How times and numbers are read, in one list: what can be chosen, and first in each what is specified. A company has
 * one of each, a person may have others, and both say it in these words.
 */
export const formatChoices = {
	hourCycle: ["12", "24"],
	dateOrder: ["month", "day", "year"],
	weekStart: ["monday", "sunday", "saturday"],
	/** `comma` also groups thousands by points. */
	decimalSign: ["point", "comma"],
	/** `stored`: each in its channel's own. */
	temperatureUnit: ["stored", "°C", "°F"],
} as const;

export type FormatName = keyof typeof formatChoices;
export const formatNames = Object.keys(formatChoices) as FormatName[]; // keys of a const object are its keyof

export type DisplayFormats = { [Name in FormatName]: (typeof formatChoices)[Name][number] };

export const specifiedFormats: DisplayFormats = {
	hourCycle: "12",
	dateOrder: "month",
	weekStart: "monday",
	decimalSign: "point",
	temperatureUnit: "stored",
};

export type TimeStyle = Pick<DisplayFormats, "hourCycle" | "dateOrder">;
export type WeekStart = DisplayFormats["weekStart"];
export type NumberStyle = Pick<DisplayFormats, "decimalSign">;
export type ValueStyle = Pick<DisplayFormats, "decimalSign" | "temperatureUnit">;

/** Days of the week from Monday, 1, in the order in which a week is read. */
export function daysOfWeek(weekStart: WeekStart): number[] {
	const first = { monday: 1, saturday: 6, sunday: 7 }[weekStart];
	return Array.from({ length: 7 }, (_, index) => ((first - 1 + index) % 7) + 1);
}

const signs = { point: { decimal: ".", group: "," }, comma: { decimal: ",", group: "." } } as const;

/** Of digits as programs write them, for a field to hold: `-1234.5` becomes `−1234,5`. */
export function asDigits(plain: string, { decimalSign }: NumberStyle): string {
	return plain.replaceAll("-", "−").replace(".", signs[decimalSign].decimal);
}

/** The same to be read, with its thousands grouped: `−1.234,5`. What is written as a power keeps its digits together. */
export function groupedDigits(plain: string, { decimalSign }: NumberStyle): string {
	const { decimal, group } = signs[decimalSign];
	const [whole = "", fraction] = plain.replaceAll("-", "−").split(".");
	// Beyond 1e21 it is written as a power.
	const grouped = whole.includes("e") ? whole : whole.replace(/\B(?=(?:\d{3})+$)/g, group);
	return fraction === undefined ? grouped : `${grouped}${decimal}${fraction}`;
}

/** A count with its thousands grouped, `1,204` or `1.204`; of a fraction as many decimals as it has. */
export function countDigits(count: number, style: NumberStyle = specifiedFormats): string {
	return groupedDigits(String(count), style);
}

/** `1 device`, `1,204 devices`: for nouns that take an s. */
export function counted(count: number, noun: string, style?: NumberStyle): string {
	return `${countDigits(count, style)} ${noun}${count === 1 ? "" : "s"}`;
}
