import type * as z from "zod/mini";
import { errorKey } from "../../base/error-key";
import { largestOf } from "../../base/lists";
import { unitConversion, unitDimension, unitKey } from "../../formats/unit-spellings";
import { isDirection, type Quantity } from "../../formats/units";
import type { Derivation, DerivedDefinition } from "./definition";
import type { Formula } from "./formula";

/** A fitting source has a unit of `dimension` and this quantity, or "other". Without `dimension`, all sources share one. */
export type DerivedRole = {
	name: string;
	label: string;
	dimension?: string;
	quantity?: Quantity;
	unit?: string;
	isOptional?: true;
	count?: { least: number; most: number };
};

/** A form's field for an option. `unit` follows a number; "source": the unit of the first source. */
export type DerivedOption = {
	label: string;
	text?: string;
	isOptional?: true;
	isShown?(options: Readonly<Record<string, string>>): boolean;
} & (
	| { input: "number"; unit?: string }
	| { input: "choice"; choices: Readonly<Record<string, string>> }
	| { input: "quantity" | "unit" | "text" }
);

export type SourceChannel = { quantity: Quantity; unit: string; decimals: number };

/** `units` of the sources, in their order. `altitude` in meters above sea level. */
export type Circumstances = { units: readonly string[]; altitude: number | null };

type Options = DerivedDefinition["options"];

type Subject<Parsed> = {
	title: string;
	text: string;
	roles: readonly DerivedRole[];
	problem?(sources: readonly SourceChannel[]): string | null;
	isByAltitude?(definition: DerivedDefinition): boolean;
	canSaturate?: true;
	fields: Readonly<Record<string, DerivedOption>>;
	/** Options that a definition may lack. */
	standards?: Options;
	channelOf(sources: readonly SourceChannel[], options: Parsed): SourceChannel;
	formula(names: readonly string[], options: Parsed): Formula;
	derivation(definition: DerivedDefinition, circumstances: Circumstances, options: Parsed): Derivation;
};

export type DerivedKindModule = Omit<Subject<Options>, "derivation"> & {
	/** Includes the standards. */
	readOptions(given: Options): z.util.SafeParseResult<unknown>;
	/** Throws ZodError for options that the kind does not know. */
	derivation(definition: DerivedDefinition, circumstances: Circumstances): Derivation;
};

export function derivedKind<Schema extends z.ZodMiniType>(
	options: Schema,
	subject: Subject<z.output<Schema>>,
): DerivedKindModule {
	const whole = (given: Options) => ({ ...subject.standards, ...given });
	const parsed = (given: Options) => options.parse(whole(given));
	return {
		...subject,
		readOptions: (given) => options.safeParse(whole(given)),
		channelOf: (sources, given) => subject.channelOf(sources, parsed(given)),
		formula: (names, given) => subject.formula(names, parsed(given)),
		derivation: (definition, circumstances) =>
			subject.derivation(definition, circumstances, parsed(definition.options)),
	};
}

export function isFitting(
	{ dimension, quantity }: DerivedRole,
	channel: Pick<SourceChannel, "quantity" | "unit">,
): boolean {
	if (quantity !== undefined && channel.quantity !== quantity && channel.quantity !== "other") return false;
	return dimension === undefined || unitDimension(channel.unit) === dimension;
}

export function isOfOneDimension(one: string, other: string): boolean {
	return unitKey(one) === unitKey(other) || unitConversion(one, other) !== null;
}

export function converter(from: string, to: string): (value: number) => number {
	return unitKey(from) === unitKey(to) ? (value) => value : (unitConversion(from, to) ?? ((value) => value));
}

export function inFirstUnit({ units }: Circumstances): ((value: number) => number)[] {
	return units.map((unit) => converter(unit, units[0] ?? unit));
}

export function commonQuantity(sources: readonly SourceChannel[]): Quantity {
	const [first] = sources;
	return first && sources.every(({ quantity }) => quantity === first.quantity) ? first.quantity : "other";
}

export function directionProblem(sources: readonly SourceChannel[]): string | null {
	return sources.some(({ quantity }) => isDirection(quantity)) ? errorKey("derived.directions") : null;
}

export function finestDecimals(sources: readonly SourceChannel[]): number {
	return largestOf([0, ...sources.map(({ decimals }) => decimals)]);
}

/** A temperature difference has a unit of its own, because its conversion has no zero point. */
export function unitOfDifference(unit: string): string {
	if (unitDimension(unit) !== "temperature") return unit;
	return unitKey(unit) === "°F" ? "Δ°F" : "Δ°C";
}

/**
 * Removes binary rounding errors: 0.30000000000000004 is 0.3. Always finite, and monotonic, so that the enclosure of a
 * rounded value is the rounded enclosure.
 */
export function rounded(value: number): number {
	if (!Number.isFinite(value)) return Math.sign(value) * Number.MAX_VALUE;
	const size = Math.abs(value);
	if (size >= 1e-4 && size < 1e6) return Math.round(value * 1e9) / 1e9;
	return Number(value.toPrecision(12)) + 0;
}

/** Bounds a value that only rises or only falls with each source. `rises` takes a source's position. */
export function monotonicEnclosure(
	value: Derivation["value"],
	rises: (position: number) => boolean,
): Derivation["enclosure"] {
	return (lowest, highest) => {
		const low = value(lowest.map((least, at) => (rises(at) ? least : (highest[at] ?? least))));
		const high = value(highest.map((most, at) => (rises(at) ? most : (lowest[at] ?? most))));
		return low === null || high === null ? null : [low, high];
	};
}
