import { type InheritableSetting, standardSettings } from "../../shared/device-terms";
import type { GroupDefaults } from "../../shared/group";

/** What applies, in the setting's own unit, and the group it comes from; null: the console's standard. */
export type InheritedSetting = { value: number | null; groupId: string | null };

/**
 * What a device has for each setting that it inherits. `groupIds` are its groups in order of creation, which is that of
 * their ids: the first that says something of a setting holds. `defaults` are those of the groups that have any, by id.
 */
export function inheritedSettings(
	inherits: readonly InheritableSetting[],
	groupIds: readonly string[],
	defaults: ReadonlyMap<string, GroupDefaults>,
): Partial<Record<InheritableSetting, InheritedSetting>> {
	const inherited: Partial<Record<InheritableSetting, InheritedSetting>> = {};
	for (const setting of inherits) inherited[setting] = inheritedSetting(setting, groupIds, defaults);
	return inherited;
}

function inheritedSetting(
	setting: InheritableSetting,
	groupIds: readonly string[],
	defaults: ReadonlyMap<string, GroupDefaults>,
): InheritedSetting {
	for (const groupId of groupIds) {
		// Null is a value of its own: for ever.
		const value = defaults.get(groupId)?.[setting];
		if (value !== undefined) return { value, groupId };
	}
	return { value: standardSettings[setting], groupId: null };
}
