import type { DeviceListRow } from "../../../shared/device";
import { type ShownReading, shownReading } from "../../../shared/device-reading";
import { isDeviceFact, Quantity } from "../../../shared/units";

const ownColumnCount = 3;

/** Which readings have columns. */
export type ReadingColumns = {
	quantities: Quantity[];
	hasBattery: boolean;
	hasSignal: boolean;
	hasMemory: boolean;
	hasOthers: boolean;
};

/** The quantities most devices measure, most common first: each gets a column of its own. */
export function readingColumns(rows: DeviceListRow[]): ReadingColumns {
	const counts = new Map<Quantity, number>();
	for (const { latest } of rows) {
		for (const quantity of new Set(latest.map((reading) => reading.quantity))) {
			counts.set(quantity, (counts.get(quantity) ?? 0) + 1);
		}
	}
	const measured = [...counts].filter(([quantity]) => !isDeviceFact(quantity));
	// Equally common ones stand in the catalogue's order, so that columns stay where they are.
	const inOrder = Quantity.options;
	measured.sort((a, b) => b[1] - a[1] || inOrder.indexOf(a[0]) - inOrder.indexOf(b[0]));
	return {
		quantities: measured.slice(0, ownColumnCount).map(([quantity]) => quantity),
		hasBattery: counts.has("battery"),
		hasSignal: counts.has("signal"),
		hasMemory: counts.has("memory"),
		hasOthers: measured.length > ownColumnCount,
	};
}

export function readingsOf(row: DeviceListRow, quantity: Quantity): ShownReading[] {
	return row.latest.filter((reading) => reading.quantity === quantity).map(shownReading);
}
