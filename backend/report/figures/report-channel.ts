import { inUnit, readUnit } from "../../../shared/formats/units";
import type { ReportLayout } from "../../../shared/report/report";
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
	// `toFixed` returns exponents for larger numbers.
	return Math.abs(value) < 1e21 ? Number(value.toFixed(digits)) : value;
}

type Limited = Pick<ShownChannel, "limits" | "unit" | "decimalSign">;

export function limitsText({ limits: { min, max }, unit, decimalSign }: Limited): string {
	const suffix = unit === "" ? "" : ` ${unit}`;
	const text = (value: number) => numberText(value, decimalSign);
	if (min === null && max === null) return "No limits";
	if (min === null) return `At most ${text(max ?? 0)}${suffix}`;
	if (max === null) return `At least ${text(min)}${suffix}`;
	return `${text(min)} to ${text(max)}${suffix}`;
}

/** Uses a minus sign, because spreadsheets read a hyphen as a formula. */
export function numberText(value: number, decimalSign: DecimalSign): string {
	return `${value < 0 ? "−" : ""}${inSign(String(Math.abs(value)), decimalSign)}`;
}
