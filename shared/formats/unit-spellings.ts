import { ownValue } from "../base/own-value";

type UnitFact = { dimension: string; factor: number; zero?: number; names: string[] };

/** A value × `factor` + `zero` is in the first unit of its dimension. */
const facts: Record<string, UnitFact> = {
	"°C": {
		dimension: "temperature",
		factor: 1,
		names:
			"c c° ℃ celsius celcius centigrade oc *c degc degreec degreesc degreecelsius degreescelsius degcelsius gradc gradcelsius cel".split(
				" ",
			),
	},
	"°F": {
		dimension: "temperature",
		factor: 1 / 1.8,
		zero: -32 / 1.8,
		names:
			"f f° ℉ fahrenheit farenheit of *f degf degreef degreesf degreefahrenheit degreesfahrenheit degfahrenheit".split(
				" ",
			),
	},
	K: { dimension: "temperature", factor: 1, zero: -273.15, names: ["kelvin", "degk", "°k"] },
	"%": {
		dimension: "share",
		factor: 1,
		names:
			"%rh rh% %rf rf% %r.h. %r.f. r.h.% %rel rel% %rel.f. %hr hr% percent percentage pct prozent rh %h %relativehumidity %vwc vwc% %vol vol% vol.%".split(
				" ",
			),
	},
	"m³/m³": {
		dimension: "share",
		factor: 100,
		names: "m3/m3 m^3/m^3 m3.m-3 m3m-3 m³.m⁻³ m³m⁻³ m³·m⁻³ cm3/cm3 cm³/cm³ cm^3/cm^3 v/v".split(" "),
	},
	hPa: { dimension: "pressure", factor: 1, names: ["mbar", "mb", "millibar", "hectopascal"] },
	kPa: { dimension: "pressure", factor: 10, names: ["kilopascal"] },
	cbar: { dimension: "pressure", factor: 10, names: ["cb", "centibar", "centibars"] },
	Pa: { dimension: "pressure", factor: 0.01, names: ["pascal"] },
	bar: { dimension: "pressure", factor: 1000, names: [] },
	psi: { dimension: "pressure", factor: 68.947572932, names: [] },
	inHg: { dimension: "pressure", factor: 33.86388667, names: ["in.hg", "inchhg", "incheshg"] },
	mmHg: { dimension: "pressure", factor: 1.33322387415, names: ["torr"] },
	ppm: { dimension: "part", factor: 1, names: [] },
	ppb: { dimension: "part", factor: 0.001, names: [] },
	V: { dimension: "voltage", factor: 1, names: ["volt", "volts", "vdc"] },
	mV: { dimension: "voltage", factor: 0.001, names: ["millivolt", "millivolts"] },
	A: { dimension: "current", factor: 1, names: ["amp", "amps", "ampere", "amperes"] },
	mA: { dimension: "current", factor: 0.001, names: ["milliamp", "milliamps", "milliampere", "milliamperes"] },
	µA: { dimension: "current", factor: 0.000001, names: ["ua", "μa"] },
	W: { dimension: "power", factor: 1, names: ["watt", "watts"] },
	kW: { dimension: "power", factor: 1000, names: [] },
	"W/m²": { dimension: "irradiance", factor: 1, names: ["w/m2", "w/m+2", "w/m^2", "wm-2"] },
	lx: { dimension: "light", factor: 1, names: ["lux"] },
	klx: { dimension: "light", factor: 1000, names: ["klux"] },
	m: { dimension: "length", factor: 1, names: ["meter", "meters", "metre", "metres"] },
	cm: { dimension: "length", factor: 0.01, names: ["centimeter", "centimeters"] },
	mm: { dimension: "length", factor: 0.001, names: ["millimeter", "millimeters"] },
	ft: { dimension: "length", factor: 0.3048, names: ["feet", "foot"] },
	in: { dimension: "length", factor: 0.0254, names: ["inch", "inches"] },
	"l/min": { dimension: "flow", factor: 1, names: ["lpm", "ltr/min"] },
	"l/s": { dimension: "flow", factor: 60, names: [] },
	"m³/h": { dimension: "flow", factor: 1000 / 60, names: ["m3/h", "cbm/h"] },
	"m/s": { dimension: "speed", factor: 1, names: ["ms-1"] },
	"km/h": { dimension: "speed", factor: 1 / 3.6, names: ["kmh", "kph"] },
	mph: { dimension: "speed", factor: 0.44704, names: [] },
	dBm: { dimension: "signal", factor: 1, names: ["dbm"] },
};

const byName = new Map(
	Object.entries(facts).flatMap(([unit, { names }]) => [unit, ...names].map((name) => [key(name), unit] as const)),
);

function key(text: string): string {
	return (
		text
			.toLowerCase()
			.replace(/[\s_]/g, "")
			.replace(/^deg\.|^\*(?=[cfk]$)/, "°")
			// Other signs for °, and its mojibake.
			.replace(/^(?:â|ã)?[º˚⁰ᵒ\ufffd?](?=[cfk])|^â°/, "°")
			.replace("µ", "μ")
			.replace(/^°/, "")
	);
}

/** The spelling that channels use. Null: unknown. */
export function knownUnit(text: string): string | null {
	return byName.get(key(text)) ?? null;
}

/** Key that is equal for all spellings of a unit. */
export function unitKey(text: string): string {
	return knownUnit(text) ?? text.toLowerCase().replace(/\s/g, "");
}

/** Null: unknown. */
export function unitDimension(text: string): string | null {
	return ownValue(facts, knownUnit(text) ?? "")?.dimension ?? null;
}

/** Null: the units do not convert. */
export function unitConversion(from: string, to: string): ((value: number) => number) | null {
	const [source, target] = [ownValue(facts, knownUnit(from) ?? ""), ownValue(facts, knownUnit(to) ?? "")];
	if (!source || !target || source.dimension !== target.dimension) return null;
	return (value) => {
		const first = value * source.factor + (source.zero ?? 0);
		return Number(((first - (target.zero ?? 0)) / target.factor).toPrecision(12));
	};
}
