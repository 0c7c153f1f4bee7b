import type { DeviceListRow } from "../../../shared/device";
import type { Quantity } from "../../../shared/units";

type LatestReading = DeviceListRow["latest"][number];

const ownColumnCount = 3;
/** Facts of the device rather than of what it measures; they have columns of their own or none. */
const facts: Quantity[] = ["battery", "signal"];

/** The quantities most devices measure, most common first: each gets a column of its own. */
export function quantityColumns(rows: DeviceListRow[]): Quantity[] {
	const counts = new Map<Quantity, number>();
	for (const row of rows) {
		for (const quantity of new Set(row.latest.map((reading) => reading.quantity))) {
			if (!facts.includes(quantity)) counts.set(quantity, (counts.get(quantity) ?? 0) + 1);
		}
	}
	return [...counts]
		.sort((a, b) => b[1] - a[1])
		.slice(0, ownColumnCount)
		.map(([quantity]) => quantity);
}

/** Readings that no column of their own shows. */
export function otherReadings(row: DeviceListRow, columns: Quantity[]): LatestReading[] {
	return row.latest.filter(({ quantity }) => !columns.includes(quantity) && !facts.includes(quantity));
}

export function readingsOf(row: DeviceListRow, quantity: Quantity): LatestReading[] {
	return row.latest.filter((reading) => reading.quantity === quantity);
}
