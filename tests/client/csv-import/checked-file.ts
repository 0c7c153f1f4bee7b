import { deviceFile } from "../../../client/features/devices/csv-import/column-targets";
import { deviceRules, type LineContext } from "../../../client/features/devices/csv-import/device-rules";
import { lineChecker } from "../../../client/forms/file-import/check-lines";
import { parseCsvFile } from "../../../client/forms/file-import/csv-file";
import { firstTargets } from "../../../client/forms/file-import/file-columns";

export const importedAt = Date.UTC(2026, 6, 1);

export function rulesFor(header: string[], change: Partial<LineContext> = {}) {
	return deviceRules({
		targets: firstTargets(deviceFile, [{ line: 1, cells: header }], true),
		groups: [],
		takenSerials: [],
		altitudeTitle: header.find((heading) => /altitude|elevation|masl/i.test(heading)) ?? "",
		clock: { timezoneOffset: 60, timeZoneRule: 2 },
		channels: "Temperature",
		isLeavingGroupsOut: false,
		now: importedAt,
		...change,
	});
}

export function checked(text: string, change: Partial<LineContext> = {}) {
	const { lines } = parseCsvFile("devices.csv", text);
	return lineChecker(rulesFor(lines[0]?.cells ?? [], change))(lines.slice(1));
}
