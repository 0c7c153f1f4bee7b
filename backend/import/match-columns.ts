import type { Channel } from "../../shared/device/device";
import { unitKey } from "../../shared/formats/unit-spellings";
import type { Quantity } from "../../shared/formats/units";
import { type NameParts, partsOf, plain } from "./column-name";

type NamedColumn = { column: number; name: string; unit: string | null };
type NamedChannel = Pick<Channel, "id" | "name" | "quantity" | "unit">;

/** Specific patterns first. `null`: excludes the quantity, although the unit would fit. */
const words: [RegExp, Quantity | null][] = [
	[/\b(dew|wet bulb|heat index|min|max|minimum|maximum|high(?! res)|low)\b/, null],
	[/(?=.*\b(pressure|druck)\b).*\b(vapou?r|differential|difference|diff|delta|soil|gauge|tension|suction|vpd)\b/, null],
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

/** Names win; a quantity counts only if it is unique on both sides. Different or unknown units never match. */
export function matchColumns(columns: NamedColumn[], channels: NamedChannel[]): Map<number, string> {
	const matched = new Map<number, string>();
	const taken = new Set<string>();
	const named = columns.map(({ column, name, unit }) => ({ column, ...partsOf(name), unit }));
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

function isSameUnit(ofColumn: string | null, ofChannel: string): boolean {
	return ofColumn === null || unitKey(ofColumn) === unitKey(ofChannel);
}

function quantityOf({ base }: NameParts): Quantity | null {
	const spoken = base.replace(/[^\p{L}\p{N}]+/gu, " ").replace(/(\p{L}{2,})(\d)/gu, "$1 $2");
	return words.find(([form]) => form.test(spoken))?.[1] ?? null;
}
