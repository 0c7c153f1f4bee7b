import { groupTextNames, groupTexts } from "../../../shared/base/plain-fields";
import type { GroupListRow } from "../../../shared/device/group";
import type { FormPart } from "../../forms/versioned-form";
import { t } from "../../words/made/devices";
import { criteriaText, defaultsText } from "./group-labels";
import { type GroupValues, membersOf, toGroupInput } from "./group-values";

export function groupParts(groups: readonly GroupListRow[]): FormPart<GroupValues>[] {
	const nameOf = (id: string) => groups.find((group) => group.id === id)?.name ?? null;
	return [
		{ label: t("groups.form.name"), fields: ["name"], text: ({ name }) => name },
		...groupTextNames.map((text) => ({
			label: groupTexts[text].label,
			fields: [text],
			text: (values: GroupValues) => values[text],
		})),
		{
			label: t("groups.colour"),
			fields: ["colour"],
			text: ({ colour }) => (colour === null ? t("groups.colour.none") : t(`groups.colour.${colour}`)),
		},
		{
			label: t("groups.column.devices"),
			fields: ["kind", "deviceIds", "criteria"],
			meaning: membersMeaning,
			// The form of a device, and the list, move devices too.
			isOfOthersToo: true,
			text: (values) => membersText(values, nameOf),
		},
		{
			label: t("groups.column.defaults"),
			fields: ["defaults"],
			meaning: (values) => toGroupInput(values).defaults,
			text: (values) => defaultsText(toGroupInput(values).defaults) ?? t("groups.colour.none"),
		},
	];
}

/** Sorts chosen devices, because their order has no meaning. */
function membersMeaning(values: GroupValues): unknown {
	const members = membersOf(values);
	return members.kind === "static" ? { ...members, deviceIds: [...members.deviceIds].sort() } : members;
}

function membersText(values: GroupValues, nameOf: (id: string) => string | null): string {
	const members = membersOf(values);
	if (members.kind === "static") return t("groups.members.static", { count: members.deviceIds.length });
	const criteria = criteriaText(members.filter, nameOf).map((criterion) => t("groups.criterion", criterion));
	return criteria.length === 0
		? t("groups.members.noCriterion")
		: t("groups.members.dynamic", { criteria: criteria.join("; ") });
}
