import type { ValueStyle } from "../../../shared/formats/display-formats";
import { valueStyleOf } from "../../../shared/formats/reading-units";
import { decimalsOf as decimalsWith, readIn } from "../../../shared/formats/units";
import type { ReportDefinition, ReportLayout } from "../../../shared/report/report";
import { wordsIn } from "../../../shared/words/made/report-file-in";
import { wordsIn as sentencesIn } from "../../../shared/words/made/sentences-in";
import type { ReportChannel } from "../source/report-source";
import { type DecimalSign, inSign } from "./decimal-sign";

export type ShownChannel = {
	unit: string;
	title: string;
	/** Converts without rounding, for further computation. */
	converted(value: number): number;
	/** Rounds a converted reading: all its digits, or two more than screens if converted to another unit. */
	asRead(converted: number): number;
	rounded(converted: number): number;
	reading(value: number): number;
	/** Converts a stored result and clamps it to `total`: a rounded mean must not lie below the minimum. */
	computed(value: number | null, total?: { min: number | null; max: number | null }): number | null;
	limits: { min: number | null; max: number | null };
	decimalSign: DecimalSign;
};

const furtherDigits = 2;
/** Relative: how far a logger's number of single precision is from its decimals. */
const singleNoise = 1e-7;

type ChannelLayout = Pick<ReportLayout, "temperature" | "units" | "csv" | "language">;

export function layoutStyle({ temperature, units, csv, language }: ChannelLayout): ValueStyle {
	const style = valueStyleOf({ temperatureUnit: temperature, units, decimalSign: csv.decimalSign });
	return { ...style, say: sentencesIn(language) };
}

export function shownChannel(channel: ReportChannel, layout: ChannelLayout): ShownChannel {
	const { unit, moreDecimals, read } = readIn(channel, layoutStyle(layout));
	const digits = decimalsWith(channel.decimals + furtherDigits, moreDecimals);
	const converted = (value: number) => read(value);
	const asRead = (value: number) => (unit === channel.unit ? value : rounded(value, digits));
	const reading = (value: number) => asRead(converted(value));
	const limit = (value: number | null) => (value === null ? null : reading(value));
	return {
		unit,
		converted,
		asRead,
		reading,
		decimalSign: layout.csv.decimalSign,
		title:
			channel.quantity === "door"
				? wordsIn(layout.language)("channel.door", { channel: channel.name })
				: titleOf(channel.name, unit),
		rounded: (value) => rounded(value, digits),
		computed: (value, { min, max } = { min: null, max: null }) => {
			if (value === null) return null;
			const shown = rounded(converted(value), digits);
			return Math.min(Math.max(shown, limit(min) ?? shown), limit(max) ?? shown);
		},
		limits: { min: limit(channel.min), max: limit(channel.max) },
	};
}

/** `at`: epoch ms; `offsetMinutes`: ahead of UTC; `ms`: a duration; `decimals`: of this value alone. Null: empty. */
export type ReportCell =
	| string
	| number
	| null
	| { at: number; offsetMinutes: number }
	| { ms: number }
	| { value: number; decimals: number };

export type ValueCell = (value: number | null) => ReportCell;

/** On pages all values of a channel have the decimals of screens, or those of its readings if they have more. */
export function valueCells(
	{ format, layout }: Pick<ReportDefinition, "format" | "layout">,
	channel: ReportChannel,
	values: ArrayLike<number>,
): ValueCell {
	if (format !== "pdf") return (value) => value;
	const { unit, moreDecimals } = readIn(channel, layoutStyle(layout));
	const isConverted = unit !== channel.unit;
	const decimals = isConverted ? decimalsWith(channel.decimals, moreDecimals) : decimalsOf(values, channel.decimals);
	return (value) => (value === null ? null : { value, decimals });
}

function decimalsOf(values: ArrayLike<number>, least: number): number {
	let decimals = least;
	for (let index = 0; index < values.length && decimals < least + furtherDigits; index += 1) {
		const value = values[index] ?? 0;
		const noise = Math.abs(value) * singleNoise;
		while (decimals < least + furtherDigits && Math.abs(rounded(value, decimals) - value) > noise) decimals += 1;
	}
	return decimals;
}

function titleOf(name: string, unit: string): string {
	return unit === "" ? name : `${name} (${unit})`;
}

export function rounded(value: number, digits: number): number {
	// `toFixed` returns exponents for larger numbers.
	return Math.abs(value) < 1e21 ? Number(value.toFixed(digits)) : value;
}

export function cellNumber(cell: ReportCell, decimalSign: DecimalSign): string {
	if (typeof cell === "number") return numberText(cell, decimalSign);
	if (cell === null || typeof cell === "string" || !("value" in cell)) return "";
	const { value, decimals } = cell;
	return `${value < 0 && Number(value.toFixed(decimals)) !== 0 ? "−" : ""}${inSign(Math.abs(value).toFixed(decimals), decimalSign)}`;
}

/** Uses a minus sign, because spreadsheets read a hyphen as a formula. */
export function numberText(value: number, decimalSign: DecimalSign): string {
	return `${value < 0 ? "−" : ""}${inSign(String(Math.abs(value)), decimalSign)}`;
}
