import type { GroupListRow } from "../../../../shared/device/group";
import type { Contact, ContactGroup } from "../../../../shared/message/contact";
import { ReportRange } from "../../../../shared/report/report";
import { reportTypes } from "../../../../shared/report/report-types";
import { scheduleSentence } from "../../../../shared/report/schedule-sentence";
import { channelText } from "../../../entities/channel-choices";
import { reportFormats } from "../../../entities/labels";
import type { FormPart } from "../../../forms/versioned-form";
import { displayFormats } from "../../../ui/display-formats";
import { countOf } from "../../../ui/format";
import { valueStyle } from "../../../ui/value-display";
import { functionLabels, limitSources, rangeText, useSteps } from "../report-labels";
import { everyReading, type ReportValues, toReportInput, validSchedule } from "./report-values";

const allOf = new Intl.ListFormat("en");

type Choices = { groups: GroupListRow[]; contacts: Contact[]; contactGroups: ContactGroup[] };

type Named = { id: string; name: string };

function namesOf(ids: readonly string[], things: readonly Named[]): string[] {
	return ids.map((id) => things.find((thing) => thing.id === id)?.name ?? "something deleted");
}

export function reportParts({ groups, contacts, contactGroups }: Choices): FormPart<ReportValues>[] {
	const people = contacts.map(({ id, fullName }) => ({ id, name: fullName }));
	return [
		{ label: "Name", fields: ["name"], text: ({ name }) => name },
		{ label: "Description", fields: ["description"], text: ({ description }) => description },
		{
			label: "Type",
			fields: ["type", "withExcursions", "withDistribution", "withSummary"],
			text: ({ type, withExcursions, withDistribution, withSummary }) =>
				[
					reportTypes[type].label,
					...(withExcursions ? ["with excursions"] : []),
					...(withDistribution ? ["with the distribution"] : []),
					...(withSummary ? ["with the summary"] : []),
				].join(", "),
		},
		{
			label: "Devices",
			fields: ["scopeKind", "groupIds", "deviceIds"],
			text: ({ scopeKind, groupIds, deviceIds }) => {
				if (scopeKind === "all") return "All devices";
				if (scopeKind === "devices") return countOf(deviceIds.length, "chosen device");
				return allOf.format(namesOf(groupIds, groups)) || "No group";
			},
		},
		{
			label: "Channels",
			fields: ["channels"],
			text: ({ channels }) =>
				allOf.format(channels.map((channel) => channelText(channel, valueStyle()))) || "All channels",
		},
		{
			label: "Values",
			fields: ["minutes", "function", "byChannel"],
			text: (values) =>
				values.minutes === everyReading
					? "Each reading"
					: `${functionLabels[values.function]} of each ${values.minutes} minutes`,
		},
		{ label: "Rows", fields: ["useStep"], text: ({ useStep }) => useSteps[useStep] },
		{
			label: "Limits",
			fields: ["limits", "limitsFrom", "activationEnergy"],
			text: ({ limits, limitsFrom }) => {
				const { label } = limitSources[limitsFrom];
				return limits.length === 0 ? label : `${countOf(limits.length, "limit")}, else: ${label}`;
			},
		},
		{
			label: "Period",
			fields: ["range"],
			text: (values) => {
				const range = ReportRange.safeParse(toReportInput(values).range);
				return range.success ? rangeText(range.data, values.zone) : "Not complete yet";
			},
		},
		{ label: "Time zone", fields: ["zone"], text: ({ zone }) => zone },
		{
			label: "Schedule",
			fields: ["schedule"],
			text: (values) => {
				if (values.schedule.kind === "none") return "On demand";
				const schedule = validSchedule(values);
				return schedule === null ? "Not complete yet" : scheduleSentence(schedule, values.zone, displayFormats());
			},
		},
		{ label: "State", fields: ["isEnabled"], text: ({ isEnabled }) => (isEnabled ? "On" : "Off") },
		{ label: "Format", fields: ["format"], text: ({ format }) => reportFormats[format] },
		{
			label: "File",
			fields: ["layout", "withVerdict"],
			text: ({ layout: { fileName }, withVerdict }) => `${fileName}${withVerdict ? "" : ", without a verdict page"}`,
		},
		{
			label: "Recipients",
			fields: ["contactIds", "contactGroupIds"],
			text: (values) =>
				allOf.format([...namesOf(values.contactIds, people), ...namesOf(values.contactGroupIds, contactGroups)]) ||
				"Nobody",
		},
		{
			label: "Files for each group",
			fields: ["isPerGroup", "groups"],
			text: ({ isPerGroup }) => (isPerGroup ? "One file for each group" : "One file"),
		},
		{
			label: "Sending",
			fields: ["onlyIf", "attachesFile", "message"],
			text: ({ attachesFile, message }) =>
				[attachesFile ? "Attached" : "As a link", message].filter(Boolean).join(": "),
		},
	];
}
