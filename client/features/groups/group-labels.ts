import type { CurrentAccount } from "../../../shared/account/account";
import { can } from "../../../shared/account/permissions";
import { anySearched, listedTexts } from "../../../shared/base/plain-fields";
import type { DeviceFilter } from "../../../shared/device/device-filter";
import { type InheritableDuration, InheritableSetting } from "../../../shared/device/device-terms";
import type { GroupColour, GroupDefaults, GroupKind, GroupListRow } from "../../../shared/device/group";
import { formatDuration } from "../../../shared/formats/duration-format";
import { formatClock } from "../../entities/clock-labels";
import { powerLabels } from "../../entities/device-labels";
import { denialOf } from "../../entities/labels";
import { sendsLabels } from "../../forms/typed-setting";
import { capitalized, countOf } from "../../ui/format";

export const kindLabels: Record<GroupKind, { label: string; meaning: string }> = {
	static: { label: "Manual", meaning: "Only the devices you add" },
	dynamic: { label: "Dynamic", meaning: "Includes every matching device, now and in the future" },
};

export const colourNames: Record<GroupColour, string> = {
	teal: "Teal",
	blue: "Blue",
	violet: "Violet",
	pink: "Pink",
	red: "Red",
	orange: "Orange",
	yellow: "Yellow",
	green: "Green",
	grey: "Gray",
};

export const settingNames: Record<InheritableSetting, string> = {
	loggingIntervalSeconds: "Logging interval",
	uploadIntervalSeconds: "Upload interval",
	offlineAfterSeconds: "Offline after",
	retentionDays: "Data retention",
	clock: "Device clock",
	sends: "Sends readings",
};

const allOf = new Intl.ListFormat("en");

const anyOf = new Intl.ListFormat("en", { type: "disjunction" });

/** `upload interval 5 minutes, data retention forever`; null without defaults. */
export function defaultsText(defaults: GroupDefaults): string | null {
	const parts = settingFacts(defaults).map(({ label, value }) => `${label.toLowerCase()} ${value}`);
	return parts.length === 0 ? null : capitalized(parts.join(", "));
}

export function settingFacts(defaults: GroupDefaults): { label: string; value: string }[] {
	return InheritableSetting.options.flatMap((setting) => {
		const words = defaultText(setting, defaults);
		return words === null ? [] : { label: settingNames[setting], value: words };
	});
}

function defaultText(setting: InheritableSetting, defaults: GroupDefaults): string | null {
	if (setting === "clock") return defaults.clock ? formatClock(defaults.clock) : null;
	if (setting === "sends") return defaults.sends ? sendsLabels[defaults.sends].toLowerCase() : null;
	const value = defaults[setting];
	return value === undefined ? null : settingText(setting, value);
}

/** `15 minutes`, `90 days`, `forever`. */
function settingText(setting: InheritableDuration, value: number | null): string {
	if (value === null) return "forever";
	return setting === "retentionDays" ? countOf(value, "day") : formatDuration(value * 1000);
}

/** `2 alerts and 1 user`; null if the group is unused. */
export function usesText({ alerts, reports, users, groups }: GroupListRow["useCounts"]): string | null {
	const parts = [
		...(alerts > 0 ? [countOf(alerts, "alert")] : []),
		...(reports > 0 ? [countOf(reports, "report")] : []),
		...(users > 0 ? [countOf(users, "user")] : []),
		...(groups > 0 ? [countOf(groups, "group")] : []),
	];
	return parts.length === 0 ? null : allOf.format(parts);
}

type CriterionText = { label: string; words: string };

/** `nameOf` returns null for a deleted or invisible group. */
export function criteriaText(filter: DeviceFilter, nameOf: (groupId: string) => string | null): CriterionText[] {
	const listed = (label: string, values: readonly string[] | undefined): CriterionText[] =>
		values === undefined || values.length === 0 ? [] : [{ label, words: anyOf.format(values) }];
	return [
		...listed(`Text in ${anySearched}`, filter.search ? [`“${filter.search}”`] : []),
		...listed(
			"In group",
			filter.groupIds?.map((id) => nameOf(id) ?? "a group you do not see"),
		),
		...listed("Tag", filter.tags),
		...listedTexts.flatMap(({ label, criterion }) => listed(label, filter[criterion])),
		...listed(
			"Power",
			filter.powers?.map((power) => powerLabels[power].label),
		),
	];
}

export function groupDenial({ role, scope }: Pick<CurrentAccount["me"], "role" | "scope">): string | null {
	if (!can(role, "editGroups")) return denialOf("editGroups", "changeGroups");
	if (scope === "all") return null;
	return "You only see some groups. Groups decide who sees which devices, so only users who see all of them can change them.";
}
