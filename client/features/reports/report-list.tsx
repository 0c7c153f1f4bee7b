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
import type { ReactNode } from "react";
import { toast } from "sonner";
import { ReportFormat, type ReportListRow, ReportType } from "../../../shared/report/report";
import { trpcClient } from "../../api/trpc";
import { pageLanguage } from "../../base/page-language";
import { reportFormats } from "../../entities/labels";
import { scheduleLabel } from "../../entities/report-schedule";
import { StatusChip, SwitchChip } from "../../ui/feedback/status-chip";
import { NewLink } from "../../ui/form/guarded-button";
import { formatBytes } from "../../ui/format";
import { TextLink } from "../../ui/layout/link";
import type { BulkAction } from "../../ui/table/bulk-bar";
import { EntityList } from "../../ui/table/entity-list";
import { NameLink, switchColumn, switchFacet } from "../../ui/table/list-columns";
import { type Facet, type ListColumn, rowId } from "../../ui/table/list-rows";
import type { RowAction } from "../../ui/table/row-menu";
import { TimeStamp } from "../../ui/time/time-stamp";
import { t as typeWords } from "../../words/made/report-types";
import { t } from "../../words/made/reports";
import { downloadLast, useReportRun } from "./report-acts";
import { ReportDialogs, useReportQuestion } from "./report-dialogs";
import { runStateLabels } from "./report-labels";
import { switchAction } from "./report-page";
import { TemplateLinks } from "./template-links";
import { ZoneTime } from "./zone-time";

const allOf = new Intl.ListFormat(pageLanguage);
const namedRecipients = 2;

function recipientText(recipients: readonly string[]): string {
	const others = recipients.length - namedRecipients;
	if (others <= 0) return allOf.format(recipients);
	return allOf.format([...recipients.slice(0, namedRecipients), t("recipients.more", { count: others })]);
}

/** A backend of the specification returns only the columns of its list. */
const typeOf = ({ type }: Partial<ReportListRow>) => (type === undefined ? "" : typeWords(`type.${type}`));
const recipientsOf = ({ recipients = [] }: Partial<ReportListRow>) => recipients;
const lastRunOf = ({ lastRun = null }: Partial<ReportListRow>) => lastRun;

const columns: [ListColumn<ReportListRow>, ...ListColumn<ReportListRow>[]] = [
	{
		id: "name",
		header: t("report"),
		csvHeader: "Report",
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
	{ id: "type", header: t("type"), isMinor: true, isWrapping: true, value: typeOf },
	{
		id: "last",
		header: t("lastRun"),
		csvHeader: "Last run",
		isMinor: true,
		value: ({ lastRunAt }) => lastRunAt,
		cell: (row) => <LastRun row={row} />,
	},
	{
		id: "next",
		header: t("nextRun"),
		csvHeader: "Next run",
		isMinor: true,
		value: ({ nextRunAt }) => nextRunAt,
		cell: ({ nextRunAt, zone }) => (nextRunAt ? <ZoneTime at={nextRunAt.getTime()} zone={zone} /> : "—"),
	},
	{
		id: "schedule",
		header: t("schedule"),
		isMinor: true,
		isSoft: true,
		isWrapping: true,
		value: scheduleLabel,
	},
	{ id: "format", header: t("format"), isMinor: true, value: ({ format }) => reportFormats[format] },
	{
		id: "scope",
		header: t("devices"),
		csvHeader: "Devices",
		isMinor: true,
		isSpare: true,
		value: ({ scopeText = "" }) => scopeText,
	},
	{
		id: "recipients",
		header: t("sentTo"),
		csvHeader: "Sent to",
		isMinor: true,
		isSpare: true,
		isWrapping: true,
		value: (row) => allOf.format(recipientsOf(row)),
		cell: (row) => recipientText(recipientsOf(row)) || t("nobody"),
	},
	{
		id: "size",
		header: t("size"),
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
	if (row.lastRunAt === null) return t("never");
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
		label: t("type"),
		options: ReportType.options.map((type) => ({ value: type, label: typeWords(`type.${type}`) })),
		of: ({ type }: Partial<ReportListRow>) => type ?? "",
	},
	{
		name: "format",
		label: t("format"),
		options: ReportFormat.options.map((format) => ({ value: format, label: reportFormats[format] })),
		of: ({ format }) => format,
	},
	{
		name: "result",
		label: t("lastRun"),
		options: Object.entries(runStateLabels).map(([value, { label }]) => ({ value, label })),
		of: (row) => lastRunOf(row)?.state ?? "",
	},
	switchFacet(),
];

const searched = (row: ReportListRow) => [
	row.name,
	scheduleLabel(row),
	typeOf(row),
	row.scopeText ?? null,
	...recipientsOf(row),
];

type ReportListProps = { rows: ReportListRow[]; denial: string | null; tabs: ReactNode };

export function ReportList({ rows, denial, tabs }: ReportListProps) {
	const navigate = useNavigate();
	const { question, close, rowAction, bulkAction } = useReportQuestion();
	const { run } = useReportRun();
	const open = (reportId: string, tab?: "runs") =>
		void navigate({ to: "/reports/edit/$reportId", params: { reportId }, search: { tab } });
	const duplicate = ({ id: reportId, name }: ReportListRow) =>
		run(() => trpcClient.report.duplicateReport.mutate({ reportId }), t("copyOfNameCreated", { name }));

	const rowActions = (row: ReportListRow): RowAction[] => {
		const last = lastRunOf(row);
		return [
			rowAction("run", row, { label: t("runNow"), icon: <IconPlayerPlay size={16} />, denial }),
			...(last === null || last.bytes === null
				? []
				: [
						{
							id: "download",
							label: t("downloadLast"),
							icon: <IconDownload size={16} />,
							onRun: () => void downloadLast(last.id, () => open(row.id, "runs")),
						},
					]),
			{ id: "history", label: t("runs"), icon: <IconHistory size={16} />, onRun: () => open(row.id, "runs") },
			{
				id: "edit",
				label: denial === null ? t("row.edit") : t("row.open"),
				icon: <IconPencil size={16} />,
				onRun: () => open(row.id),
			},
			...(row.schedule === "" ? [] : [switchAction(row, { denial, run })]),
			{
				id: "copy",
				label: t("duplicate"),
				icon: <IconCopy size={16} />,
				denial,
				onRun: () => void duplicate(row),
			},
			rowAction("delete", row, { label: t("delete"), icon: <IconTrash size={16} />, isDangerous: true, denial }),
		];
	};
	const switchAll = (isEnabled: boolean): BulkAction<ReportListRow> => ({
		id: isEnabled ? "resume" : "pause",
		label: (count) => t(isEnabled ? "resume.several" : "pause.several", { count }),
		icon: isEnabled ? <IconPlayerPlay size={16} /> : <IconPlayerPause size={16} />,
		denial,
		onRun: (reports, done) =>
			void run(async () => {
				const failed = await switchEach(reports, isEnabled);
				const count = reports.length - failed.length;
				if (count > 0) toast.success(t(isEnabled ? "resumed.several" : "paused.several", { count }));
				if (failed.length > 0) throw failed[0];
				done();
			}, null),
	});

	return (
		<>
			<EntityList
				title={t("reportsList")}
				noun="report"
				subtitle={t("list.subtitle", { count: rows.length, on: rows.filter(({ isEnabled }) => isEnabled).length })}
				rows={rows}
				rowKey={rowId}
				columns={columns}
				facets={facets}
				searchHint={t("nameTypeScheduleOrRecipient")}
				searched={searched}
				api={{ list: "reports", hasIds: true }}
				rowActions={rowActions}
				bulkActions={[
					switchAll(false),
					switchAll(true),
					bulkAction("delete", {
						label: (count) => t("delete.several", { count }),
						icon: <IconTrash size={16} />,
						isDangerous: true,
						isInMenu: true,
						denial,
					}),
				]}
				headActions={
					<NewLink to="/reports/new" denial={denial}>
						{t("newReport")}
					</NewLink>
				}
				empty={{
					icon: <IconReport size={26} />,
					title: t("noReportsYet"),
					text: t("list.none.help"),
					action:
						denial === null ? (
							<>
								<TemplateLinks />
								<TextLink to="/reports/new">{t("startFromScratch")}</TextLink>
							</>
						) : undefined,
				}}
			>
				{tabs}
			</EntityList>
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
