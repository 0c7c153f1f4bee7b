import { csvText } from "../../../ui/table/export-csv";
import type { LineOutcome } from "./creation-calls";

/** The only copy of the keys. */
export function keysCsv(outcomes: ReadonlyMap<number, LineOutcome>): string {
	const body = [...outcomes.values()].flatMap((outcome) => {
		if (outcome.kind !== "added" || outcome.key === null) return [];
		const { device, id, key } = outcome;
		return [[device.name.trim(), device.serialNumber?.trim() ?? null, id, key]];
	});
	return csvText([["Name", "Serial number", "Device id", "Key"], ...body]);
}
