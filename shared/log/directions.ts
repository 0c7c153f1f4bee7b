import { isDirection, type Quantity } from "../formats/units";
import type { ReadingSummary } from "./reading-summary";

/** Mean of vectors of equal length, from 0 to less than 360. */
export class VectorMean {
	private north = 0;
	private east = 0;
	private count = 0;

	add(degrees: number): void {
		const angle = (degrees * Math.PI) / 180;
		this.north += Math.cos(angle);
		this.east += Math.sin(angle);
		this.count += 1;
	}

	value(): number | null {
		if (Math.hypot(this.north, this.east) <= this.count * 1e-9) return null;
		const degrees = (Math.atan2(this.east, this.north) * 180) / Math.PI;
		// Rounded first, or north would be 360 by a hair.
		return Number(((degrees + 360) % 360).toFixed(9)) % 360;
	}
}

export function vectorMean(values: ArrayLike<number>): number | null {
	const mean = new VectorMean();
	for (let index = 0; index < values.length; index += 1) mean.add(values[index] ?? 0);
	return mean.value();
}

/** The summary with the mean that the values of its quantity have. `values` null: only roll-ups are known. */
export function summaryOfQuantity<Summary extends ReadingSummary>(
	quantity: Quantity,
	summary: Summary,
	values: ArrayLike<number> | null,
): Summary {
	if (!isDirection(quantity)) return summary;
	return { ...summary, min: null, max: null, mean: values && vectorMean(values) };
}
