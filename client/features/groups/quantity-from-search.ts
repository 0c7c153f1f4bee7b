import { Quantity } from "../../../shared/units";
import type { GroupPageSearch } from "./group-page-search";

/** Apart from the search's own shape, which every screen loads: the quantities are the signed-in screens' alone. */
export function quantityFromSearch({ quantity }: GroupPageSearch): Quantity | null {
	const known = Quantity.safeParse(quantity);
	return known.success ? known.data : null;
}
