import { inheritedRule } from "../../../forms/typed-setting";
import { isAlike, type SettingsField, type SettingsValues, settingsFields } from "./settings-values";

export type SettingsMerge = {
	/** What only one of the two changed is as they made it; where both did, it is `mine`. */
	values: SettingsValues;
	/** What both changed, and differently. */
	conflicts: SettingsField[];
	/** What somebody else changed and is taken over. */
	taken: SettingsField[];
};

type SettingsVersions = { before: SettingsValues; mine: SettingsValues; theirs: SettingsValues };

/** Puts together what two people made of the same settings. */
export function mergeSettings({ before, mine, theirs }: SettingsVersions): SettingsMerge {
	const isTheirs = isChanged(before, theirs, mine);
	const isMine = isChanged(before, mine, theirs);
	const taken = settingsFields.filter((field) => isTheirs(field) && !isMine(field));
	const conflicts = settingsFields.filter(
		(field) => isTheirs(field) && isMine(field) && !isAlike(mine[field], theirs[field]),
	);
	return { values: withFields(mine, theirs, taken), conflicts, taken };
}

/** What somebody changed. The offset of a clock that is inherited is nobody's choice. */
function isChanged(before: SettingsValues, made: SettingsValues, other: SettingsValues) {
	const isDifferent = (field: SettingsField) =>
		!isAlike(before[field], made[field]) && !(field === "timezoneOffset" && made.timeZoneRule === inheritedRule);
	// An offset that was chosen would be lost where the other one lets the clock be inherited: that has to be asked.
	return (field: SettingsField) =>
		isDifferent(field) ||
		(field === "timeZoneRule" && other.timeZoneRule === inheritedRule && isDifferent("timezoneOffset"));
}

/** Settings with some of their fields from others. */
export function withFields(to: SettingsValues, from: SettingsValues, fields: SettingsField[]): SettingsValues {
	return { ...to, ...Object.fromEntries(fields.map((field) => [field, from[field]])) };
}
