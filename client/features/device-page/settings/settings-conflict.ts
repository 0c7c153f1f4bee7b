import type { GroupListRow } from "../../../../shared/device/group";
import { quantityTitles } from "../../../../shared/formats/quantity-titles";
import { comma } from "../../../base/comma-list";
import { clockRuleChoices, offsetChoices } from "../../../entities/clock-labels";
import { inheritedRule } from "../../../forms/typed-setting";
import type { Author, ConflictField } from "../../../ui/form/conflict-notice";
import { labeled } from "../../../ui/labeled";
import { t } from "../../../words/made/device";
import {
	type ChannelValues,
	isAlike,
	type OwnSetting,
	type SettingsField,
	type SettingsValues,
	settingsFields,
	settingsLabels,
} from "./settings-values";

export type SettingsConflict = { who: Author; fields: SettingsField[]; mine: SettingsValues; theirs: SettingsValues };

export type SettingsMerge = {
	values: SettingsValues;
	conflicts: SettingsField[];
	taken: SettingsField[];
};

type SettingsVersions = { before: SettingsValues; mine: SettingsValues; theirs: SettingsValues };

export function mergeSettings({ before, mine, theirs }: SettingsVersions): SettingsMerge {
	const isTheirs = isChanged(before, theirs, mine);
	const isMine = isChanged(before, mine, theirs);
	const taken = settingsFields.filter((field) => isTheirs(field) && !isMine(field));
	const conflicts = settingsFields.filter(
		(field) => isTheirs(field) && isMine(field) && !isAlike(mine[field], theirs[field]),
	);
	return { values: withFields(mine, theirs, taken), conflicts, taken };
}

function isChanged(before: SettingsValues, made: SettingsValues, other: SettingsValues) {
	const isDifferent = (field: SettingsField) =>
		!isAlike(before[field], made[field]) && !(field === "timezoneOffset" && made.timeZoneRule === inheritedRule);
	// An inherited clock of the other user would drop a chosen offset, so that is a conflict.
	return (field: SettingsField) =>
		isDifferent(field) ||
		(field === "timeZoneRule" && other.timeZoneRule === inheritedRule && isDifferent("timezoneOffset"));
}

export function withFields(to: SettingsValues, from: SettingsValues, fields: SettingsField[]): SettingsValues {
	return { ...to, ...Object.fromEntries(fields.map((field) => [field, from[field]])) };
}

export function conflictFields(
	{ fields, mine, theirs }: Omit<SettingsConflict, "who">,
	groups: GroupListRow[],
): (ConflictField & { field: SettingsField })[] {
	return fields.map((field) => ({
		field,
		label: settingsLabels[field],
		mine: wordsOf(field, mine, groups),
		theirs: wordsOf(field, theirs, groups),
	}));
}

function wordsOf(field: SettingsField, values: SettingsValues, groups: GroupListRow[]): string {
	if (field === "tags") return values.tags.join(comma);
	if (field === "metadata") return values.metadata.map(({ name, value }) => labeled(name, value)).join("\n");
	if (field === "groupIds")
		return groups.flatMap(({ id, name }) => (values.groupIds.includes(id) ? name : [])).join(comma);
	if (field === "channels") return values.channels.map(channelText).join("\n");
	if (field === "timeZoneRule") {
		return values.timeZoneRule === inheritedRule
			? t("source.isInherited")
			: labelOf(clockRuleChoices, values.timeZoneRule);
	}
	if (field === "timezoneOffset") return labelOf(offsetChoices, values.timezoneOffset);
	const value = values[field];
	return typeof value === "string" ? value : formatDuration(value);
}

function labelOf(choices: { value: string; label: string }[], chosen: string): string {
	return choices.find(({ value }) => value === chosen)?.label ?? chosen;
}

function formatDuration({ source, amount, unit }: OwnSetting): string {
	if (source === "own") return t(`amount.${unit}`, { amount });
	return source === "forever" ? t("setting.forever") : t("source.isInherited");
}

function channelText({ name, quantity, unit, decimals, min, max }: ChannelValues): string {
	const limits = [min && t("channels.atLeast", { value: min }), max && t("channels.atMost", { value: max })]
		.filter(Boolean)
		.join(comma);
	return [name, quantityTitles[quantity], unit, t("channels.withDecimals", { count: decimals }), limits]
		.filter(Boolean)
		.join(" · ");
}
