import type { Channel } from "../../shared/device";
import type { Quantity } from "../../shared/units";

type NamedColumn = { column: number; name: string };
type NamedChannel = Pick<Channel, "id" | "name" | "quantity" | "unit">;
type NameParts = { whole: string; base: string; unit: string | null };

/** Specific patterns first. `null`: shares a unit with a quantity but is none of ours. */
const words: [RegExp, Quantity | null][] = [
	[/\b(dew|wet bulb|heat index|min|max|minimum|maximum)\b/, null],
	[/\b(battery|batt|bat|akku)\b/, "battery"],
	[/\b(rssi|signal)\b/, "signal"],
	[/\b(memory|mem) (used|usage|full)\b/, "memory"],
	[/\b(temp|temperature|temperatur|température|temperatura|t)\b/, "temperature"],
	[/\b(humidity|humidité|feuchte|rh|hum)\b/, "humidity"],
	[/\b(pressure|barometer|druck)\b/, "pressure"],
	[/\bco ?2\b/, "co2"],
	[/\b(voltage|volt|volts)\b/, "voltage"],
	[/\b(light|lux|illuminance|intensity)\b/, "light"],
	[/\b(level|depth|stage)\b/, "level"],
	[/\bflow\b/, "flow"],
	[/\bpower\b/, "power"],
	[/\bdoor\b/, "door"],
];

const unitNames: Record<string, string> = {
	c: "°c",
	celsius: "°c",
	degc: "°c",
	f: "°f",
	fahrenheit: "°f",
	degf: "°f",
	rh: "%",
	"%rh": "%",
	lux: "lx",
	mbar: "hpa",
	volts: "v",
	volt: "v",
};

/**
 * The channel of each column; unmatched columns are absent. A name wins over a quantity, a quantity counts only if one
 * column and one channel have it, and different units never match.
 */
export function matchColumns(columns: NamedColumn[], channels: NamedChannel[]): Map<number, string> {
	const matched = new Map<number, string>();
	const taken = new Set<string>();
	const named = columns.map(({ column, name }) => ({ column, ...partsOf(name) }));
	const claim = (column: number, channelId: string | undefined) => {
		if (channelId === undefined || matched.has(column) || taken.has(channelId)) return;
		matched.set(column, channelId);
		taken.add(channelId);
	};
	for (const key of ["whole", "base"] as const) {
		for (const parts of named) {
			const channel = channels.find(({ name, unit }) => plain(name) === parts[key] && isSameUnit(parts.unit, unit));
			claim(parts.column, channel?.id);
		}
	}
	const leftColumns = named.filter(({ column }) => !matched.has(column));
	const leftChannels = channels.filter(({ id }) => !taken.has(id));
	for (const parts of leftColumns) {
		const quantity = quantityOf(parts);
		const rivals = leftColumns.filter((other) => quantityOf(other) === quantity);
		const fitting = leftChannels.filter((channel) => channel.quantity === quantity);
		const [channel] = fitting;
		if (rivals.length === 1 && fitting.length === 1 && channel && isSameUnit(parts.unit, channel.unit))
			claim(parts.column, channel.id);
	}
	return matched;
}

function partsOf(name: string): NameParts {
	const bracket = /[[(]([^\])]*)[\])]/.exec(name)?.[1];
	const [beforeComma = "", afterComma] = name.replace(/[[(][^\])]*[\])]/g, " ").split(",");
	const spoken = plain(beforeComma.replaceAll("_", " "));
	const trailing = / (°[cf]|[cf]|celsius|fahrenheit|% ?(?:rh)?|ppm|hpa|mbar|k?pa|psi|m?v|lu?x)$/.exec(spoken)?.[1];
	const unit = [afterComma, bracket, trailing].find((text) => text !== undefined && isUnit(plain(text)));
	const base = trailing === undefined ? spoken : spoken.slice(0, -trailing.length).trim();
	return { whole: plain(name), base, unit: unit === undefined ? null : unitOf(unit) };
}

function plain(text: string): string {
	return text.toLowerCase().replace(/\s+/g, " ").trim();
}

function isUnit(text: string): boolean {
	return text.length > 0 && text.length <= 12 && !text.includes(":");
}

function unitOf(text: string): string {
	const unit = plain(text).replaceAll(" ", "");
	return unitNames[unit] ?? unit;
}

function isSameUnit(ofColumn: string | null, ofChannel: string): boolean {
	return ofColumn === null || ofColumn === unitOf(ofChannel);
}

function quantityOf({ base }: NameParts): Quantity | null {
	const spoken = base.replace(/[^\p{L}\p{N}]+/gu, " ").replace(/(\p{L}{2,})(\d)/gu, "$1 $2");
	return words.find(([form]) => form.test(spoken))?.[1] ?? null;
}
