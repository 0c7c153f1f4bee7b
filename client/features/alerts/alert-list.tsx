import { IconBell } from "@tabler/icons-react";
import type { AlertListRow } from "../../../shared/alert";
import { severitiesFromWorst, severityLabels, unbuiltAreas } from "../../entities/labels";
import { ReadOnlyNote } from "../../ui/feedback/notes";
import { StatusChip, SwitchChip } from "../../ui/feedback/status-chip";
import { countOf } from "../../ui/format";
import { EntityList } from "../../ui/table/entity-list";
import { ageColumn, NameLink, switchColumn, switchFacet } from "../../ui/table/list-columns";
import type { Facet, ListColumn } from "../../ui/table/list-rows";

const columns: [ListColumn<AlertListRow>, ...ListColumn<AlertListRow>[]] = [
	{
		id: "name",
		header: "Alert",
		value: ({ name }) => name,
		cell: ({ id, name, severity, isEnabled }) => (
			<NameLink
				to="/alerts/edit/$alertId"
				params={{ alertId: id }}
				under={
					<>
						<SeverityChip severity={severity} /> {!isEnabled && <SwitchChip isOn={false} />}
					</>
				}
			>
				{name}
			</NameLink>
		),
	},
	{
		id: "severity",
		header: "Severity",
		isMinor: true,
		value: ({ severity }) => severityLabels[severity].label,
		rank: ({ severity }) => severitiesFromWorst.indexOf(severity),
		cell: ({ severity }) => <SeverityChip severity={severity} />,
	},
	{
		id: "condition",
		header: "Condition",
		isMinor: true,
		isSoft: true,
		isWrapping: true,
		value: ({ condition }) => condition,
	},
	switchColumn(),
	{ id: "open", header: "Open events", isNumber: true, isMinor: true, value: ({ openEvents }) => openEvents },
	ageColumn({ id: "fired", header: "Last fired", at: ({ lastFiredAt }) => lastFiredAt }),
];

const facets: Facet<AlertListRow>[] = [
	{
		name: "severity",
		options: severitiesFromWorst.map((severity) => ({ value: severity, label: severityLabels[severity].label })),
		of: ({ severity }) => severity,
	},
	switchFacet(),
];

const rowKey = ({ id }: AlertListRow) => id;
const searched = ({ name, condition }: AlertListRow) => [name, condition];

export function AlertList({ rows }: { rows: AlertListRow[] }) {
	const watchingCount = rows.filter(({ isEnabled }) => isEnabled).length;
	return (
		<EntityList
			title="Alerts"
			noun="alert"
			subtitle={`${countOf(rows.length, "alert")}, ${watchingCount} switched on`}
			rows={rows}
			rowKey={rowKey}
			columns={columns}
			facets={facets}
			searchHint="Name or condition"
			searched={searched}
			empty={{
				icon: <IconBell size={26} />,
				title: "No alerts yet",
				text: "An alert watches devices and tells your contacts when a reading leaves its limits. Alerts cannot be created in this version.",
			}}
		>
			<ReadOnlyNote text={unbuiltAreas.alerts} />
		</EntityList>
	);
}

function SeverityChip({ severity }: Pick<AlertListRow, "severity">) {
	return <StatusChip tone={severityLabels[severity].tone}>{severityLabels[severity].label}</StatusChip>;
}
