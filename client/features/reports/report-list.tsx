import {
	IconCopy,
	IconDownload,
	IconHistory,
	IconPencil,
	IconPlayerPause,
	IconPlayerPlay,
	IconReport,
	IconTrash,
} from "@tabler/icons-react";
import { useNavigate } from "@tanstack/react-router";
import { toast } from "sonner";
import { ReportFormat, type ReportListRow, ReportType } from "../../../shared/report/report";
import { reportTypes } from "../../../shared/report/report-types";
import { trpcClient } from "../../api/trpc";
import { reportFormats } from "../../entities/labels";
import { scheduleLabel } from "../../entities/report-schedule";
import { StatusChip, SwitchChip } from "../../ui/feedback/status-chip";
import { NewLink } from "../../ui/form/guarded-button";
import { countOf, countText, formatBytes } from "../../ui/format";
import { TextLink } from "../../ui/layout/link";
import type { BulkAction } from "../../ui/table/bulk-bar";
import { EntityList } from "../../ui/table/entity-list";
import { NameLink, switchColumn, switchFacet } from "../../ui/table/list-columns";
import type { Facet, ListColumn } from "../../ui/table/list-rows";
import type { RowAction } from "../../ui/table/row-menu";
import { TimeStamp } from "../../ui/time/time-stamp";
import { downloadLast, useReportRun } from "./report-acts";
import { ReportDialogs, useReportQuestion } from "./report-dialogs";
import { runStateLabels } from "./report-labels";
import { switchAction } from "./report-page";
import { TemplateLinks } from "./template-links";
import { ZoneTime } from "./zone-time";

const allOf = new Intl.ListFormat("en");
const namedRecipients = 2;

function recipientText(recipients: readonly string[]): string {
	const others = recipients.length - namedRecipients;
	if (others <= 0) return allOf.format(recipients);
	return allOf.format([...recipients.slice(0, namedRecipients), `${countText(others)} more`]);
}

/** A backend of the specification returns only the columns of its list. */
const typeOf = ({ type }: Partial<ReportListRow>) => (type === undefined ? "" : reportTypes[type].label);
const recipientsOf = ({ recipients = [] }: Partial<ReportListRow>) => recipients;
const lastRunOf = ({ lastRun = null }: Partial<ReportListRow>) => lastRun;

const columns: [ListColumn<ReportListRow>, ...ListColumn<ReportListRow>[]] = [
	{
		id: "name",
		header: "Report",
		value: ({ name }) => name,
		cell: ({ id, name, isEnabled, ...row }) => (
			<NameLink
				to="/reports/edit/$reportId"
				params={{ reportId: id }}
				search={{ tab: row.type === undefined ? undefined : "runs" }}
				under={
					<>
						{!isEnabled && <SwitchChip isOn={false} />} <LastRun row={row} />
					</>
				}
			>
				{name}
			</NameLink>
		),
	},
	{ id: "type", header: "Type", isMinor: true, isWrapping: true, value: typeOf },
	{
		id: "last",
		header: "Last run",
		isMinor: true,
		value: ({ lastRunAt }) => lastRunAt,
		cell: (row) => <LastRun row={row} />,
	},
	{
		id: "next",
		header: "Next run",
		isMinor: true,
		value: ({ nextRunAt }) => nextRunAt,
		cell: ({ nextRunAt, zone }) => (nextRunAt ? <ZoneTime at={nextRunAt.getTime()} zone={zone} /> : "—"),
	},
	{
		id: "schedule",
		header: "Schedule",
		isMinor: true,
		isSoft: true,
		isWrapping: true,
		value: scheduleLabel,
	},
	{ id: "format", header: "Format", isMinor: true, value: ({ format }) => reportFormats[format] },
	{ id: "scope", header: "Devices", isMinor: true, isSpare: true, value: ({ scopeText = "" }) => scopeText },
	{
		id: "recipients",
		header: "Sent to",
		isMinor: true,
		isSpare: true,
		isWrapping: true,
		value: (row) => allOf.format(recipientsOf(row)),
		cell: (row) => recipientText(recipientsOf(row)) || "Nobody",
	},
	{
		id: "size",
		header: "Size",
		isNumber: true,
		isMinor: true,
		isSpare: true,
		value: (row) => lastRunOf(row)?.bytes ?? null,
		cell: (row) => {
			const bytes = lastRunOf(row)?.bytes;
			return bytes === null || bytes === undefined ? "—" : formatBytes(bytes);
		},
	},
	switchColumn(),
];

function LastRun({ row }: { row: Pick<ReportListRow, "lastRunAt" | "lastRun"> }) {
	const lastRun = lastRunOf(row);
	if (row.lastRunAt === null) return "Never";
	return (
		<>
			<TimeStamp at={row.lastRunAt.getTime()} show="age" />{" "}
			{lastRun && (
				<StatusChip tone={runStateLabels[lastRun.state].tone}>{runStateLabels[lastRun.state].label}</StatusChip>
			)}
		</>
	);
}

const facets: Facet<ReportListRow>[] = [
	{
		name: "kind",
		label: "Type",
		options: ReportType.options.map((type) => ({ value: type, label: reportTypes[type].label })),
		of: ({ type }: Partial<ReportListRow>) => type ?? "",
	},
	{
		name: "format",
		label: "Format",
		options: ReportFormat.options.map((format) => ({ value: format, label: reportFormats[format] })),
		of: ({ format }) => format,
	},
	{
		name: "result",
		label: "Last run",
		options: Object.entries(runStateLabels).map(([value, { label }]) => ({ value, label })),
		of: (row) => lastRunOf(row)?.state ?? "",
	},
	switchFacet(),
];

const rowKey = ({ id }: ReportListRow) => id;
const searched = (row: ReportListRow) => [
	row.name,
	scheduleLabel(row),
	typeOf(row),
	row.scopeText ?? null,
	...recipientsOf(row),
];

export function ReportList({ rows, denial }: { rows: ReportListRow[]; denial: string | null }) {
	const navigate = useNavigate();
	const { question, close, rowAction, bulkAction } = useReportQuestion();
	const { run } = useReportRun();
	const open = (reportId: string, tab?: "runs") =>
		void navigate({ to: "/reports/edit/$reportId", params: { reportId }, search: { tab } });
	const duplicate = ({ id: reportId, name }: ReportListRow) =>
		run(() => trpcClient.report.duplicateReport.mutate({ reportId }), `Copy of ${name} created.`);

	const rowActions = (row: ReportListRow): RowAction[] => {
		const last = lastRunOf(row);
		return [
			rowAction("run", row, { label: "Run now", icon: <IconPlayerPlay size={16} />, denial }),
			...(last === null || last.bytes === null
				? []
				: [
						{
							id: "download",
							label: "Download last",
							icon: <IconDownload size={16} />,
							onRun: () => void downloadLast(last.id, () => open(row.id, "runs")),
						},
					]),
			{ id: "history", label: "Runs", icon: <IconHistory size={16} />, onRun: () => open(row.id, "runs") },
			{
				id: "edit",
				label: denial === null ? "Edit" : "Open",
				icon: <IconPencil size={16} />,
				onRun: () => open(row.id),
			},
			...(row.schedule === "" ? [] : [switchAction(row, { denial, run })]),
			{
				id: "copy",
				label: "Duplicate",
				icon: <IconCopy size={16} />,
				denial,
				onRun: () => void duplicate(row),
			},
			rowAction("delete", row, { label: "Delete", icon: <IconTrash size={16} />, isDangerous: true, denial }),
		];
	};
	const switchAll = (isEnabled: boolean): BulkAction<ReportListRow> => ({
		id: isEnabled ? "resume" : "pause",
		label: (count) => `${isEnabled ? "Resume" : "Pause"} ${countOf(count, "report")}`,
		icon: isEnabled ? <IconPlayerPlay size={16} /> : <IconPlayerPause size={16} />,
		denial,
		onRun: (reports, done) =>
			void run(async () => {
				const failed = await switchEach(reports, isEnabled);
				const changed = countOf(reports.length - failed.length, "report");
				if (failed.length < reports.length) toast.success(`${changed} ${isEnabled ? "resumed" : "paused"}.`);
				if (failed.length > 0) throw failed[0];
				done();
			}, null),
	});

	return (
		<>
			<EntityList
				title="Reports list"
				noun="report"
				subtitle={`${countOf(rows.length, "report")}, ${rows.filter(({ isEnabled }) => isEnabled).length} switched on`}
				rows={rows}
				rowKey={rowKey}
				columns={columns}
				facets={facets}
				searchHint="Name, type, schedule or recipient"
				searched={searched}
				api={{ list: "reports", hasIds: true }}
				rowActions={rowActions}
				bulkActions={[
					switchAll(false),
					switchAll(true),
					bulkAction("delete", {
						label: (count) => `Delete ${countOf(count, "report")}`,
						icon: <IconTrash size={16} />,
						isDangerous: true,
						isInMenu: true,
						denial,
					}),
				]}
				headActions={
					<NewLink to="/reports/new" denial={denial}>
						New report
					</NewLink>
				}
				empty={{
					icon: <IconReport size={26} />,
					title: "No reports yet",
					text: "A report makes a file of your readings, on demand or on a schedule, and sends it to your contacts.",
					action:
						denial === null ? (
							<>
								<TemplateLinks />
								<TextLink to="/reports/new">Start from scratch</TextLink>
							</>
						) : undefined,
				}}
			/>
			<ReportDialogs question={question} onClose={close} />
		</>
	);
}

/** One call per report, so that one deleted meanwhile does not block the others. Returns why some failed. */
async function switchEach(reports: ReportListRow[], isEnabled: boolean): Promise<unknown[]> {
	const changes = reports.map(({ id }) => trpcClient.report.setReportEnabled.mutate({ reportId: id, isEnabled }));
	const results = await Promise.allSettled(changes);
	return results.flatMap((result) => (result.status === "rejected" ? [result.reason] : []));
}
