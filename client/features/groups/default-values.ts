import type { DeviceFacts, DeviceListRow } from "../../../shared/device/device";
import { InheritableDuration, type InheritableSetting, type Sends } from "../../../shared/device/device-terms";
import type { GroupDefaults, GroupListRow } from "../../../shared/device/group";
import { standardOffsetMinutes } from "../../entities/clock-labels";
import {
	clockOf,
	durationOf,
	type TypedClock,
	type TypedSetting,
	typedClockOf,
	typedValue,
} from "../../forms/typed-setting";
import { countOf, countText } from "../../ui/format";
import { viewerZone } from "../../ui/time/time-display";

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
	if (all === 0) return "No device would take it yet.";
	const others = [
		...(own > 0 ? [`${count(own)} ${own === 1 ? "has its" : "have their"} own value`] : []),
		...(elsewhere > 0 ? [`${count(elsewhere)} ${elsewhere === 1 ? "follows" : "follow"} a group made earlier`] : []),
	];
	const taken =
		takers === all
			? `${countOf(all, "device")} ${all === 1 ? "takes" : "take"} it`
			: `${count(takers)} of ${countOf(all, "device")} ${takers === 1 ? "takes" : "take"} it`;
	return `${[taken, ...(others.length > 0 ? [others.join(", ")] : [])].join("; ")}.`;
}

function count(number: number): string {
	return countText(number);
}
