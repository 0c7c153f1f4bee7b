import { type AlertRole, alertRoleLabels } from "../../../shared/alert/alert-rule";
import type { GroupListRow } from "../../../shared/device/group";
import { formatDuration } from "../../../shared/formats/duration-format";
import type { Contact, ContactGroup } from "../../../shared/message/contact";
import { deliveryChannelLabels } from "../../entities/contact";
import { severityLabels } from "../../entities/labels";
import { type TypedDuration, typedNumber, typedSeconds } from "../../forms/typed-setting";
import type { FormPart } from "../../forms/versioned-form";
import { countOf } from "../../ui/format";
import { hoursText } from "./alert-labels";
import { type AlertValues, sentenceOf, severityOf, type TypedStep } from "./alert-values";

const allOf = new Intl.ListFormat("en");

type Choices = { groups: GroupListRow[]; contacts: Contact[]; contactGroups: ContactGroup[] };

type Named = { id: string; name: string };

function namesOf(ids: readonly string[], things: readonly Named[]): string[] {
	return ids.map((id) => things.find((thing) => thing.id === id)?.name ?? "something deleted");
}

type Recipients = Pick<AlertValues, "contactIds" | "contactGroupIds"> & { roles?: readonly AlertRole[] | undefined };

export function recipientNames(
	{ contactIds, contactGroupIds, roles = [] }: Recipients,
	{ contacts, contactGroups }: Pick<Choices, "contacts" | "contactGroups">,
): string[] {
	const people = contacts.map(({ id, fullName }) => ({ id, name: fullName }));
	const named = [...namesOf(contactIds, people), ...namesOf(contactGroupIds, contactGroups)];
	return [...named, ...roles.map((role) => alertRoleLabels[role])];
}

/** Messages after the first, by time. Omits incomplete steps. */
export function followUpLines(
	{ reminder, escalation }: Pick<AlertValues, "reminder" | "escalation">,
	choices: Pick<Choices, "contacts" | "contactGroups">,
): string[] {
	const most = typedNumber(reminder.atMost);
	const atMost = reminder.atMost.trim() === "" ? "" : `, at most ${countOf(most, "time")}`;
	const every = spanText(reminder.every);
	const reminds =
		reminder.isOn && every !== null && (atMost === "" || most > 0)
			? [`Reminds every ${every}${atMost}, until somebody acknowledges it.`]
			: [];
	const escalates = escalation.flatMap(({ after, ...step }) => {
		const [span, names] = [spanText(after), recipientNames(step, choices)];
		return span === null || names.length === 0
			? []
			: [`If nobody acknowledges it for ${span}, notifies ${allOf.format(names)} too.`];
	});
	return [...reminds, ...escalates];
}

function spanText(typed: TypedDuration): string | null {
	const seconds = typedSeconds(typed);
	return seconds > 0 ? formatDuration(seconds * 1_000) : null;
}

/** The parts that two users can change separately, each as a whole. */
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
		{ label: "Recipients", isOfOthersToo: true, fields: ["contactIds", "contactGroupIds", "roles"], text: recipients },
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
