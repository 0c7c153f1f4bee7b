import type { GroupListRow } from "../../../../shared/group";
import { quantityTitles } from "../../../../shared/quantity-titles";
import { clockRuleChoices, offsetChoices } from "../../../entities/clock-labels";
import { inheritedRule } from "../../../forms/typed-setting";
import type { ConflictField } from "../../../ui/form/conflict-notice";
import {
	type ChannelValues,
	type OwnSetting,
	type SettingsField,
	type SettingsValues,
	settingsLabels,
} from "./settings-values";
import type { SettingsConflict } from "./use-settings-form";

/** What two people made of the same fields, side by side in words. */
export function conflictFields(
	{ fields, mine, theirs }: SettingsConflict,
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
	if (field === "tags") return values.tags.join(", ");
	if (field === "metadata") return values.metadata.map(({ name, value }) => `${name}: ${value}`).join("\n");
	if (field === "groupIds")
		return groups.flatMap(({ id, name }) => (values.groupIds.includes(id) ? name : [])).join(", ");
	if (field === "channels") return values.channels.map(channelWords).join("\n");
	if (field === "timeZoneRule") {
		return values.timeZoneRule === inheritedRule ? "Inherited" : labelOf(clockRuleChoices, values.timeZoneRule);
	}
	if (field === "timezoneOffset") return labelOf(offsetChoices, values.timezoneOffset);
	const value = values[field];
	return typeof value === "string" ? value : durationWords(value);
}

function labelOf(choices: { value: string; label: string }[], chosen: string): string {
	return choices.find(({ value }) => value === chosen)?.label ?? chosen;
}

function durationWords({ source, amount, unit }: OwnSetting): string {
	if (source === "own") return `${amount} ${unit}`;
	return source === "forever" ? "For ever" : "Inherited";
}

function channelWords({ name, quantity, unit, decimals, min, max }: ChannelValues): string {
	const limits = [min && `at least ${min}`, max && `at most ${max}`].filter(Boolean).join(", ");
	return [name, quantityTitles[quantity], unit, `${decimals} decimals`, limits].filter(Boolean).join(" · ");
}
