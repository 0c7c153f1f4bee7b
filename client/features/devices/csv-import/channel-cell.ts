import type { NewChannel } from "../../../../shared/device";
import { quantityTitles } from "../../../../shared/quantity-titles";
import { Quantity, quantities } from "../../../../shared/units";

const quantityByWord = new Map<string, Quantity>(
	Quantity.options.flatMap((quantity) => [
		[quantity, quantity] as const,
		[quantityTitles[quantity].toLowerCase(), quantity] as const,
	]),
);

type Channels = { channels: NewChannel[] } | { error: string };

/**
 * Channels as `Temperature:temperature:°C; Humidity:humidity:%`: name, quantity and unit. A quantity that is left out is the
 * one that is called as the channel is, and a unit that is left out the quantity's own.
 */
export function parseChannels(text: string): Channels {
	const channels: NewChannel[] = [];
	for (const part of text.split(";").map((each) => each.trim())) {
		if (part === "") continue;
		const [name = "", word = name, ...unit] = part.split(":").map((each) => each.trim());
		const quantity = quantityByWord.get((word === "" ? name : word).toLowerCase());
		if (quantity === undefined) {
			return { error: `“${word || name}” is no quantity. There are ${Quantity.options.join(", ")}.` };
		}
		channels.push({ name, quantity, unit: unit.length > 0 ? unit.join(":") : quantities[quantity].unit });
	}
	return { channels };
}
