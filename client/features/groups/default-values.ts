import type { DeviceFacts, DeviceListRow } from "../../../shared/device/device";
import { InheritableDuration, type InheritableSetting, type Sends } from "../../../shared/device/device-terms";
import type { GroupDefaults, GroupListRow } from "../../../shared/device/group";
import { comma } from "../../base/comma-list";
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
import { t } from "../../words/made/devices";

export type DefaultValue = TypedSetting<"none" | "forever">;
export type DefaultClock = TypedClock & { source: "none" | "own" };
export type DefaultSends = { source: "none" | "own"; sends: Sends };
export type DefaultValues = Record<InheritableDuration, DefaultValue> & { clock: DefaultClock; sends: DefaultSends };

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
		sends: { source: defaults.sends ? "own" : "none", sends: defaults.sends ?? "changes" },
	};
}

function defaultClockOf({ clock }: GroupDefaults): DefaultClock {
	if (clock) return { source: "own", ...typedClockOf(clock) };
	const timezoneOffset = standardOffsetMinutes(viewerZone, Date.now());
	return { source: "none", ...typedClockOf({ timezoneOffset, timeZoneRule: 2 }) };
}

export function defaultsOf(values: DefaultValues): GroupDefaults {
	const entries = InheritableDuration.options.flatMap((setting) => {
		const value = values[setting];
		if (value.source === "none") return [];
		return [[setting, value.source === "forever" ? null : typedValue(setting, value)] as const];
	});
	const clock = values.clock.source === "none" ? null : clockOf(values.clock);
	return {
		...Object.fromEntries(entries),
		...(clock && { clock }),
		...(values.sends.source === "own" && { sends: values.sends.sends }),
	};
}

type DefaultTakers = {
	takers: number;
	own: number;
	elsewhere: number;
};

type Takers = {
	setting: InheritableSetting;
	members: DeviceListRow[];
	facts: DeviceFacts[];
	groups: GroupListRow[];
	groupId: string | null;
};

/** The oldest group with a default applies: ids sort by creation. */
export function takersOf({ setting, members, facts, groups, groupId }: Takers): DefaultTakers {
	const owners = new Set(facts.filter(({ ownSettings }) => ownSettings.includes(setting)).map(({ id }) => id));
	const earlier = new Set(
		groups
			.filter(({ id, defaults }) => defaults[setting] !== undefined && (groupId === null || id < groupId))
			.map(({ id }) => id),
	);
	const result: DefaultTakers = { takers: 0, own: 0, elsewhere: 0 };
	for (const { id, groupIds } of members) {
		if (owners.has(id)) result.own += 1;
		else if (groupIds.some((held) => earlier.has(held))) result.elsewhere += 1;
		else result.takers += 1;
	}
	return result;
}

/** `11 of 14 devices take it; 2 have their own value, 1 follows a group made earlier.` */
export function takersText({ takers, own, elsewhere }: DefaultTakers): string {
	const all = takers + own + elsewhere;
	if (all === 0) return t("groups.takers.none");
	if (takers === all) return t("groups.takers.all", { all });
	const others = [
		...(own > 0 ? [t("groups.takers.own", { count: own })] : []),
		...(elsewhere > 0 ? [t("groups.takers.elsewhere", { count: elsewhere })] : []),
	];
	return t("groups.takers", { takers, all, others: others.join(comma) });
}
