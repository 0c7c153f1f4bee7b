import { type Quantity, quantities } from "../../shared/units";

/** `value × scale + offset` is in the first unit of its kind. */
type KnownUnit = { unit: string; kind: string; scale: number; offset: number; names: string };

/** Spelled without spaces, dots, degree signs and case, as in `plain`. */
const knownUnits: KnownUnit[] = [
	{ unit: "°C", kind: "temperature", scale: 1, offset: 0, names: "c celsius degc degreecelsius degreescelsius cel" },
	{
		unit: "°F",
		kind: "temperature",
		scale: 5 / 9,
		offset: -160 / 9,
		names: "f fahrenheit degf degreefahrenheit degreesfahrenheit",
	},
	{ unit: "K", kind: "temperature", scale: 1, offset: -273.15, names: "k kelvin" },
	{ unit: "%", kind: "percent", scale: 1, offset: 0, names: "% percent percentage %rh rh% rh %h pct" },
	{ unit: "V", kind: "voltage", scale: 1, offset: 0, names: "v volt volts" },
	{ unit: "mV", kind: "voltage", scale: 0.001, offset: 0, names: "mv millivolt millivolts" },
	{ unit: "hPa", kind: "pressure", scale: 1, offset: 0, names: "hpa mbar hectopascal" },
	{ unit: "Pa", kind: "pressure", scale: 0.01, offset: 0, names: "pa pascal" },
	{ unit: "kPa", kind: "pressure", scale: 10, offset: 0, names: "kpa kilopascal" },
	{ unit: "bar", kind: "pressure", scale: 1000, offset: 0, names: "bar" },
	{ unit: "ppm", kind: "ppm", scale: 1, offset: 0, names: "ppm" },
	{ unit: "lx", kind: "light", scale: 1, offset: 0, names: "lx lux" },
	{ unit: "dBm", kind: "signal", scale: 1, offset: 0, names: "dbm" },
	{ unit: "A", kind: "current", scale: 1, offset: 0, names: "a ampere amperes" },
	{ unit: "mA", kind: "current", scale: 0.001, offset: 0, names: "ma milliampere milliamperes" },
	{ unit: "W", kind: "power", scale: 1, offset: 0, names: "w watt watts" },
	{ unit: "m", kind: "length", scale: 1, offset: 0, names: "m meter meters metre metres" },
	{ unit: "cm", kind: "length", scale: 0.01, offset: 0, names: "cm centimeter centimeters" },
	{ unit: "mm", kind: "length", scale: 0.001, offset: 0, names: "mm millimeter millimeters" },
];

const byName = new Map(knownUnits.flatMap((known) => known.names.split(" ").map((name) => [name, known] as const)));

function find(unit: string): KnownUnit | undefined {
	return byName.get(plain(unit));
}

/** `℃` becomes `°C` by NFKC. */
function plain(unit: string): string {
	return unit
		.normalize("NFKC")
		.toLowerCase()
		.replace(/[\s.°º˚]/g, "");
}

/** In our spelling, where it is one we know. */
export function knownUnit(unit: string): string {
	return find(unit)?.unit ?? unit.trim();
}

/** Null: the units measure different things. An unknown unit says nothing, and the value stays. */
export function inChannelUnit(value: number, from: string, to: string): number | null {
	const [sent, own] = [find(from), find(to)];
	if (!sent || !own || sent.unit === own.unit) return value;
	if (sent.kind !== own.kind) return null;
	const converted = (value * sent.scale + sent.offset - own.offset) / own.scale;
	// Twelve digits: what the conversion itself adds goes.
	return Number(converted.toPrecision(12));
}

const quantityOfKind: Record<string, Quantity> = {
	temperature: "temperature",
	voltage: "voltage",
	pressure: "pressure",
	light: "light",
	current: "current",
	power: "power",
};

/** The name's quantity where the unit can be its, or else the unit's. */
export function quantityOfUnit(unit: string, byName: Quantity): Quantity {
	const sent = find(unit);
	if (sent && find(quantities[byName].unit)?.kind === sent.kind) return byName;
	return (sent && quantityOfKind[sent.kind]) ?? "other";
}

/** No exponent without a sign, no leading zeros, 15 digits at most: ids, versions and hexadecimal bytes are none. */
const numberForm = /^([+-]?(?:(?:0|[1-9]\d{0,14})(?:\.\d*)?|\.\d+)(?:e[+-]\d{1,2})?)\s*(\D.{0,15})?$/i;

/** `22.4`, `-0.9 °C`, `43.5%RH`. Null: no number, or followed by no unit that we know. */
export function splitQuantity(text: string): { value: number; unit?: string } | null {
	const [, number, unit] = numberForm.exec(text.trim()) ?? [];
	if (number === undefined) return null;
	if (unit === undefined) return { value: Number(number) };
	return find(unit) ? { value: Number(number), unit } : null;
}
