import { ownValue } from "../base/own-value";

type UnitFact = { dimension: string; factor: number; zero?: number; names: string[] };

/** A value × `factor` + `zero` is in the first unit of its dimension. */
const facts = {
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
	"Δ°C": { dimension: "temperature difference", factor: 1, names: ["δc"] },
	"Δ°F": { dimension: "temperature difference", factor: 1 / 1.8, names: ["δf"] },
	ΔK: { dimension: "temperature difference", factor: 1, names: [] },
	"%": {
		dimension: "share",
		factor: 1,
		names:
			"%rh rh% %rf rf% %r.h. %r.f. r.h.% %rel rel% %rel.f. %hr hr% percent percentage pct prozent rh %h %relativehumidity %vwc vwc% %vol vol% vol.% %v/v".split(
				" ",
			),
	},
	"m³/m³": { dimension: "share", factor: 100, names: "m3m-3 cm3/cm3 cm3cm-3 v/v".split(" ") },
	"‰": { dimension: "share", factor: 0.1, names: ["permille", "promille"] },
	hPa: {
		dimension: "pressure",
		factor: 1,
		names: "mbar mb mbars millibar millibars hectopascal hectopascals".split(" "),
	},
	kPa: { dimension: "pressure", factor: 10, names: "kilopascal kilopascals cbar cb centibar centibars".split(" ") },
	Pa: { dimension: "pressure", factor: 0.01, names: ["pascal", "pascals"] },
	bar: { dimension: "pressure", factor: 1000, names: ["bars"] },
	dbar: { dimension: "pressure", factor: 100, names: ["decibar", "decibars"] },
	atm: { dimension: "pressure", factor: 1013.25, names: [] },
	psi: { dimension: "pressure", factor: 68.947572932, names: "psia lbf/in2 lb/in2".split(" ") },
	inHg: { dimension: "pressure", factor: 33.86388667, names: "in.hg inchhg inchofhg incheshg inchesofhg".split(" ") },
	mmHg: { dimension: "pressure", factor: 1.33322387415, names: ["torr"] },
	"cmH₂O": { dimension: "pressure", factor: 0.980665, names: ["cmh2o"] },
	"inH₂O": { dimension: "pressure", factor: 2.4908891, names: ["inh2o", "inwc"] },
	ppm: { dimension: "part", factor: 1, names: [] },
	ppb: { dimension: "part", factor: 0.001, names: [] },
	V: { dimension: "voltage", factor: 1, names: ["volt", "volts", "vdc", "vac"] },
	mV: { dimension: "voltage", factor: 0.001, names: ["millivolt", "millivolts"] },
	A: { dimension: "current", factor: 1, names: ["amp", "amps", "ampere", "amperes"] },
	mA: { dimension: "current", factor: 0.001, names: ["milliamp", "milliamps", "milliampere", "milliamperes"] },
	µA: { dimension: "current", factor: 0.000001, names: ["ua"] },
	W: { dimension: "power", factor: 1, names: ["watt", "watts"] },
	kW: { dimension: "power", factor: 1000, names: ["kilowatt", "kilowatts"] },
	kWh: { dimension: "energy", factor: 1, names: ["kilowatthour", "kilowatthours"] },
	Wh: { dimension: "energy", factor: 0.001, names: ["watthour", "watthours"] },
	kJ: { dimension: "energy", factor: 1 / 3600, names: ["kilojoule", "kilojoules"] },
	GJ: { dimension: "energy", factor: 1_000_000 / 3600, names: ["gigajoule", "gigajoules"] },
	"W/m²": { dimension: "irradiance", factor: 1, names: ["w/m+2", "wm-2"] },
	lx: { dimension: "light", factor: 1, names: ["lux", "lm/m2"] },
	klx: { dimension: "light", factor: 1000, names: ["klux"] },
	"lm/ft²": { dimension: "light", factor: 1 / 0.09290304, names: "ft-c footcandle footcandles foot-candle".split(" ") },
	m: { dimension: "length", factor: 1, names: ["meter", "meters", "metre", "metres"] },
	km: { dimension: "length", factor: 1000, names: ["kilometer", "kilometers", "kilometre", "kilometres"] },
	mi: { dimension: "length", factor: 1609.344, names: ["mile", "miles"] },
	cm: { dimension: "length", factor: 0.01, names: ["centimeter", "centimeters", "centimetre", "centimetres"] },
	mm: { dimension: "length", factor: 0.001, names: "millimeter millimeters millimetre millimetres l/m2".split(" ") },
	ft: { dimension: "length", factor: 0.3048, names: ["feet", "foot"] },
	in: { dimension: "length", factor: 0.0254, names: ["inch", "inches"] },
	"m³": {
		dimension: "volume",
		factor: 1,
		names: "cbm cubicmeter cubicmeters cubicmetre cubicmetres kl kiloliter kiloliters kilolitre kilolitres".split(" "),
	},
	l: { dimension: "volume", factor: 0.001, names: "ltr liter liters litre litres dm3".split(" ") },
	ml: {
		dimension: "volume",
		factor: 0.000001,
		names: "milliliter milliliters millilitre millilitres cm3".split(" "),
	},
	"ft³": { dimension: "volume", factor: 0.028316846592, names: "cf cuft cubicfoot cubicfeet".split(" ") },
	CCF: { dimension: "volume", factor: 2.8316846592, names: ["hcf"] },
	MCF: { dimension: "volume", factor: 28.316846592, names: [] },
	"US gal": {
		dimension: "volume",
		factor: 0.003785411784,
		names: "gal gals gallon gallons galus gal-us gal(us) u.s.gal u.s.gallons usgallon usgallons usliquidgallon".split(
			" ",
		),
	},
	kgal: { dimension: "volume", factor: 3.785411784, names: ["kgals", "kgallon", "kgallons"] },
	"imp gal": {
		dimension: "volume",
		factor: 0.00454609,
		names:
			"imp.gal galimp gal-imp gal(imp) gal(imperial) imperialgal imperialgallon imperialgallons ukgal galuk gal-uk gal(uk) ukgallon ukgallons".split(
				" ",
			),
	},
	"l/min": { dimension: "flow", factor: 1, names: ["lpm", "ltr/min"] },
	"l/s": { dimension: "flow", factor: 60, names: ["lps", "l/sec"] },
	"l/h": { dimension: "flow", factor: 1 / 60, names: ["lph", "l/hr"] },
	"m³/h": { dimension: "flow", factor: 1000 / 60, names: ["cbm/h", "m3/hr"] },
	"m³/s": { dimension: "flow", factor: 60_000, names: ["m3s-1"] },
	"m³/min": { dimension: "flow", factor: 1000, names: [] },
	"ml/min": { dimension: "flow", factor: 0.001, names: [] },
	"ft³/s": { dimension: "flow", factor: 1699.01079552, names: ["cfs"] },
	"ft³/min": { dimension: "flow", factor: 28.316846592, names: ["cfm"] },
	"ft³/h": { dimension: "flow", factor: 28.316846592 / 60, names: ["cfh", "ft3/hr"] },
	"US gal/min": { dimension: "flow", factor: 3.785411784, names: "gpm usgpm gal/min gals/min gallons/min".split(" ") },
	"US gal/h": { dimension: "flow", factor: 3.785411784 / 60, names: "gph usgph gal/h gal/hr gallons/h".split(" ") },
	"imp gal/min": { dimension: "flow", factor: 4.54609, names: ["igpm", "impgpm", "gal-imp/min", "ukgal/min"] },
	"imp gal/h": { dimension: "flow", factor: 4.54609 / 60, names: ["igph", "impgph", "gal-imp/h", "ukgal/h"] },
	"m/s": { dimension: "speed", factor: 1, names: ["ms-1", "mps"] },
	"km/h": { dimension: "speed", factor: 1 / 3.6, names: ["kmh", "kmph", "kph"] },
	mph: { dimension: "speed", factor: 0.44704, names: ["mi/h"] },
	"ft/s": { dimension: "speed", factor: 0.3048, names: ["ft/sec"] },
	kn: { dimension: "speed", factor: 1852 / 3600, names: ["kt", "kts", "knot", "knots"] },
	// A number of it is a range of speeds, so it converts into none.
	Bft: { dimension: "wind scale", factor: 1, names: ["beaufort", "beauforts"] },
	"mm/h": { dimension: "rain rate", factor: 1, names: ["mm/hr", "l/m2/h", "l/m2h"] },
	"in/h": { dimension: "rain rate", factor: 25.4, names: ["in/hr", "iph"] },
	"µS/cm": { dimension: "conductivity", factor: 1, names: ["us/cm"] },
	"mS/cm": { dimension: "conductivity", factor: 1000, names: ["ds/m"] },
	"S/m": { dimension: "conductivity", factor: 10_000, names: [] },
	"µg/m³": { dimension: "concentration", factor: 1, names: ["ug/m3"] },
	"mg/m³": { dimension: "concentration", factor: 1000, names: [] },
	"g/m³": { dimension: "concentration", factor: 1_000_000, names: [] },
	"mg/l": { dimension: "concentration", factor: 1_000_000, names: [] },
	ms: { dimension: "time", factor: 0.001, names: ["msec", "millisecond", "milliseconds"] },
	s: { dimension: "time", factor: 1, names: ["sec", "secs", "second", "seconds"] },
	min: { dimension: "time", factor: 60, names: ["mins", "minute", "minutes"] },
	h: { dimension: "time", factor: 3600, names: ["hr", "hrs", "hour", "hours"] },
	d: { dimension: "time", factor: 86_400, names: ["day", "days"] },
	Hz: { dimension: "frequency", factor: 1, names: ["hertz"] },
	dBm: { dimension: "signal", factor: 1, names: [] },
	dB: { dimension: "sound", factor: 1, names: ["dba", "db(a)", "dbspl", "decibel", "decibels"] },
	kg: { dimension: "mass", factor: 1, names: "kgs kilogram kilograms".split(" ") },
	g: { dimension: "mass", factor: 0.001, names: ["gram", "grams"] },
	lb: { dimension: "mass", factor: 0.45359237, names: ["lbs", "pound", "pounds"] },
	"°": { dimension: "angle", factor: 1, names: "deg degree degrees arcdegree".split(" ") },
	PSU: { dimension: "salinity", factor: 1, names: [] },
	pH: { dimension: "acidity", factor: 1, names: [] },
} as const satisfies Record<string, UnitFact>;

export type Unit = keyof typeof facts;
export type Dimension = (typeof facts)[Unit]["dimension"];

export type UnitsOf<D extends Dimension> = { [U in Unit]: (typeof facts)[U]["dimension"] extends D ? U : never }[Unit];
type IsUnion<Type, Whole = Type> = Type extends Whole ? ([Whole] extends [Type] ? false : true) : never;
export type ConvertibleDimension = {
	[D in Dimension]: true extends IsUnion<UnitsOf<D>> ? D : never;
}[Dimension];

const known: Record<string, UnitFact & { dimension: Dimension }> = facts;

const plainSigns: Record<string, string> = { "²": "2", "³": "3", "⁻": "-", "¹": "1", "₂": "2" };

const byName = new Map(
	Object.entries(known).flatMap(([unit, { names }]) => [unit, ...names].map((name) => [key(name), unit] as const)),
);

function key(text: string): string {
	return (
		text
			.toLowerCase()
			.replace(/[\s_]/g, "")
			.replace(/^deg\.|^\*(?=[cfk]$)/, "°")
			// Other signs for °, and its mojibake.
			.replace(/^(?:â|ã)?[º˚⁰ᵒ\ufffd?](?=[cfk])|^â°/, "°")
			.replace(/^°(?=.)/, "")
			.replace(/[μµ]/g, "u")
			.replace(/[²³⁻¹₂]/g, (sign) => ownValue(plainSigns, sign) ?? sign)
			.replace(/\^|(?<=.)\.$/g, "")
			.replace(/[⋅·.]([a-z]+)-([123])$/, (_, unit, power) => `/${unit}${power === "1" ? "" : power}`)
	);
}

/** In capitals they are siemens, megaliters, or prefixes. */
const smallOnly = /^(?:[DHMS]|m?S|ML(?:\/.*)?)$/;

/** The spelling that channels use. Null: unknown. */
export function knownUnit(text: string): string | null {
	if (smallOnly.test(text.trim())) return null;
	return byName.get(key(text)) ?? null;
}

/** Key that is equal for all spellings of a unit. */
export function unitKey(text: string): string {
	return knownUnit(text) ?? (key(text) || text.trim());
}

/** Null: unknown. */
export function unitDimension(text: string): Dimension | null {
	return ownValue(known, knownUnit(text) ?? "")?.dimension ?? null;
}

export function unitsLike(text: string): string[] {
	const unit = knownUnit(text);
	return Object.keys(known).filter((other) => other !== unit && unitConversion(other, text) !== null);
}

export function unitsOfDimension(dimension: Dimension): string[] {
	return Object.entries(known).flatMap(([unit, fact]) => (fact.dimension === dimension ? unit : []));
}

/** A value × `factor` + `zero` is in the other unit. Null: the units do not convert. */
export function unitLine(from: string, to: string): { factor: number; zero: number } | null {
	const [source, target] = [ownValue(known, knownUnit(from) ?? ""), ownValue(known, knownUnit(to) ?? "")];
	if (!source || !target || source.dimension !== target.dimension) return null;
	const zero = ((source.zero ?? 0) - (target.zero ?? 0)) / target.factor;
	return { factor: withoutNoise(source.factor / target.factor), zero: withoutNoise(zero) };
}

function withoutNoise(value: number): number {
	return Number(value.toPrecision(15));
}

/** Null: the units do not convert. */
export function unitConversion(from: string, to: string): ((value: number) => number) | null {
	const line = unitLine(from, to);
	return line && ((value) => Number((value * line.factor + line.zero).toPrecision(12)));
}
