import type { Channel } from "../../shared/device/device";
import { unitKey } from "../../shared/formats/unit-spellings";
import type { Quantity } from "../../shared/formats/units";
import { quantityInWords } from "../base/quantity-words";
import { type NameParts, partsOf, plain } from "./column-name";

type NamedColumn = { column: number; name: string; unit: string | null };
type NamedChannel = Pick<Channel, "id" | "name" | "quantity" | "unit">;

const otherFigure = /\b(dew|wet bulb|heat index|min|max|minimum|maximum|high(?! res)|low)\b/;
const otherPressure =
	/^(?=.*\b(pressure|druck)\b).*\b(vapou?r|differential|difference|diff|delta|soil|gauge|tension|suction|vpd)\b/;

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
	if (otherFigure.test(spoken)) return null;
	const quantity = quantityInWords(spoken) ?? (/\bt\b/.test(spoken) ? "temperature" : null);
	return quantity === "pressure" && otherPressure.test(spoken) ? null : quantity;
}
