import { groupTextNames, groupTexts } from "../../../shared/base/plain-fields";
import type { GroupListRow } from "../../../shared/device/group";
import type { FormPart } from "../../forms/versioned-form";
import { countOf } from "../../ui/format";
import { colourNames, criteriaText, defaultsText, kindLabels } from "./group-labels";
import { type GroupValues, membersOf, toGroupInput } from "./group-values";

export function groupParts(groups: readonly GroupListRow[]): FormPart<GroupValues>[] {
	const nameOf = (id: string) => groups.find((group) => group.id === id)?.name ?? null;
	return [
		{ label: "Name", fields: ["name"], text: ({ name }) => name },
		...groupTextNames.map((text) => ({
			label: groupTexts[text].label,
			fields: [text],
			text: (values: GroupValues) => values[text],
		})),
		{
			label: "Color",
			fields: ["colour"],
			text: ({ colour }) => (colour === null ? "None" : colourNames[colour]),
		},
		{
			label: "Devices",
			fields: ["kind", "deviceIds", "criteria"],
			meaning: membersMeaning,
			// The form of a device, and the list, move devices too.
			isOfOthersToo: true,
			text: (values) => membersText(values, nameOf),
		},
		{
			label: "Defaults",
			fields: ["defaults"],
			meaning: (values) => toGroupInput(values).defaults,
			text: (values) => defaultsText(toGroupInput(values).defaults) ?? "None",
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
	if (members.kind === "static") return `${kindLabels.static.label}: ${countOf(members.deviceIds.length, "device")}`;
	const criteria = criteriaText(members.filter, nameOf).map(({ label, words }) => `${label} ${words}`);
	return `${kindLabels.dynamic.label}: ${criteria.join("; ") || "no criterion"}`;
}
