import { useNavigate, useRouter } from "@tanstack/react-router";
import { toast } from "sonner";
import type { Report } from "../../../../shared/report/report";
import { PageHead } from "../../../ui/layout/page-head";
import { t } from "../../../words/made/reports";
import { backToReports } from "../report-page";
import { useRefreshReports } from "../report-queries";
import { TemplateLinks } from "../template-links";
import { type ReportChoices, ReportForm } from "./report-form";
import { type ReportValues, valuesOf } from "./report-values";

type NewReportProps = ReportChoices & {
	initialValues: ReportValues;
	hasTemplates: boolean;
};

export function NewReport({ initialValues, hasTemplates, ...choices }: NewReportProps) {
	const navigate = useNavigate();
	const refresh = useRefreshReports();
	const open = async (reportId: string) => {
		toast.success(t("reportCreated"));
		await refresh();
		await navigate({ to: "/reports/edit/$reportId", params: { reportId }, search: { tab: "runs" }, replace: true });
	};
	return (
		<>
			<PageHead title={t("newReport")}>{backToReports}</PageHead>
			{hasTemplates && <TemplateLinks title={t("startFromATemplate")} />}
			<ReportForm
				report={null}
				initialValues={initialValues}
				takesFocus={!hasTemplates}
				onSaved={(reportId) => void open(reportId)}
				onCancel={() => void navigate({ to: "/reports/" })}
				{...choices}
			/>
		</>
	);
}

export function ReportSettings({ report, ...choices }: ReportChoices & { report: Report }) {
	const router = useRouter();
	const refresh = useRefreshReports();
	const saved = async () => {
		toast.success(t("reportSaved"));
		await refresh();
		await router.invalidate();
	};
	return <ReportForm report={report} initialValues={valuesOf(report)} onSaved={() => void saved()} {...choices} />;
}
