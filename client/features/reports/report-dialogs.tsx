import { useNavigate } from "@tanstack/react-router";
import { toast } from "sonner";
import type { ReportListRow } from "../../../shared/report/report";
import { trpcClient } from "../../api/trpc";
import { NamedThings, TypedConfirmation } from "../../forms/typed-confirmation";
import { countedAction, countOf } from "../../ui/format";
import { type Question, useListQuestion } from "../../ui/table/list-question";
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
	const name = reports.length === 1 ? first.name : countOf(reports.length, "report");
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
		toast.success(`${name} deleted.`);
		onDone();
	};
	return (
		<TypedConfirmation
			title={`Delete ${name}?`}
			onClose={onClose}
			onConfirm={remove}
			confirmLabel={countedAction("Delete", reports.length, "report")}
			expected={name}
		>
			<NamedThings names={reports.map(({ name }) => name)} />
			<p>
				{reports.length === 1 ? "Its runs and their files go" : "Their runs and files go"} with{" "}
				{reports.length === 1 ? "it" : "them"}, and links to them no longer open. This cannot be undone.
			</p>
		</TypedConfirmation>
	);
}
