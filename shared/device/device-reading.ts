import * as z from "zod/mini";
import { quantityTitles } from "../formats/quantity-titles";
import { Quantity, quantities } from "../formats/units";

/** Small, for lists of thousands: omits the quantity's defaults. */
export const ListedReading = z.object({
	quantity: Quantity,
	value: z.nullable(z.number()),
	name: z.optional(z.string()),
	unit: z.optional(z.string()),
	decimals: z.optional(z.number()),
	/** Beyond a limit of a rule, or outside the channel's expected range. */
	isOut: z.optional(z.boolean()),
	isDerived: z.optional(z.boolean()),
	isSaturated: z.optional(z.boolean()),
});
export type ListedReading = z.infer<typeof ListedReading>;

export type ShownReading = {
	name: string;
	quantity: Quantity;
	unit: string;
	decimals: number;
	value: number | null;
	isDerived?: boolean | undefined;
	isSaturated?: boolean | undefined;
};

export function toListedReading(
	{ name, quantity, unit, decimals, value, isDerived, isSaturated }: ShownReading,
	isOut: boolean = false,
): ListedReading {
	const usual = quantities[quantity];
	const words = {
		...(name !== quantityTitles[quantity] && { name }),
		...(unit !== usual.unit && { unit }),
		...(decimals !== usual.decimals && { decimals }),
	};
	const marks = { ...(isOut && { isOut }), ...(isDerived && { isDerived }), ...(isSaturated && { isSaturated }) };
	// Two spreads instead of six: each takes room in every object that a large account holds.
	return { quantity, value, ...words, ...marks };
}

/** When a channel reaches a limit if its trend continues: between `from` and `to`, epoch ms. */
export const LimitAhead = z.object({ limit: z.number(), from: z.number(), to: z.number() });
export type LimitAhead = z.infer<typeof LimitAhead>;

export type Limits = { low: number | null; high: number | null };

export function isOutside(value: number | null, limits: Limits | undefined): boolean {
	if (value === null || !limits) return false;
	return (limits.high !== null && value > limits.high) || (limits.low !== null && value < limits.low);
}

export function shownReading({ quantity, value, isOut: _, ...own }: ListedReading): ShownReading {
	return { name: quantityTitles[quantity], ...quantities[quantity], ...own, quantity, value };
}
