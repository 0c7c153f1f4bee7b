import type { Contact } from "../../../shared/message/contact";
import type { Report } from "../../../shared/report/report";
import { ContactRows } from "../../entities/contact";
import { EventLink } from "../../entities/entity-links";
import { reportFormats } from "../../entities/labels";
import { scheduleLabel } from "../../entities/report-schedule";
import { SwitchChip } from "../../ui/feedback/status-chip";
import { ReadOnlyNote } from "../../ui/form/guarded-button";
import { Card } from "../../ui/layout/card";
import { type Fact, Facts } from "../../ui/layout/detail";
import { TextLink } from "../../ui/layout/link";
import { TimeStamp } from "../../ui/time/time-stamp";
import { t as typeWords } from "../../words/made/report-types";
import { t } from "../../words/made/reports";
import { hasDefinition, rangeText } from "./report-labels";
import { ZoneTime } from "./zone-time";

type ReportDetailProps = { report: Report; contacts: Contact[]; denial: string };

/** Shown to readers who may not change it, and for a backend that returns no definition. */
export function ReportDetail({ report, contacts, denial }: ReportDetailProps) {
	return (
		<>
			<ReadOnlyNote text={denial} />
			<Card title={t("report")}>
				<Facts facts={factsOf(report)} />
			</Card>
			<Card title={t("sentTo")}>
				<ContactRows contactIds={report.contactIds} contacts={contacts} />
			</Card>
		</>
	);
}

function factsOf(report: Report): Fact[] {
	const { description, format, isEnabled, nextRunAt, lastRunAt, createdAt, zone } = report;
	const definition = hasDefinition(report) ? report.definition : null;
	const facts: (Fact | false)[] = [
		definition !== null && {
			label: t("type"),
			value: typeWords(`type.${definition.type}`),
			note: typeWords(`type.${definition.type}.about`),
		},
		definition !== null && { label: t("devices"), value: report.scopeText },
		definition !== null && { label: t("period"), value: rangeText(definition.range, zone) },
		definition?.assessment !== undefined && {
			label: t("assessedAlert"),
			value: <EventLink id={definition.assessment.eventId}>{t("assessedAlert.open")}</EventLink>,
		},
		definition?.study !== undefined && {
			label: typeWords("type.mappingStudy"),
			value: (
				<TextLink to="/groups/$groupId" params={{ groupId: definition.study.groupId }} search={{ view: "mapping" }}>
					{t("study.open")}
				</TextLink>
			),
		},
		{ label: t("description"), value: description || "—" },
		{ label: t("schedule"), value: scheduleLabel(report) },
		{ label: t("format"), value: reportFormats[format] },
		{ label: t("state"), value: <SwitchChip isOn={isEnabled} /> },
		{ label: t("nextRun"), value: nextRunAt ? <ZoneTime at={nextRunAt.getTime()} zone={zone} /> : "—" },
		{ label: t("lastRun"), value: lastRunAt ? <TimeStamp at={lastRunAt.getTime()} isFocusable /> : t("never") },
		{ label: t("created"), value: <TimeStamp at={createdAt.getTime()} isFocusable /> },
	];
	return facts.filter((fact) => fact !== false);
}
