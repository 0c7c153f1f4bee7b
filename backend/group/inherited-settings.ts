import {
	InheritableDuration,
	type InheritableSetting,
	type Sends,
	standardSettings,
} from "../../shared/device/device-terms";
import type { GroupDefaults } from "../../shared/device/group";
import type { DeviceClock } from "../../shared/time/time-zones";
import type { SettingColumns } from "../db/membership-rows";

/** `groupId` is null for a default. */
type Inherited<Value> = { value: Value; groupId: string | null };

type InheritedSettings = Partial<Record<InheritableDuration, Inherited<number | null>>> & {
	clock?: Inherited<DeviceClock>;
	sends?: Inherited<Sends>;
};

type Inheriting = {
	inherits: readonly InheritableSetting[];
	measuredLoggingSeconds: number | null;
	measuredUploadSeconds: number | null;
};

/** `groups` by id. `retentionDays` null means no limit. */
export type Defaults = { groups: ReadonlyMap<string, GroupDefaults>; retentionDays: number | null };

/** The first of `groupIds` with a value wins, then measured intervals and the account's retention. */
export function inheritedSettings(
	{ inherits, measuredLoggingSeconds, measuredUploadSeconds }: Inheriting,
	groupIds: readonly string[],
	{ groups, retentionDays }: Defaults,
): InheritedSettings {
	const standard = {
		...standardSettings,
		retentionDays,
		...(measuredLoggingSeconds !== null && { loggingIntervalSeconds: measuredLoggingSeconds }),
		...(measuredUploadSeconds !== null && { uploadIntervalSeconds: measuredUploadSeconds }),
	};
	const inherited: InheritedSettings = {};
	const said = groupIds.map((groupId) => ({ groupId, defaults: groups.get(groupId) ?? {} }));
	for (const setting of inherits) {
		if (setting === "clock") inherited.clock = firstSaid(said, ({ clock }) => clock, standard.clock);
		else if (setting === "sends") inherited.sends = firstSaid(said, ({ sends }) => sends, standard.sends);
		else inherited[setting] = firstSaid(said, (each) => each[setting], standard[setting]);
	}
	return inherited;
}

type Said = { groupId: string; defaults: GroupDefaults };

function firstSaid<Value>(
	stated: readonly Said[],
	valueIn: (defaults: GroupDefaults) => Value | undefined,
	standard: NoInfer<Value>,
): Inherited<Value> {
	for (const { groupId, defaults } of stated) {
		// Null is a value: no limit.
		const value = valueIn(defaults);
		if (value !== undefined) return { value, groupId };
	}
	return { value: standard, groupId: null };
}

type OwnColumns = Required<SettingColumns>;

export function differingColumns(device: OwnColumns, inherited: InheritedSettings): SettingColumns {
	const columns: SettingColumns = {};
	for (const setting of InheritableDuration.options) {
		const applies = inherited[setting];
		if (applies && applies.value !== device[setting]) columns[setting] = applies.value;
	}
	const sends = inherited.sends?.value;
	if (sends && sends !== device.sends) columns.sends = sends;
	const clock = inherited.clock?.value;
	const isSameClock = clock?.timezoneOffset === device.timezoneOffset && clock.timeZoneRule === device.timeZoneRule;
	return clock && !isSameClock ? { ...columns, ...clock } : columns;
}
