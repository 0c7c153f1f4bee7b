import type { Contact } from "../../../shared/contact";
import type { Report } from "../../../shared/report";
import { ContactRows } from "../../entities/contact";
import { reportFormats, scheduleLabel, unbuiltAreas } from "../../entities/labels";
import { SwitchChip } from "../../ui/feedback/status-chip";
import { Card } from "../../ui/layout/card";
import { Detail, Facts } from "../../ui/layout/detail";
import { TimeStamp } from "../../ui/time/time-stamp";

export function ReportDetail({ report, contacts }: { report: Report; contacts: Contact[] }) {
	return (
		<Detail
			title={report.name}
			subtitle={scheduleLabel(report.schedule)}
			list={{ to: "/reports/", title: "All reports" }}
			notice={unbuiltAreas.reports}
			aside={
				<Card title="Sent to">
					<ContactRows contactIds={report.contactIds} contacts={contacts} />
				</Card>
			}
		>
			<Card title="Report">
				<Facts
					facts={[
						{ label: "Description", value: report.description || "—" },
						{ label: "Schedule", value: scheduleLabel(report.schedule) },
						{ label: "Format", value: reportFormats[report.format] },
						{ label: "State", value: <SwitchChip isOn={report.isEnabled} /> },
						{
							label: "Next run",
							value: report.nextRunAt ? <TimeStamp at={report.nextRunAt.getTime()} isFocusable /> : "—",
						},
						{
							label: "Last run",
							value: report.lastRunAt ? <TimeStamp at={report.lastRunAt.getTime()} isFocusable /> : "Never",
						},
						{ label: "Created", value: <TimeStamp at={report.createdAt.getTime()} isFocusable /> },
					]}
				/>
			</Card>
		</Detail>
	);
}
