import * as z from "zod/mini";
import { errorKey } from "../base/error-key";
import { ownValue } from "../base/own-value";
import type { DisplayFormats, UnitChoices, UnitReader, ValueStyle } from "./display-formats";
import { type ConvertibleDimension, type Dimension, unitDimension, unitLine, unitsOfDimension } from "./unit-spellings";
import { Quantity, quantities } from "./units";

/** A dimension that no quantity names has a key of its own; null: its unit is not chosen. */
const dimensionNames: Record<ConvertibleDimension, UnitName | null> = {
	temperature: { quantity: "temperature" },
	pressure: { quantity: "pressure" },
	speed: { own: "speed" },
	length: { own: "length" },
	"rain rate": { own: "rainRate" },
	volume: { quantity: "volume" },
	flow: { quantity: "flow" },
	mass: { quantity: "weight" },
	energy: { quantity: "energy" },
	power: { quantity: "power" },
	voltage: { quantity: "voltage" },
	current: { quantity: "current" },
	light: { quantity: "light" },
	conductivity: { quantity: "conductivity" },
	concentration: { own: "concentration" },
	part: { own: "part" },
	time: { own: "time" },
	share: null,
	"temperature difference": null,
};

type UnitName = { quantity: Quantity } | { own: "speed" | "length" | "rainRate" | "concentration" | "part" | "time" };

/** Quantities of a dimension that others measure too are chosen apart: rain in inches, a level in feet. */
const apart = new Set(
	Quantity.options.filter((quantity) => {
		const dimension = dimensionOf(quantity);
		const alike = Quantity.options.filter((other) => dimensionOf(other) === dimension);
		return dimension !== null && alike.length > 1 && (nameOf(dimension) !== null || quantity === "soilMoisture");
	}),
);

function dimensionOf(quantity: Quantity): Dimension | null {
	return unitDimension(quantities[quantity].unit);
}

function nameOf(dimension: Dimension): UnitName | null {
	const names: Partial<Record<Dimension, UnitName | null>> = dimensionNames;
	return names[dimension] ?? null;
}

function isOffered(name: string, unit: unknown): boolean {
	return readingUnits.find((each) => each.name === name)?.units.some((offered) => offered === unit) ?? false;
}

/** `title`: its name, in the language of each reader. */
type ReadingUnit = { name: string; title: UnitName; units: readonly string[] };

export const readingUnits: readonly ReadingUnit[] = [
	...(Object.keys(dimensionNames) as ConvertibleDimension[]).flatMap((dimension) => {
		const title = nameOf(dimension);
		const titles = new Map<string, UnitName>(title === null ? [] : [[dimension, title]]);
		for (const quantity of apart) if (dimensionOf(quantity) === dimension) titles.set(quantity, { quantity });
		return [...titles].map(([name, ofName]) => ({ name, title: ofName, units: unitsOfDimension(dimension) }));
	}), // keys of a record are its keyof
];

export const ReadingUnits = z.custom<Record<string, string>>(
	(value) =>
		typeof value === "object" &&
		value !== null &&
		!Array.isArray(value) &&
		Object.entries(value).every(([name, unit]) => isOffered(name, unit)),
	{
		error: errorKey("unit.choose"),
		params: {
			key: z.string().check(z.maxLength(40)),
			value: z.string().check(z.maxLength(20)),
			most: readingUnits.length,
		},
	},
);

export function readingUnitOf({ quantity, unit }: { quantity: string; unit: string }): string | null {
	const dimension = unitDimension(unit);
	if (dimension === null) return null;
	const own = [...apart].find((name) => name === quantity);
	if (own && dimensionOf(own) === dimension) return own;
	return nameOf(dimension) === null ? null : dimension;
}

export function valueStyleOf({ decimalSign, ...formats }: Chosen & Pick<DisplayFormats, "decimalSign">): ValueStyle {
	return { decimalSign, units: unitReader(formats) };
}

type Chosen = Pick<DisplayFormats, "temperatureUnit" | "units">;

export function unitReader({ temperatureUnit, units }: Chosen): UnitReader | null {
	const chosen = unitChoices({ temperatureUnit, units });
	if (Object.keys(chosen).length === 0) return null;
	const known = new Map<string, ReturnType<UnitReader>>();
	return (measure) => {
		const key = `${measure.quantity} ${measure.unit}`;
		const found = known.get(key);
		if (found !== undefined) return found;
		const made = readerOf(measure, chosen);
		known.set(key, made);
		return made;
	};
}

export function unitChoices({ temperatureUnit, units }: Chosen): UnitChoices {
	return temperatureUnit === "stored" ? (units ?? {}) : { ...units, temperature: temperatureUnit };
}

export function withUnit(
	formats: Chosen,
	name: string,
	unit: string | null,
): Pick<DisplayFormats, "temperatureUnit"> & { units: UnitChoices } {
	const { [name]: _, ...others } = unitChoices(formats);
	const chosen = unit === null ? others : { ...others, [name]: unit };
	const { temperature, ...units } = chosen;
	return temperature === "°C" || temperature === "°F"
		? { temperatureUnit: temperature, units }
		: { temperatureUnit: "stored", units: chosen };
}

function readerOf(measure: Parameters<UnitReader>[0], chosen: UnitChoices): ReturnType<UnitReader> {
	const isDifferent = unitDimension(measure.unit) === "temperature difference";
	const name = isDifferent ? "temperature" : readingUnitOf(measure);
	const found = name === null ? undefined : ownValue(chosen, name);
	const unit = found && isDifferent ? `Δ${found}` : found;
	const line = unit === undefined ? null : unitLine(measure.unit, unit);
	if (unit === undefined || line === null || unit === measure.unit) return null;
	const { factor, zero } = line;
	return {
		unit,
		// Halved, so that °F keep the decimals of °C. The addition turns −0 into 0.
		moreDecimals: Math.ceil(-Math.log10(2 * factor)) + 0,
		read: (value, isDifference = false) => value * factor + (isDifference ? 0 : zero),
		stored: (value, isDifference = false) => (value - (isDifference ? 0 : zero)) / factor,
	};
}
