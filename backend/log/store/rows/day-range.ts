/** A device's number and a range of UTC days, both ends included. */
export type DayRange = [device: number, fromDay: number, toDay: number];

export type Direction = "newest-first" | "oldest-first";

/** The keyword that sorts days so. */
export function sqlOrder(direction: Direction): "ASC" | "DESC" {
	return direction === "newest-first" ? "DESC" : "ASC";
}
