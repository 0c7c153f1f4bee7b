import { idTitle } from "../../../shared/base/id-words";
import type { Quantity } from "../../../shared/formats/units";

const notOfIds: Partial<Record<Quantity, string>> = { co2: "CO₂", ph: "pH", radiation: "Solar radiation" };

/** Programs read it in files, so that it has the words of no other language. */
export function englishQuantityTitle(quantity: Quantity): string {
	return notOfIds[quantity] ?? idTitle(quantity);
}
