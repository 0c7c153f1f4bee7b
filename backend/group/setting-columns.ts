import { InheritableDuration } from "../../shared/device-terms";
import type { DeviceClock } from "../../shared/time-zones";
import type { InheritedSettings } from "./inherited-settings";

/** Columns of a device that hold what it may inherit, as it applies: one for each length of time, two for the clock. */
export const settingColumns = [...InheritableDuration.options, "timezoneOffset", "timeZoneRule"] as const satisfies (
	| InheritableDuration
	| keyof DeviceClock
)[];

export type SettingColumns = Partial<Record<InheritableDuration, number | null> & DeviceClock>;

type Settled = Required<SettingColumns>;

/** What is to be written for a device that inherits this; without what it has already. */
export function differingColumns(device: Settled, inherited: InheritedSettings): SettingColumns {
	const columns: SettingColumns = {};
	for (const setting of InheritableDuration.options) {
		const applies = inherited[setting];
		if (applies && applies.value !== device[setting]) columns[setting] = applies.value;
	}
	const clock = inherited.clock?.value;
	const isSameClock = clock?.timezoneOffset === device.timezoneOffset && clock.timeZoneRule === device.timeZoneRule;
	return clock && !isSameClock ? { ...columns, ...clock } : columns;
}
