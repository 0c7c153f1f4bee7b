import type { GroupListRow } from "../../../../shared/device/group";
import type { Contact, ContactGroup } from "../../../../shared/message/contact";
import { ReportRange } from "../../../../shared/report/report";
import { scheduleSentence } from "../../../../shared/report/schedule-sentence";
import { commaList } from "../../../base/comma-list";
import { pageLanguage } from "../../../base/page-language";
import { channelText } from "../../../entities/channel-choices";
import { reportFormats } from "../../../entities/labels";
import type { FormPart } from "../../../forms/versioned-form";
import { displayFormats } from "../../../ui/display-formats";
import { valueStyle } from "../../../ui/value-display";
import { t as typeWords } from "../../../words/made/report-types";
import { t } from "../../../words/made/reports";
import { limitSources, rangeText, useSteps } from "../report-labels";
import { everyReading, type ReportValues, toReportInput, validSchedule } from "./report-values";

const allOf = new Intl.ListFormat(pageLanguage);

type Choices = { groups: GroupListRow[]; contacts: Contact[]; contactGroups: ContactGroup[] };

type Named = { id: string; name: string };

function namesOf(ids: readonly string[], things: readonly Named[]): string[] {
	return ids.map((id) => things.find((thing) => thing.id === id)?.name ?? t("changed.deletedThing"));
}

export function reportParts({ groups, contacts, contactGroups }: Choices): FormPart<ReportValues>[] {
	const people = contacts.map(({ id, fullName }) => ({ id, name: fullName }));
	return [
		{ label: t("name"), fields: ["name"], text: ({ name }) => name },
		{ label: t("description"), fields: ["description"], text: ({ description }) => description },
		{
			label: t("type"),
			fields: ["type", "withExcursions", "withDistribution", "withSummary"],
			text: ({ type, withExcursions, withDistribution, withSummary }) =>
				commaList([
					typeWords(`type.${type}`),
					...(withExcursions ? [t("changed.withExcursions")] : []),
					...(withDistribution ? [t("changed.withDistribution")] : []),
					...(withSummary ? [t("changed.withSummary")] : []),
				]),
		},
		{
			label: t("devices"),
			fields: ["scopeKind", "groupIds", "deviceIds"],
			text: ({ scopeKind, groupIds, deviceIds }) => {
				if (scopeKind === "all") return t("allDevices");
				if (scopeKind === "devices") return t("changed.chosenDevices", { count: deviceIds.length });
				return allOf.format(namesOf(groupIds, groups)) || t("noGroup");
			},
		},
		{
			label: t("channels"),
			fields: ["channels"],
			text: ({ channels }) =>
				allOf.format(channels.map((channel) => channelText(channel, valueStyle()))) || t("allChannels"),
		},
		{
			label: t("values"),
			fields: ["minutes", "function", "byChannel"],
			text: (values) =>
				values.minutes === everyReading
					? t("eachReading")
					: t("changed.aggregated", {
							value: t(`function.${values.function}`),
							minutes: values.minutes,
						}),
		},
		{ label: t("rows"), fields: ["useStep"], text: ({ useStep }) => useSteps[useStep] },
		{
			label: t("limits"),
			fields: ["limits", "limitsFrom", "activationEnergy"],
			text: ({ limits, limitsFrom }) => {
				const { label } = limitSources[limitsFrom];
				return limits.length === 0 ? label : t("changed.limits", { count: limits.length, source: label });
			},
		},
		{
			label: t("period"),
			fields: ["range"],
			text: (values) => {
				const range = ReportRange.safeParse(toReportInput(values).range);
				return range.success ? rangeText(range.data, values.zone) : t("notCompleteYet");
			},
		},
		{ label: t("timeZone"), fields: ["zone"], text: ({ zone }) => zone },
		{
			label: t("schedule"),
			fields: ["schedule"],
			text: (values) => {
				if (values.schedule.kind === "none") return t("onDemand");
				const schedule = validSchedule(values);
				return schedule === null ? t("notCompleteYet") : scheduleSentence(schedule, values.zone, displayFormats());
			},
		},
		{
			label: t("state"),
			fields: ["isEnabled"],
			text: ({ isEnabled }) => (isEnabled ? t("changed.on") : t("changed.off")),
		},
		{ label: t("format"), fields: ["format"], text: ({ format }) => reportFormats[format] },
		{
			label: t("file"),
			fields: ["layout", "withVerdict"],
			text: ({ layout: { fileName }, withVerdict }) =>
				withVerdict ? fileName : t("changed.withoutVerdict", { fileName }),
		},
		{
			label: t("recipients"),
			fields: ["contactIds", "contactGroupIds"],
			text: (values) =>
				allOf.format([...namesOf(values.contactIds, people), ...namesOf(values.contactGroupIds, contactGroups)]) ||
				t("nobody"),
		},
		{
			label: t("filesForEachGroup"),
			fields: ["isPerGroup", "groups"],
			text: ({ isPerGroup }) => (isPerGroup ? t("oneFileForEachGroup") : t("oneFile")),
		},
		{
			label: t("sending"),
			fields: ["onlyIf", "attachesFile", "message"],
			text: ({ attachesFile, message }) => {
				if (message === "") return t(attachesFile ? "changed.attached" : "changed.asLink");
				return t(attachesFile ? "changed.attachedWith" : "changed.asLinkWith", { message });
			},
		},
	];
}
