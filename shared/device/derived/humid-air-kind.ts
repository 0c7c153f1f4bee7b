import * as z from "zod/mini";
import { t } from "../../words/made/derived";
import type { FormulasWords } from "../../words/made/formulas";
import type { Derivation, DerivedDefinition } from "./definition";
import { type FormulaMessage, formulaMessage } from "./formula";
import { coldest, hottest, type Surface } from "./humid-air";
import {
	converter,
	type DerivedKindModule,
	type DerivedOption,
	type DerivedRole,
	derivedKind,
	type SourceChannel,
} from "./kind";

/** Values outside `least` to `most`, in `unit`, are impossible: they make none. */
type AirRole = DerivedRole & { unit: string; least: number; most: number };

const degrees = {
	dimension: "temperature",
	quantity: "temperature",
	unit: "°C",
	least: coldest,
	most: hottest,
} as const;

const temperature: AirRole = { name: "temperature", label: t("temperature"), ...degrees };

const saturation = 100;

/** Wet sensors report more than 100 %, which counts as 100. */
const humidity: AirRole = {
	name: "humidity",
	label: t("humidity"),
	dimension: "share",
	quantity: "humidity",
	unit: "%",
	least: 0,
	most: 110,
};

export const pressureRole: AirRole = {
	name: "pressure",
	label: t("pressure"),
	dimension: "pressure",
	quantity: "pressure",
	isOptional: true,
	unit: "Pa",
	least: 10_000,
	most: 120_000,
};

export const leafRole: AirRole = { name: "leaf", label: t("leaf"), isOptional: true, ...degrees };

export const HumidAirOptions = z.object({ referredTo: z.enum(["water", "ice"]) });

const humidAirFields: Readonly<Record<string, DerivedOption>> = {
	referredTo: {
		label: t("surface"),
		text: t("surface.text"),
		input: "choice",
		choices: { water: t("surface.water"), ice: t("surface.ice") },
	},
};

/** Temperature in °C, humidity from 0 to 100 %, and the third role's value: NaN if the definition has none. */
export type Air = readonly [celsius: number, humidity: number, third: number];

type AirComputation = {
	/** Null: none between `coldest` and `hottest`, of temperatures only. */
	compute(air: Air): number | null;
	/** Whether the result rises with each part of the air. */
	rises: readonly [boolean, boolean, boolean];
	/** If the result neither rises nor falls throughout. */
	enclose?(lowest: Air, highest: Air): readonly [number, number];
};

type HumidAirName = {
	[Key in keyof FormulasWords]: "names" extends keyof FormulasWords[Key] ? Key : never;
}[keyof FormulasWords];

type HumidAirKind<Options> = {
	name: HumidAirName;
	title: string;
	text: string;
	third?: AirRole;
	isByAltitude?: true;
	fields?: Readonly<Record<string, DerivedOption>>;
	standards?: DerivedDefinition["options"];
	/** Null: a temperature in the unit of the temperature source. */
	result: SourceChannel | null;
	notes?(options: Options, hasThird: boolean): FormulaMessage[];
	computation(options: Options, circumstances: { altitude: number; hasThird: boolean }): AirComputation;
};

export function humidAirKind<Schema extends z.ZodMiniObject & z.ZodMiniType<{ referredTo?: Surface }>>(
	options: Schema,
	kind: HumidAirKind<z.output<Schema>>,
): DerivedKindModule {
	const { name, title, text, third, result, notes } = kind;
	const isBySurface = "referredTo" in options.shape;
	const roles = [temperature, humidity, ...(third ? [third] : [])];
	return derivedKind(options, {
		title,
		text,
		roles,
		canSaturate: true,
		...(kind.isByAltitude && { isByAltitude: ({ sources }) => sources.length < roles.length }),
		fields: { ...(isBySurface && humidAirFields), ...kind.fields },
		standards: { ...(isBySurface && { referredTo: "water" }), ...kind.standards },
		channelOf: ([source]) => result ?? { quantity: "temperature", unit: source?.unit ?? "°C", decimals: 1 },
		formula: (names, given) => {
			const surface = given.referredTo === "ice" ? [formulaMessage("overIce")] : [];
			const value = formulaMessage(name, { names: names.join(", ") });
			return [value, ...surface, ...(notes?.(given, names.length > 2) ?? [])];
		},
		derivation: (_, { units, altitude }, given) => {
			const hasThird = units.length > 2;
			const parts = roles.slice(0, units.length).map(({ unit, least, most }, position) => {
				return { read: converter(units[position] ?? unit, unit), least, most };
			});
			const computation = kind.computation(given, { altitude: altitude ?? 0, hasThird });
			return derivationOf(parts, computation, result ? (value) => value : converter("°C", units[0] ?? "°C"));
		},
	});
}

type Part = { read(value: number): number; least: number; most: number };

const noPart: Part = { read: () => Number.NaN, least: Number.NaN, most: Number.NaN };

const resultsPerUnit = 1e6;

function derivationOf(
	[celsiusPart = noPart, humidityPart = noPart, thirdPart]: readonly Part[],
	{ compute, rises, enclose }: AirComputation,
	written: (value: number) => number,
): Derivation {
	const isPossible = (value: number, { least, most }: Part) => value >= least && value <= most;
	const airOf = ([celsius = Number.NaN, humidity = Number.NaN, third = Number.NaN]: readonly number[]): Air => [
		celsiusPart.read(celsius),
		humidityPart.read(humidity),
		thirdPart ? thirdPart.read(third) : Number.NaN,
	];
	const touches = (least: number, most: number, part: Part) => most >= part.least && least <= part.most;
	const within = (value: number, { least, most }: Part) => Math.min(most, Math.max(least, value));
	const inBounds = ([celsius, humidity, third]: Air): Air => [
		within(celsius, celsiusPart),
		Math.min(saturation, within(humidity, humidityPart)),
		thirdPart ? within(third, thirdPart) : third,
	];
	const corner = (rising: Air, falling: Air): Air => [
		rises[0] ? rising[0] : falling[0],
		rises[1] ? rising[1] : falling[1],
		rises[2] ? rising[2] : falling[2],
	];
	return {
		value: (sources) => {
			const [celsius, humidity, third] = airOf(sources);
			if (!isPossible(celsius, celsiusPart) || !isPossible(humidity, humidityPart)) return null;
			if (thirdPart && !isPossible(third, thirdPart)) return null;
			const found = compute([celsius, Math.min(saturation, humidity), third]);
			return found === null ? null : written(Math.round(found * resultsPerUnit) / resultsPerUnit);
		},
		enclosure: (lowest, highest) => {
			const [low, high] = [airOf(lowest), airOf(highest)];
			if (!touches(low[0], high[0], celsiusPart) || !touches(low[1], high[1], humidityPart)) return null;
			if (thirdPart && !touches(low[2], high[2], thirdPart)) return null;
			const [lowAir, highAir] = [inBounds(low), inBounds(high)];
			const [from, to] = enclose?.(lowAir, highAir) ?? [
				compute(corner(lowAir, highAir)) ?? coldest,
				compute(corner(highAir, lowAir)) ?? hottest,
			];
			return [written(from - 1 / resultsPerUnit), written(to + 1 / resultsPerUnit)];
		},
		isExact: false,
		isSaturated: (sources) => airOf(sources)[1] > saturation,
	};
}
