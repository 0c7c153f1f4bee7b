import type { JudgedCells } from "./judge-cells";

/** Notes what the store refused as past the device's retention, by its places in the upload. */
export function refuseExpired({ columns, line, column, refusals }: JudgedCells, expired: readonly number[]): void {
	for (const place of expired) {
		refusals.add({
			line: line[place] ?? 0,
			column: column[place] ?? null,
			reason: "past-retention",
			text: String(columns.value[place]),
		});
	}
}
