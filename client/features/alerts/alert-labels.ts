import type { CurrentAccount } from "../../../shared/account";
import type { AlertListRow, AlertReach } from "../../../shared/alert";
import type { AlertCondition, AlertHours } from "../../../shared/alert-rule";
import type { Contact, ContactGroup } from "../../../shared/contact";
import type { GroupListRow } from "../../../shared/group";
import { can } from "../../../shared/permissions";
import { weekHoursText } from "../../entities/clock-labels";
import { deliveryChannelLabels } from "../../entities/contact";
import { refusalOf, severityLabels } from "../../entities/labels";
import type { FormPart } from "../../forms/versioned-form";
import type { ChipTone } from "../../ui/feedback/status-chip";
import { countOf } from "../../ui/format";
import { type AlertValues, sentenceOf, severityOf, type TypedStep } from "./alert-values";

/** Null: the caller may change rules, and this one. */
export function alertRefusal(
	{ role }: Pick<CurrentAccount["me"], "role">,
	alert?: Pick<AlertListRow, "isEditable">,
): string | null {
	if (!can(role, "editAlerts")) return refusalOf("editAlerts", "alert rules", "change");
	if (alert === undefined || alert.isEditable) return null;
	return "This rule also watches devices outside your groups. Ask somebody who sees all of them to change it.";
}

/** How a rule's recipients are reached, where something is wrong with that. */
export const reachProblems: Record<Exclude<AlertReach, "reached">, { label: string; tone: ChipTone }> = {
	nobody: { label: "Reaches nobody", tone: "bad" },
	unverified: { label: "Not verified", tone: "warn" },
	quiet: { label: "All in quiet hours", tone: "warn" },
};

/** What a condition over a window needs of it; undefined: it needs nothing. */
export function windowNote({ kind }: Pick<AlertCondition, "kind">): string | undefined {
	if (kind !== "statistic") return undefined;
	return "Evaluated only where at least half of the usual readings of that time came.";
}

export const zoneLabels: Record<"device" | "account" | "contact", string> = {
	device: "Device clock",
	account: "Account time zone",
	contact: "Time zone of each contact",
};

export function hoursText({ zone, weekly, spans }: AlertHours): string {
	const clock = zone === "device" || zone === "account" || zone === "contact" ? zoneLabels[zone] : zone;
	const single = spans.length > 0 ? [countOf(spans.length, "single span")] : [];
	return `${[weekHoursText(weekly), ...single].filter(Boolean).join("; ") || "Never"} (${clock})`;
}

const allOf = new Intl.ListFormat("en");

type Choices = { groups: GroupListRow[]; contacts: Contact[]; contactGroups: ContactGroup[] };

type Named = { id: string; name: string };

function namesOf(ids: readonly string[], things: readonly Named[]): string[] {
	return ids.map((id) => things.find((thing) => thing.id === id)?.name ?? "something deleted");
}

type Recipients = Pick<AlertValues, "contactIds" | "contactGroupIds">;

export function recipientNames(
	{ contactIds, contactGroupIds }: Recipients,
	{ contacts, contactGroups }: Pick<Choices, "contacts" | "contactGroups">,
): string[] {
	const people = contacts.map(({ id, fullName }) => ({ id, name: fullName }));
	return [...namesOf(contactIds, people), ...namesOf(contactGroupIds, contactGroups)];
}

/** What somebody else may change at the same time, each as a whole. */
export function alertParts(choices: Choices): FormPart<AlertValues>[] {
	const recipients = (values: Recipients) => allOf.format(recipientNames(values, choices)) || "Nobody";
	return [
		{ label: "Name", fields: ["name"], text: ({ name }) => name },
		{
			label: "Rule",
			fields: ["condition", "forTime", "clear"],
			text: (values) => sentenceOf(values) ?? "Not complete yet",
		},
		{ label: "Severity", fields: ["severity"], text: (values) => severityLabels[severityOf(values)].label },
		{
			label: "Devices",
			fields: ["scopeKind", "groupIds", "deviceIds"],
			text: ({ scopeKind, groupIds, deviceIds }) => {
				if (scopeKind === "all") return "Every device";
				if (scopeKind === "devices") return countOf(deviceIds.length, "chosen device");
				return allOf.format(namesOf(groupIds, choices.groups)) || "No group";
			},
		},
		{ label: "Hours", fields: ["hours"], text: ({ hours }) => (hours.isAlways ? "Always" : hoursText(hours)) },
		{ label: "Recipients", fields: ["contactIds", "contactGroupIds"], text: recipients },
		{
			label: "Channels",
			fields: ["channels"],
			text: ({ channels }) =>
				channels === null ? "Usual channels" : allOf.format(channels.map((channel) => deliveryChannelLabels[channel])),
		},
		{
			label: "Reminders",
			fields: ["reminder"],
			text: ({ reminder: { isOn, every } }) => (isOn ? `Every ${every.amount} ${every.unit}` : "None"),
		},
		{
			label: "Escalation",
			fields: ["escalation"],
			text: ({ escalation }) => escalation.map((step) => stepText(step, recipients)).join("; ") || "None",
		},
		{ label: "What to do", fields: ["description"], text: ({ description }) => description },
		{ label: "State", fields: ["isEnabled"], text: ({ isEnabled }) => (isEnabled ? "On" : "Off") },
	];
}

function stepText({ after, ...step }: TypedStep, recipients: (values: Recipients) => string): string {
	return `after ${after.amount} ${after.unit}: ${recipients(step)}`;
}
