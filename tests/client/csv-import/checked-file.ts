import { checkLines, type LineContext } from "../../../client/features/devices/csv-import/check-lines";
import { targetsFromHeader } from "../../../client/features/devices/csv-import/column-targets";
import { parseCsvFile } from "../../../client/forms/file-import/csv-file";

export const importedAt = Date.UTC(2026, 6, 1);

/** A file with a header, as it is checked when it opens. */
export function checked(text: string, change: Partial<LineContext> = {}) {
	const { lines } = parseCsvFile("devices.csv", text);
	return checkLines(lines.slice(1), {
		targets: targetsFromHeader(lines[0]?.cells ?? []),
		groups: [],
		takenSerials: [],
		clock: { timezoneOffset: 60, timeZoneRule: 2 },
		channels: "Temperature",
		isLeavingGroupsOut: false,
		now: importedAt,
		...change,
	});
}
