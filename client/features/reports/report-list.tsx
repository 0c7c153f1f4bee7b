import { IconReport } from "@tabler/icons-react";
import { ReportFormat, type ReportListRow } from "../../../shared/report";
import { reportFormats, scheduleLabel, unbuiltAreas } from "../../entities/labels";
import { ReadOnlyNote } from "../../ui/feedback/notes";
import { SwitchChip } from "../../ui/feedback/status-chip";
import { countOf } from "../../ui/format";
import { EntityList } from "../../ui/table/entity-list";
import { ageColumn, NameLink, switchColumn, switchFacet } from "../../ui/table/list-columns";
import type { Facet, ListColumn } from "../../ui/table/list-rows";
import { TimeStamp } from "../../ui/time/time-stamp";

const columns: [ListColumn<ReportListRow>, ...ListColumn<ReportListRow>[]] = [
	{
		id: "name",
		header: "Report",
		value: ({ name }) => name,
		cell: ({ id, name, isEnabled }) => (
			<NameLink to="/reports/edit/$reportId" params={{ reportId: id }} under={<SwitchChip isOn={isEnabled} />}>
				{name}
			</NameLink>
		),
	},
	{
		id: "schedule",
		header: "Schedule",
		isMinor: true,
		isSoft: true,
		isWrapping: true,
		value: ({ schedule }) => scheduleLabel(schedule),
	},
	{ id: "format", header: "Format", isMinor: true, value: ({ format }) => reportFormats[format] },
	switchColumn(),
	{
		id: "next",
		header: "Next run",
		value: ({ nextRunAt }) => nextRunAt,
		cell: ({ nextRunAt }) => (nextRunAt ? <TimeStamp at={nextRunAt.getTime()} /> : "—"),
	},
	ageColumn({ id: "last", header: "Last run", isMinor: true, at: ({ lastRunAt }) => lastRunAt }),
];

const facets: Facet<ReportListRow>[] = [
	{
		name: "format",
		options: ReportFormat.options.map((format) => ({ value: format, label: reportFormats[format] })),
		of: ({ format }) => format,
	},
	switchFacet(),
];

const rowKey = ({ id }: ReportListRow) => id;
const searched = ({ name, schedule }: ReportListRow) => [name, scheduleLabel(schedule)];

export function ReportList({ rows }: { rows: ReportListRow[] }) {
	return (
		<EntityList
			title="Reports list"
			noun="report"
			subtitle={`${countOf(rows.length, "report")}, ${rows.filter(({ isEnabled }) => isEnabled).length} switched on`}
			rows={rows}
			rowKey={rowKey}
			columns={columns}
			facets={facets}
			searchHint="Name or schedule"
			searched={searched}
			empty={{
				icon: <IconReport size={26} />,
				title: "No reports yet",
				text: "A report sends readings to your contacts on a schedule. Reports cannot be created in this version. Any list can be exported as CSV meanwhile.",
			}}
		>
			<ReadOnlyNote text={unbuiltAreas.reports} />
		</EntityList>
	);
}
