import * as z from "zod/mini";
import { quantityTitles } from "./quantity-titles";
import { Quantity, quantities } from "./units";

/** Kept small for lists of thousands: values equal to the quantity's default are omitted. */
export const ListedReading = z.object({
	quantity: Quantity,
	value: z.nullable(z.number()),
	/** Absent: the quantity's title. */
	name: z.optional(z.string()),
	unit: z.optional(z.string()),
	decimals: z.optional(z.number()),
});
export type ListedReading = z.infer<typeof ListedReading>;

export type ShownReading = { name: string; quantity: Quantity; unit: string; decimals: number; value: number | null };

export function toListedReading({ name, quantity, unit, decimals, value }: ShownReading): ListedReading {
	const usual = quantities[quantity];
	return {
		quantity,
		value,
		...(name !== quantityTitles[quantity] && { name }),
		...(unit !== usual.unit && { unit }),
		...(decimals !== usual.decimals && { decimals }),
	};
}

export function shownReading({ quantity, value, ...own }: ListedReading): ShownReading {
	return { name: quantityTitles[quantity], ...quantities[quantity], ...own, quantity, value };
}
