import type { Device } from "../../../../shared/device";
import { type InheritableDuration, type InheritableSetting, standardSettings } from "../../../../shared/device-terms";
import type { GroupDefaults, GroupListRow } from "../../../../shared/group";
import { clockWords } from "../../../entities/clock-labels";
import { givingGroup } from "../../../forms/typed-setting";
import { formatRetention, formatSeconds } from "../setting-labels";

/** What a setting is without a value of the device's own: `Inherited from Cold rooms (15 min)`. */
export function inheritedWords(device: Device, setting: InheritableSetting, groups: GroupListRow[]): string {
	const giving = givingGroup(groups, device.groupIds, setting);
	if (giving) return `Inherited from ${giving.name} (${valueWords(setting, giving.defaults)})`;
	// Somebody with a scope of groups need not see the one it comes from.
	const isFromGroup = device.inherited[setting] != null;
	if (isFromGroup) return `Inherited from a group (${valueWords(setting, { ...device, clock: device })})`;
	if (setting === "offlineAfterSeconds") return "Standard (three upload intervals, at least 15 min)";
	return `Standard (${valueWords(setting, standardSettings)})`;
}

type Values = Record<InheritableDuration, number | null> & Required<Pick<GroupDefaults, "clock">>;

function valueWords(setting: InheritableSetting, values: { [Setting in keyof Values]?: Values[Setting] | undefined }) {
	if (setting === "clock") return clockWords(values.clock ?? standardSettings.clock);
	const value = values[setting] ?? null;
	return setting === "retentionDays" || value === null ? formatRetention(value) : formatSeconds(value);
}
