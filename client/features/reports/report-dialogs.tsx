import { useNavigate } from "@tanstack/react-router";
import { toast } from "sonner";
import type { ReportListRow } from "../../../shared/report/report";
import { trpcClient } from "../../api/trpc";
import { NamedThings, TypedConfirmation } from "../../forms/typed-confirmation";
import { type Question, useListQuestion } from "../../ui/table/list-question";
import { t } from "../../words/made/reports";
import { useRefreshReports } from "./report-queries";
import { RunReportDialog } from "./run-dialog";

export type QuestionedReport = Pick<ReportListRow, "id" | "name" | "type" | "zone" | "recipients">;

type ReportQuestion = Question<"run" | "delete", QuestionedReport>;

export const useReportQuestion = useListQuestion<ReportQuestion["kind"], QuestionedReport>;

type ReportDialogsProps = { question: ReportQuestion | null; onClose: () => void; isOwnPage?: boolean };

export function ReportDialogs({ question, onClose, isOwnPage = false }: ReportDialogsProps) {
	const navigate = useNavigate();
	const refresh = useRefreshReports();
	if (question === null) return null;
	const { kind, things: reports, onDone } = question;
	const [first] = reports;
	if (first === undefined) return null;
	const count = reports.length;
	const { name } = first;
	if (kind === "run") {
		const params = { reportId: first.id };
		return (
			<RunReportDialog
				report={first}
				onClose={onClose}
				onStarted={() => void navigate({ to: "/reports/edit/$reportId", params, search: { tab: "runs" } })}
			/>
		);
	}
	const remove = async () => {
		try {
			await trpcClient.report.deleteReports.mutate({ reportIds: reports.map(({ id }) => id) });
			if (isOwnPage) await navigate({ to: "/reports/" });
		} finally {
			await refresh();
		}
		toast.success(count === 1 ? t("deleted", { name }) : t("deleted.several", { count }));
		onDone();
	};
	return (
		<TypedConfirmation
			title={count === 1 ? t("delete.title", { name }) : t("delete.titleOfSeveral", { count })}
			onClose={onClose}
			onConfirm={remove}
			confirmLabel={t("delete.confirm", { count })}
			expected={count === 1 ? name : t("reports", { count })}
		>
			<NamedThings names={reports.map(({ name }) => name)} />
			<p>{t("delete.what", { count })}</p>
		</TypedConfirmation>
	);
}
