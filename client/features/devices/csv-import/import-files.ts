import { csvText } from "../../../ui/table/export-csv";
import type { CheckedLine } from "./check-lines";
import { type ColumnTargets, targetTitles } from "./column-targets";
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

export function refusedCsv(lines: readonly CheckedLine[], header: string[]): string {
	const body = lines.map(({ cells, errors }) => [
		...header.map((_, column) => cells[column] ?? ""),
		Object.entries(errors)
			.map(([target, message]) =>
				// LineErrors has no other keys
				target === "line" ? message : `${targetTitles[target as keyof typeof targetTitles]}: ${message}`,
			)
			.join(" "),
	]);
	return csvText([[...header, "error"], ...body]);
}

export function columnTitles(header: string[] | null, targets: ColumnTargets): string[] {
	return targets.map((target, column) => {
		const heading = header?.[column] ?? "";
		if (heading !== "") return heading;
		return target ? targetTitles[target] : `Column ${column + 1}`;
	});
}
