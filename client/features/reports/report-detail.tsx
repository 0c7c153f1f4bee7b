import type { Contact } from "../../../shared/message/contact";
import type { Report } from "../../../shared/report/report";
import { reportTypes } from "../../../shared/report/report-types";
import { ContactRows } from "../../entities/contact";
import { reportFormats } from "../../entities/labels";
import { scheduleLabel } from "../../entities/report-schedule";
import { ReadOnlyNote } from "../../ui/feedback/notes";
import { SwitchChip } from "../../ui/feedback/status-chip";
import { Card } from "../../ui/layout/card";
import { type Fact, Facts } from "../../ui/layout/detail";
import { TimeStamp } from "../../ui/time/time-stamp";
import { hasDefinition, rangeText } from "./report-labels";
import { ZoneTime } from "./zone-time";

type ReportDetailProps = { report: Report; contacts: Contact[]; denial: string };

/** For readers who may not change it, and for a backend that returns no definition. */
export function ReportDetail({ report, contacts, denial }: ReportDetailProps) {
	return (
		<>
			<ReadOnlyNote text={denial} />
			<Card title="Report">
				<Facts facts={factsOf(report)} />
			</Card>
			<Card title="Sent to">
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
			label: "Type",
			value: reportTypes[definition.type].label,
			note: reportTypes[definition.type].text,
		},
		definition !== null && { label: "Devices", value: report.scopeText },
		definition !== null && { label: "Period", value: rangeText(definition.range, zone) },
		{ label: "Description", value: description || "—" },
		{ label: "Schedule", value: scheduleLabel(report) },
		{ label: "Format", value: reportFormats[format] },
		{ label: "State", value: <SwitchChip isOn={isEnabled} /> },
		{ label: "Next run", value: nextRunAt ? <ZoneTime at={nextRunAt.getTime()} zone={zone} /> : "—" },
		{ label: "Last run", value: lastRunAt ? <TimeStamp at={lastRunAt.getTime()} isFocusable /> : "Never" },
		{ label: "Created", value: <TimeStamp at={createdAt.getTime()} isFocusable /> },
	];
	return facts.filter((fact) => fact !== false);
}
