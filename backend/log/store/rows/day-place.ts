/** Bits of a part, and of a part and a day, below a device's number in a place. */
const partBits = 12;
const dayBits = 25;
const daysBeforeEpoch = 2 ** (dayBits - 1);

/** The highest part a day may have. */
const lastPart = 2 ** partBits - 1;

/**
 * SQL of the one integer that a row of a device, day and part is found by, out of SQL of these. In SQL, as JavaScript's
 * numbers end at 53 bits.
 */
export function placeSql(device: string, day: string, part: number | string): string {
	return `((${device} << ${partBits + dayBits}) | ((${day} + ${daysBeforeEpoch}) << ${partBits}) | ${part})`;
}

/** A condition that a place is of a device and a range of days, both ends included. */
export function isPlaceBetween(place: string, [device, fromDay, toDay]: [string, string, string]): string {
	return `${place} BETWEEN ${placeSql(device, fromDay, 0)} AND ${placeSql(device, toDay, lastPart)}`;
}

/** The nearest day that a place can tell; readings are of none beyond. */
export function placeableDay(day: number): number {
	return Math.min(Math.max(day, -daysBeforeEpoch), daysBeforeEpoch - 1);
}
