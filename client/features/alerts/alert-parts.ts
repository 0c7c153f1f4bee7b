import type { AlertRole } from "../../../shared/alert/alert-rule";
import type { GroupListRow } from "../../../shared/device/group";
import { formatDuration } from "../../../shared/formats/duration-format";
import type { Contact, ContactGroup } from "../../../shared/message/contact";
import { pageLanguage } from "../../base/page-language";
import { deliveryChannelLabel } from "../../entities/contact";
import { severityLabels } from "../../entities/labels";
import { type TypedDuration, typedNumber, typedSeconds } from "../../forms/typed-setting";
import type { FormPart } from "../../forms/versioned-form";
import { t } from "../../words/made/alerts";
import { hoursText } from "./alert-labels";
import { type AlertValues, sentenceOf, severityOf, type TypedStep } from "./alert-values";

const allOf = new Intl.ListFormat(pageLanguage);

type Choices = {
	groups: GroupListRow[];
	contacts: Contact[];
	contactGroups: ContactGroup[];
	rosters: readonly Named[];
};
type People = Pick<Choices, "contacts" | "contactGroups" | "rosters">;

type Named = { id: string; name: string };

function namesOf(ids: readonly string[], things: readonly Named[]): string[] {
	return ids.map((id) => things.find((thing) => thing.id === id)?.name ?? t("part.deleted"));
}

type Recipients = Pick<AlertValues, "contactIds" | "contactGroupIds"> & {
	roles?: readonly AlertRole[] | undefined;
	rosterIds?: readonly string[] | undefined;
};

export function recipientNames(
	{ contactIds, contactGroupIds, roles = [], rosterIds = [] }: Recipients,
	{ contacts, contactGroups, rosters }: People,
): string[] {
	const people = contacts.map(({ id, fullName }) => ({ id, name: fullName }));
	const named = [
		...namesOf(contactIds, people),
		...namesOf(contactGroupIds, contactGroups),
		...namesOf(rosterIds, rosters),
	];
	return [...named, ...roles.map((role) => t(`recipients.role.${role}`))];
}

/** Messages after the first, by time. Omits incomplete steps. */
export function followUpLines(
	{ reminder, escalation }: Pick<AlertValues, "reminder" | "escalation">,
	choices: People,
): string[] {
	const most = typedNumber(reminder.atMost);
	const isEndless = reminder.atMost.trim() === "";
	const duration = spanText(reminder.every);
	const reminds =
		reminder.isOn && duration !== null && (isEndless || most > 0)
			? [isEndless ? t("part.reminds", { duration }) : t("part.remindsAtMost", { duration, count: most })]
			: [];
	const escalates = escalation.flatMap(({ after, ...step }) => {
		const [span, names] = [spanText(after), recipientNames(step, choices)];
		return span === null || names.length === 0
			? []
			: [t("part.escalation", { duration: span, names: allOf.format(names) })];
	});
	return [...reminds, ...escalates];
}

function spanText(typed: TypedDuration): string | null {
	const seconds = typedSeconds(typed);
	return seconds > 0 ? formatDuration(seconds * 1_000) : null;
}

/** The parts that two users can change separately, each as a whole. */
export function alertParts(choices: Choices): FormPart<AlertValues>[] {
	const recipients = (values: Recipients) => allOf.format(recipientNames(values, choices)) || t("part.nobody");
	return [
		{ label: t("name"), fields: ["name"], text: ({ name }) => name },
		{
			label: t("rule"),
			fields: ["condition", "forTime", "clear"],
			text: (values) => sentenceOf(values) ?? t("part.incomplete"),
		},
		{ label: t("severity"), fields: ["severity"], text: (values) => severityLabels[severityOf(values)].label },
		{
			label: t("devices"),
			fields: ["scopeKind", "groupIds", "deviceIds"],
			text: ({ scopeKind, groupIds, deviceIds }) => {
				if (scopeKind === "all") return t("part.everyDevice");
				if (scopeKind === "devices") return t("part.chosenDevices", { count: deviceIds.length });
				return allOf.format(namesOf(groupIds, choices.groups)) || t("part.noGroup");
			},
		},
		{
			label: t("hours"),
			fields: ["hours"],
			text: ({ hours }) => (hours.isAlways ? t("hours.always") : hoursText(hours)),
		},
		{
			label: t("recipients"),
			isOfOthersToo: true,
			fields: ["contactIds", "contactGroupIds", "roles", "rosterIds"],
			text: recipients,
		},
		{
			label: t("part.channels"),
			fields: ["channels"],
			text: ({ channels }) =>
				channels === null
					? t("part.usualChannels")
					: allOf.format(channels.map((channel) => deliveryChannelLabel(channel))),
		},
		{
			label: t("part.reminders"),
			fields: ["reminder"],
			text: ({ reminder: { isOn, every } }) =>
				isOn ? t("part.every", { duration: t("typedDuration", every) }) : t("part.none"),
		},
		{
			label: t("part.escalationTitle"),
			fields: ["escalation"],
			text: ({ escalation }) => escalation.map((step) => stepText(step, recipients)).join("; ") || t("part.none"),
		},
		{ label: t("whatToDo"), fields: ["description"], text: ({ description }) => description },
		{ label: t("state"), fields: ["isEnabled"], text: ({ isEnabled }) => (isEnabled ? t("state.on") : t("state.off")) },
	];
}

function stepText({ after, ...step }: TypedStep, recipients: (values: Recipients) => string): string {
	return t("part.step", { duration: t("typedDuration", after), recipients: recipients(step) });
}
