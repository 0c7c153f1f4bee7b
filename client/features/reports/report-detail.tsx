import type { Contact } from "../../../shared/contact";
import type { Report } from "../../../shared/report";
import { Card } from "../../ui/card";
import { ContactRows } from "../../ui/contact-rows";
import { Detail } from "../../ui/detail";
import { Facts } from "../../ui/facts";
import { SwitchChip } from "../../ui/switch-chip";
import { TimeStamp } from "../../ui/time-stamp";
import { unbuiltAreas } from "../../unbuilt-areas";
import { formatWords, scheduleWords } from "./report-words";

export function ReportDetail({ report, contacts }: { report: Report; contacts: Contact[] }) {
	return (
		<Detail
			title={report.name}
			subtitle={scheduleWords(report.schedule)}
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
						{ label: "Schedule", value: scheduleWords(report.schedule) },
						{ label: "Format", value: formatWords[report.format] },
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
