import type { SentencesTranslate } from "../words/made/sentences";

/** The first of each is the default. A company sets them, and a person may differ. */
export const formatChoices = {
	hourCycle: ["12", "24"],
	dateOrder: ["month", "day", "year"],
	weekStart: ["monday", "sunday", "saturday"],
	/** `comma` also groups thousands by points. */
	decimalSign: ["point", "comma"],
	temperatureUnit: ["stored", "°C", "°F"],
} as const;

export type FormatName = keyof typeof formatChoices;
export const formatNames = Object.keys(formatChoices) as FormatName[]; // keys of a const object are its keyof

/** Units by what is measured; the names are those of `reading-units.ts`. Others are read as measured. */
export type UnitChoices = Readonly<Record<string, string>>;

/** `temperatureUnit` wins over the units, unless it is `stored`. */
export type DisplayFormats = { [Name in FormatName]: (typeof formatChoices)[Name][number] } & {
	units?: UnitChoices | undefined;
};

export const specifiedFormats: DisplayFormats = {
	hourCycle: "12",
	dateOrder: "month",
	weekStart: "monday",
	decimalSign: "point",
	temperatureUnit: "stored",
};

/** `language`: tag of the names of months and of AM and PM. Absent: English. */
export type TimeStyle = Pick<DisplayFormats, "hourCycle" | "dateOrder"> & { language?: string | undefined };
export type WeekStart = DisplayFormats["weekStart"];
export type NumberStyle = Pick<DisplayFormats, "decimalSign">;
/** `say` absent: the page's language, English in a Worker. */
export type ValueStyle = NumberStyle & { units: UnitReader | null; say?: SentencesTranslate | undefined };

export const specifiedStyle: ValueStyle = { decimalSign: specifiedFormats.decimalSign, units: null };

export type UnitReader = (measure: { quantity: string; unit: string }) => ReadIn | null;

export type ReadIn = {
	unit: string;
	/** Added to a channel's decimals, so that a step of the display grows at most twofold. */
	moreDecimals: number;
	read(value: number, isDifference?: boolean): number;
	stored(read: number, isDifference?: boolean): number;
};

/** Weekdays (Monday is 1) in the order of the week. */
export function daysOfWeek(weekStart: WeekStart): number[] {
	const first = { monday: 1, saturday: 6, sunday: 7 }[weekStart];
	return Array.from({ length: 7 }, (_, index) => ((first - 1 + index) % 7) + 1);
}

const signs = { point: { decimal: ".", group: "," }, comma: { decimal: ",", group: "." } } as const;

/** `-1234.5` to `−1234,5`, for input fields. */
export function asDigits(plain: string, { decimalSign }: NumberStyle): string {
	return plain.replaceAll("-", "−").replace(".", signs[decimalSign].decimal);
}

/** `-1234.5` to `−1.234,5`, for display. Powers keep their digits together. */
export function groupedDigits(plain: string, { decimalSign }: NumberStyle): string {
	const { decimal, group } = signs[decimalSign];
	const [whole = "", fraction] = plain.replaceAll("-", "−").split(".");
	const grouped = whole.includes("e") ? whole : whole.replace(/\B(?=(?:\d{3})+$)/g, group);
	return fraction === undefined ? grouped : `${grouped}${decimal}${fraction}`;
}

/** `1,204` or `1.204`. Fractions keep their decimals. */
export function countDigits(count: number, style: NumberStyle = specifiedFormats): string {
	return groupedDigits(String(count), style);
}

/** `1 device`, `1,204 devices`, for nouns with an s. */
export function counted(count: number, noun: string, style?: NumberStyle): string {
	return `${countDigits(count, style)} ${noun}${count === 1 ? "" : "s"}`;
}
