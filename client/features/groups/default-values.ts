import { InheritableSetting } from "../../../shared/device-terms";
import type { GroupDefaults } from "../../../shared/group";
import { durationOf, type TypedSetting, typedValue } from "../../forms/typed-setting";

/** A default of a group: none, for ever, or a value. */
export type DefaultValue = TypedSetting<"none" | "forever">;
export type DefaultValues = Record<InheritableSetting, DefaultValue>;

/** What a switched-on default starts from: the console's standard where there is one. */
const usual: DefaultValues = {
	loggingIntervalSeconds: { source: "none", amount: "1", unit: "minutes" },
	uploadIntervalSeconds: { source: "none", amount: "15", unit: "minutes" },
	offlineAfterSeconds: { source: "none", amount: "1", unit: "hours" },
	retentionDays: { source: "none", amount: "365", unit: "days" },
};

export function defaultValuesOf(defaults: GroupDefaults): DefaultValues {
	const of = (setting: InheritableSetting): DefaultValue => {
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
	};
}

/** Unchecked until the shared schema has seen it: what is no number is NaN. */
export function defaultsOf(values: DefaultValues): GroupDefaults {
	const entries = InheritableSetting.options.flatMap((setting) => {
		const value = values[setting];
		if (value.source === "none") return [];
		return [[setting, value.source === "forever" ? null : typedValue(setting, value)] as const];
	});
	return Object.fromEntries(entries);
}
