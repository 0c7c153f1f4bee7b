import type { CurrentAccount } from "../../../shared/account/account";
import { can } from "../../../shared/account/permissions";
import { anySearched, listedTexts } from "../../../shared/base/plain-fields";
import type { DeviceFilter } from "../../../shared/device/device-filter";
import { type InheritableDuration, InheritableSetting } from "../../../shared/device/device-terms";
import type { GroupDefaults, GroupListRow } from "../../../shared/device/group";
import { formatDuration } from "../../../shared/formats/duration-format";
import { comma } from "../../base/comma-list";
import { pageLanguage } from "../../base/page-language";
import { formatClock } from "../../entities/clock-labels";
import { powerLabels } from "../../entities/device-labels";
import { denialOf } from "../../entities/labels";
import { capitalized } from "../../ui/format";
import { t } from "../../words/made/devices";

export const settingNames: Record<InheritableSetting, string> = {
	loggingIntervalSeconds: t("groups.setting.logging"),
	uploadIntervalSeconds: t("groups.setting.upload"),
	offlineAfterSeconds: t("groups.setting.offline"),
	retentionDays: t("groups.setting.retention"),
	clock: t("groups.setting.clock"),
	sends: t("groups.setting.sends"),
};

const allOf = new Intl.ListFormat(pageLanguage);

const anyOf = new Intl.ListFormat(pageLanguage, { type: "disjunction" });

/** `upload interval 5 minutes, data retention forever`; null without defaults. */
export function defaultsText(defaults: GroupDefaults): string | null {
	const parts = InheritableSetting.options.flatMap((setting) => {
		const value = defaultText(setting, defaults);
		return value === null ? [] : t(`groups.default.${setting}`, { value });
	});
	return parts.length === 0 ? null : capitalized(parts.join(comma));
}

export function settingFacts(defaults: GroupDefaults): { label: string; value: string }[] {
	return InheritableSetting.options.flatMap((setting) => {
		const words = defaultText(setting, defaults);
		return words === null ? [] : { label: settingNames[setting], value: words };
	});
}

function defaultText(setting: InheritableSetting, defaults: GroupDefaults): string | null {
	if (setting === "clock") return defaults.clock ? formatClock(defaults.clock) : null;
	if (setting === "sends") return defaults.sends ? t(`groups.sends.${defaults.sends}`) : null;
	const value = defaults[setting];
	return value === undefined ? null : settingText(setting, value);
}

function settingText(setting: InheritableDuration, value: number | null): string {
	if (value === null) return t("groups.forever");
	return setting === "retentionDays" ? t("groups.days", { count: value }) : formatDuration(value * 1000);
}

/** `2 alerts and 1 user`; null if the group is unused. */
export function usesText({ alerts, reports, users, groups }: GroupListRow["useCounts"]): string | null {
	const parts = [
		...(alerts > 0 ? [t("groups.use.alerts", { count: alerts })] : []),
		...(reports > 0 ? [t("groups.use.reports", { count: reports })] : []),
		...(users > 0 ? [t("groups.use.users", { count: users })] : []),
		...(groups > 0 ? [t("groups.count", { count: groups })] : []),
	];
	return parts.length === 0 ? null : allOf.format(parts);
}

type CriterionText = { label: string; words: string };

/** `nameOf` returns null for a deleted or invisible group. */
export function criteriaText(filter: DeviceFilter, nameOf: (groupId: string) => string | null): CriterionText[] {
	const listed = (label: string, values: readonly string[] | undefined): CriterionText[] =>
		values === undefined || values.length === 0 ? [] : [{ label, words: anyOf.format(values) }];
	return [
		...listed(
			t("groups.criterion.text", { fields: anySearched }),
			filter.search ? [t("groups.criterion.quoted", { text: filter.search })] : [],
		),
		...listed(
			t("groups.criterion.group"),
			filter.groupIds?.map((id) => nameOf(id) ?? t("groups.criterion.unseenGroup")),
		),
		...listed(t("groups.criterion.tag"), filter.tags),
		...listedTexts.flatMap(({ label, criterion }) => listed(label, filter[criterion])),
		...listed(
			t("groups.criterion.power"),
			filter.powers?.map((power) => powerLabels[power].label),
		),
	];
}

export function groupDenial({ role, scope }: Pick<CurrentAccount["me"], "role" | "scope">): string | null {
	if (!can(role, "editGroups")) return denialOf("editGroups", "changeGroups");
	if (scope === "all") return null;
	return t("groups.denied.scope");
}
