import { inUnit, readUnit } from "../../../shared/formats/units";
import type { ReportLayout } from "../../../shared/report/report";
import type { ReportChannel } from "../source/report-source";
import { type DecimalSign, inSign } from "./decimal-sign";

/** A channel as a report shows it: in the unit of its layout. */
export type ShownChannel = {
	unit: string;
	/** `Air (°C)`, `Door (1 = open)`. */
	title: string;
	/** In that unit, not rounded: what is computed further. */
	converted(value: number): number;
	/** Of a converted value that was read: all its digits, or two more than a screen shows where its unit is another. */
	asRead(converted: number): number;
	/** Of a converted value that was computed: with as many digits. */
	rounded(converted: number): number;
	/** A stored value as it was read. */
	reading(value: number): number;
	/** A stored value that was computed, between what it was computed of: a mean is not below the lowest for its digits. */
	computed(value: number | null, total?: { min: number | null; max: number | null }): number | null;
	limits: { min: number | null; max: number | null };
	/** Of numbers within a sentence. */
	decimalSign: DecimalSign;
};

/** More digits would only show how it was computed. */
const furtherDigits = 2;

type ChannelLayout = Pick<ReportLayout, "temperature" | "csv">;

export function shownChannel(channel: ReportChannel, { temperature, csv }: ChannelLayout): ShownChannel {
	const unit = readUnit(channel.unit, temperature);
	const digits = Math.min(channel.decimals + furtherDigits, 20);
	const converted = (value: number) => inUnit(value, channel.unit, unit);
	const asRead = (value: number) => (unit === channel.unit ? value : rounded(value, digits));
	const reading = (value: number) => asRead(converted(value));
	const limit = (value: number | null) => (value === null ? null : reading(value));
	return {
		unit,
		converted,
		asRead,
		reading,
		decimalSign: csv.decimalSign,
		title: channel.quantity === "door" ? `${channel.name} (1 = open)` : titleOf(channel.name, unit),
		rounded: (value) => rounded(value, digits),
		computed: (value, { min, max } = { min: null, max: null }) => {
			if (value === null) return null;
			const shown = rounded(converted(value), digits);
			return Math.min(Math.max(shown, limit(min) ?? shown), limit(max) ?? shown);
		},
		limits: { min: limit(channel.min), max: limit(channel.max) },
	};
}

function titleOf(name: string, unit: string): string {
	return unit === "" ? name : `${name} (${unit})`;
}

export function rounded(value: number, digits: number): number {
	// Beyond this `toFixed` answers in exponents.
	return Math.abs(value) < 1e21 ? Number(value.toFixed(digits)) : value;
}

type Limited = Pick<ShownChannel, "limits" | "unit" | "decimalSign">;

/** `2 to 8 °C`, `at most 8 °C`, or nothing. */
export function limitsText({ limits: { min, max }, unit, decimalSign }: Limited): string {
	const suffix = unit === "" ? "" : ` ${unit}`;
	const text = (value: number) => numberText(value, decimalSign);
	if (min === null && max === null) return "No limits";
	if (min === null) return `At most ${text(max ?? 0)}${suffix}`;
	if (max === null) return `At least ${text(min)}${suffix}`;
	return `${text(min)} to ${text(max)}${suffix}`;
}

/** Within a sentence: a hyphen there would be a formula to a spreadsheet. */
export function numberText(value: number, decimalSign: DecimalSign): string {
	return `${value < 0 ? "−" : ""}${inSign(String(Math.abs(value)), decimalSign)}`;
}
