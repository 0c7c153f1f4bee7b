import { IconCopy, IconPlayerPause, IconPlayerPlay, IconTrash } from "@tabler/icons-react";
import { Link, useNavigate } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { toast } from "sonner";
import type { Report } from "../../../shared/report/report";
import { reportTypes } from "../../../shared/report/report-types";
import { trpcClient } from "../../api/trpc";
import { useScreenCommands } from "../../base/screen-commands";
import { scheduleLabel } from "../../entities/report-schedule";
import { StatusChip } from "../../ui/feedback/status-chip";
import { GuardedButton } from "../../ui/form/guarded-button";
import { BackLink } from "../../ui/layout/detail";
import { PageHead } from "../../ui/layout/page-head";
import tabStyles from "../../ui/layout/tabs.module.css";
import { PageActions } from "../../ui/table/page-actions";
import { menuLabel, type RowAction } from "../../ui/table/row-menu";
import { rich, t } from "../../words/made/reports";
import { useReportRun } from "./report-acts";
import { ReportDialogs, useReportQuestion } from "./report-dialogs";
import { hasDefinition } from "./report-labels";
import classes from "./runs.module.css";
import { ZoneTime } from "./zone-time";

export const backToReports = <BackLink to="/reports/">{t("allReports")}</BackLink>;

type ReportPageProps = {
	report: Report;
	tab: "settings" | "runs";
	denial: string | null;
	children: ReactNode;
};

export function ReportPage({ report, tab, denial, children }: ReportPageProps) {
	const { question, close, rowAction } = useReportQuestion();
	const navigate = useNavigate();
	const { isBusy, run } = useReportRun();
	const duplicate = () =>
		run(async () => {
			const { id: reportId } = await trpcClient.report.duplicateReport.mutate({ reportId: report.id });
			await navigate({ to: "/reports/edit/$reportId", params: { reportId }, search: {} });
			toast.success(t("copyOfNameCreated", { name: report.name }));
		}, null);
	const actions: RowAction[] = [
		...(report.schedule === "" ? [] : [switchAction(report, { denial, run })]),
		...(reportTypes[report.type].hasOwnPage
			? []
			: [
					{
						id: "copy",
						label: t("duplicate"),
						icon: <IconCopy size={16} stroke={1.7} />,
						denial,
						onRun: () => void duplicate(),
					},
				]),
		rowAction("delete", report, {
			label: t("delete"),
			icon: <IconTrash size={16} stroke={1.7} />,
			isDangerous: true,
			denial,
		}),
	];
	const runDenial = report.type === "mappingStudy" ? t("report.ofStudy") : denial;
	const runNow = rowAction("run", report, { label: t("runNow"), denial: runDenial });
	useScreenCommands(() => [{ ...runNow, subjectId: report.id, label: menuLabel(runNow), note: report.name }]);
	return (
		<>
			<PageHead title={report.name} subtitle={<Subtitle report={report} />}>
				{backToReports}
				<GuardedButton
					denial={runDenial}
					look="primary"
					isLoading={isBusy}
					icon={<IconPlayerPlay size={16} stroke={1.7} />}
					onClick={runNow.onRun}
				>
					{t("runNow")}
				</GuardedButton>
				<PageActions name={report.name} subjectId={report.id} actions={actions} />
			</PageHead>
			{hasDefinition(report) && <ReportTabs reportId={report.id} current={tab} />}
			{children}
			<ReportDialogs question={question} onClose={close} isOwnPage />
		</>
	);
}

type Switching = { denial: string | null; run: ReturnType<typeof useReportRun>["run"] };

export function switchAction(
	{ id: reportId, name, isEnabled }: Pick<Report, "id" | "name" | "isEnabled">,
	{ denial, run }: Switching,
): RowAction {
	const change = { reportId, isEnabled: !isEnabled };
	return {
		id: "switch",
		label: isEnabled ? t("pause") : t("resume"),
		icon: isEnabled ? <IconPlayerPause size={16} stroke={1.7} /> : <IconPlayerPlay size={16} stroke={1.7} />,
		denial,
		onRun: () =>
			void run(
				() => trpcClient.report.setReportEnabled.mutate(change),
				isEnabled ? t("namePausedItRunsOnDemand", { name }) : t("nameRunsByItsScheduleAgain", { name }),
			),
	};
}

function Subtitle({ report }: { report: Report }) {
	const { schedule, isEnabled, nextRunAt, zone } = report;
	return (
		<span className={classes.chips}>
			{schedule !== "" && !isEnabled && <StatusChip tone="off">{t("paused")}</StatusChip>}
			<span>{scheduleLabel(report)}</span>
			{isEnabled && nextRunAt !== null && (
				<span>{rich("nextRun.at", { time: <ZoneTime at={nextRunAt.getTime()} zone={zone} /> })}</span>
			)}
		</span>
	);
}

const tabs = ["settings", "runs"] as const;

function ReportTabs({ reportId, current }: { reportId: string; current: ReportPageProps["tab"] }) {
	return (
		<nav aria-label={t("partsOfTheReport")} className={tabStyles.tabs}>
			{tabs.map((tab) => (
				<Link
					key={tab}
					to="/reports/edit/$reportId"
					params={{ reportId }}
					search={{ tab: tab === "settings" ? undefined : tab }}
					activeOptions={{ exact: true, explicitUndefined: true }}
					resetScroll={false}
					aria-current={tab === current ? "page" : undefined}
				>
					{t(tab)}
				</Link>
			))}
		</nav>
	);
}
