import type { DeviceClock } from "../../../../shared/time-zones";
import { parseRule } from "./clock-cells";

type ClockCells = {
	/** As they stand in the file; empty: nothing is said. */
	offset: string;
	rule: string;
	/** Minutes east of UTC; null: it cannot be read. */
	offsetOf: (text: string) => number | null;
	/** For what is not said; null: it is inherited. */
	usual: DeviceClock | null;
	/** Whether a group of the line names a clock. */
	isGiven: boolean;
};

/** `clock` is null where it is inherited; where there are errors it means nothing. */
type LineClock = { clock: DeviceClock | null; errors: { offset?: string; rule?: string } };

/** The clock of a line: all of it is inherited, or its own with what its cells leave open as usual. */
export function lineClock({ offset, rule, offsetOf, usual, isGiven }: ClockCells): LineClock {
	if (offset === "" && rule === "") return { clock: isGiven ? null : usual, errors: {} };
	const timezoneOffset = offset === "" ? usual?.timezoneOffset : offsetOf(offset);
	const timeZoneRule = rule === "" ? (usual?.timeZoneRule ?? 2) : parseRule(rule);
	const isOffsetMissing = timezoneOffset === undefined && timeZoneRule !== null && timeZoneRule !== 0;
	return {
		clock: { timezoneOffset: timezoneOffset ?? 0, timeZoneRule: timeZoneRule ?? 0 },
		errors: {
			...(timezoneOffset === null && { offset: "Enter an offset as +02:00, or a zone as Europe/Berlin." }),
			...(isOffsetMissing && { offset: "Enter a time zone beside the clock rule." }),
			...(timeZoneRule === null && { rule: "Enter 0 for UTC, 1 for US daylight saving, or 2 for none." }),
		},
	};
}
