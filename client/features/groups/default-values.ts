import { InheritableDuration } from "../../../shared/device-terms";
import type { GroupDefaults } from "../../../shared/group";
import { standardOffsetMinutes } from "../../entities/clock-labels";
import {
	clockOf,
	durationOf,
	type TypedClock,
	type TypedSetting,
	typedClockOf,
	typedValue,
} from "../../forms/typed-setting";
import { viewerZone } from "../../ui/time/time-display";

/** A default of a group: none, for ever, or a value. */
export type DefaultValue = TypedSetting<"none" | "forever">;
export type DefaultClock = TypedClock & { source: "none" | "own" };
export type DefaultValues = Record<InheritableDuration, DefaultValue> & { clock: DefaultClock };

/** What a switched-on default starts from: the console's standard where there is one. */
const usual: Record<InheritableDuration, DefaultValue> = {
	loggingIntervalSeconds: { source: "none", amount: "1", unit: "minutes" },
	uploadIntervalSeconds: { source: "none", amount: "15", unit: "minutes" },
	offlineAfterSeconds: { source: "none", amount: "1", unit: "hours" },
	retentionDays: { source: "none", amount: "365", unit: "days" },
};

export function defaultValuesOf(defaults: GroupDefaults): DefaultValues {
	const of = (setting: InheritableDuration): DefaultValue => {
		const value = defaults[setting];
		if (value === undefined) return usual[setting];
		if (value === null) return { ...usual[setting], source: "forever" };
		return { source: "own", ...durationOf(setting, value) };
	};
	return {
		loggingIntervalSeconds: of("loggingIntervalSeconds"),
		uploadIntervalSeconds: of("uploadIntervalSeconds"),
		offlineAfterSeconds: of("offlineAfterSeconds"),
		retentionDays: of("retentionDays"),
		clock: defaultClockOf(defaults),
	};
}

/** One that is switched on starts from the viewer's own, as that of a new device does. */
function defaultClockOf({ clock }: GroupDefaults): DefaultClock {
	if (clock) return { source: "own", ...typedClockOf(clock) };
	const timezoneOffset = standardOffsetMinutes(viewerZone, Date.now());
	return { source: "none", ...typedClockOf({ timezoneOffset, timeZoneRule: 2 }) };
}

/** Unchecked until the shared schema has seen it: what is no number is NaN. */
export function defaultsOf(values: DefaultValues): GroupDefaults {
	const entries = InheritableDuration.options.flatMap((setting) => {
		const value = values[setting];
		if (value.source === "none") return [];
		return [[setting, value.source === "forever" ? null : typedValue(setting, value)] as const];
	});
	const clock = values.clock.source === "none" ? null : clockOf(values.clock);
	return { ...Object.fromEntries(entries), ...(clock && { clock }) };
}
