import { isDeviceFact, type Quantity } from "../../../shared/units";

type Counted = { quantity: Quantity; readings: number };

/**
 * The quantities of channels that have readings: those of most channels first, then by most readings. Facts about the
 * device itself come after what it measures.
 */
export function quantitiesOf(channels: Counted[]): Quantity[] {
	const totals = new Map<Quantity, { channels: number; readings: number }>();
	for (const { quantity, readings } of channels) {
		if (readings === 0) continue;
		const total = totals.get(quantity) ?? { channels: 0, readings: 0 };
		totals.set(quantity, { channels: total.channels + 1, readings: total.readings + readings });
	}
	return [...totals]
		.sort(([one, a], [other, b]) => {
			const byFact = Number(isDeviceFact(one)) - Number(isDeviceFact(other));
			return byFact || b.channels - a.channels || b.readings - a.readings;
		})
		.map(([quantity]) => quantity);
}
