import { IconReport } from "@tabler/icons-react";
import { type ReactNode, useState } from "react";
import type { Report, ReportFile, ReportRecipient, ReportRun } from "../../../shared/report/report";
import { trpcClient } from "../../api/trpc";
import { ActionDialog } from "../../forms/action-dialog";
import { EmptyNote } from "../../ui/feedback/notes";
import { PlainButton } from "../../ui/form/buttons";
import { Card } from "../../ui/layout/card";
import layout from "../../ui/layout/layouts.module.css";
import { t } from "../../words/made/reports";
import { downloadFile, useReportRun } from "./report-acts";
import { runPeriodText } from "./report-labels";
import { useRefreshReports } from "./report-queries";
import { RunChoice } from "./run-choice";
import { RunDetails } from "./run-details";
import { RunRow } from "./run-row";
import classes from "./runs.module.css";

type RunListProps = {
	report: Pick<Report, "id" | "type" | "zone" | "nextRunAt">;
	runs: ReportRun[];
	hidden: number;
	editDenial: string | null;
	openRunId: string | null;
	onOpen: (runId: string | null) => void;
	onOlder: (() => void) | null;
	isLoadingOlder: boolean;
	signing: Signing | null;
};

type Signing = {
	denial: string | null;
	dialog: (run: ReportRun, file: ReportFile, onClose: () => void) => ReactNode;
};

type RunQuestion =
	| { kind: "cancel"; run: ReportRun }
	| { kind: "sign"; run: ReportRun; file: ReportFile }
	| { kind: "resend" | "revoke"; run: ReportRun; recipient: ReportRecipient };

export function RunList(props: RunListProps) {
	const { report, runs, hidden, editDenial, openRunId, onOpen, onOlder, isLoadingOlder, signing } = props;
	const { run: action } = useReportRun();
	const [question, setQuestion] = useState<RunQuestion | null>(null);
	const close = () => setQuestion(null);
	const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
	const withFiles = runs.filter(({ files }) => files.length > 0);
	const handlers = {
		editDenial,
		onDownload: downloadFile,
		signDenial: signing?.denial ?? null,
		onSign: signing && ((run: ReportRun, file: ReportFile) => setQuestion({ kind: "sign", run, file })),
		onCancel: (run: ReportRun) => setQuestion({ kind: "cancel", run }),
		onResend: (run: ReportRun, recipient: ReportRecipient) => setQuestion({ kind: "resend", run, recipient }),
		onRevoke: (run: ReportRun, recipient: ReportRecipient) => setQuestion({ kind: "revoke", run, recipient }),
		onRunAgain: ({ from, to }: ReportRun) => {
			const again = { reportId: report.id, period: { from, to }, isSent: false };
			void action(() => trpcClient.report.runReport.mutate(again), t("runningAgainForThisPeriod"));
		},
		onChoose: ({ id }: ReportRun) => setChosen((before) => toggled(before, id)),
		onToggle: ({ id }: ReportRun) => onOpen(id === openRunId ? null : id),
	};
	if (runs.length === 0) {
		const empty =
			hidden > 0
				? { title: t("noRunsForYouToSee"), text: hiddenText(hidden) }
				: {
						title: t("noRunsYet"),
						text: t("runItNowOrWaitFor"),
					};
		return (
			<Card>
				<EmptyNote icon={<IconReport size={26} />} {...empty} />
			</Card>
		);
	}
	return (
		<Card title={t("runs")} note={t("runs.count", { count: runs.length })}>
			{withFiles.length > 1 && (
				<RunChoice report={report} runs={withFiles} chosen={chosen} onClear={() => setChosen(new Set())} />
			)}
			<ul className={layout.plain}>
				{runs.map((run) => (
					<RunRow
						key={run.id}
						run={run}
						report={report}
						isOpen={run.id === openRunId}
						isChosen={withFiles.length > 1 && run.files.length > 0 ? chosen.has(run.id) : null}
						{...handlers}
					>
						<RunDetails run={run} zone={report.zone} {...handlers} />
					</RunRow>
				))}
			</ul>
			{hidden > 0 && onOlder === null && <p className={classes.hidden}>{hiddenText(hidden)}</p>}
			{onOlder && (
				<div className={classes.older}>
					<PlainButton loading={isLoadingOlder} onClick={onOlder}>
						{t("loadOlder")}
					</PlainButton>
				</div>
			)}
			{question?.kind === "sign" && signing?.dialog(question.run, question.file, close)}
			{question && question.kind !== "sign" && <RunDialog question={question} report={report} onClose={close} />}
		</Card>
	);
}

function hiddenText(count: number): string {
	return t("runs.hidden", { count });
}

function toggled(ids: ReadonlySet<string>, id: string): Set<string> {
	const after = new Set(ids);
	if (!after.delete(id)) after.add(id);
	return after;
}

type RunDialogProps = {
	question: Exclude<RunQuestion, { kind: "sign" }>;
	report: Pick<Report, "type" | "zone">;
	onClose: () => void;
};

function RunDialog({ question, report, onClose }: RunDialogProps) {
	const refresh = useRefreshReports();
	const { run } = question;
	const period = runPeriodText({ run, report });
	const asking = (run: () => Promise<unknown>) => ({
		onClose,
		isQuestion: true,
		run: async () => {
			try {
				await run();
			} finally {
				await refresh();
			}
		},
	});
	if (question.kind === "cancel") {
		return (
			<ActionDialog
				{...asking(() => trpcClient.report.cancelRun.mutate({ runId: run.id }))}
				title={t("cancelThisRun")}
				label={t("cancelRun")}
				cancelLabel={t("keepRunning")}
				isDangerous
			>
				<p>{t("cancel.what", { period })}</p>
			</ActionDialog>
		);
	}
	const { contactId, name } = question.recipient;
	if (question.kind === "revoke") {
		return (
			<ActionDialog
				{...asking(() => trpcClient.report.revokeLink.mutate({ runId: run.id, contactId }))}
				title={t("revoke.title", { name })}
				label={t("revokeLink")}
				isDangerous
			>
				<p>{t("revoke.what", { period })}</p>
			</ActionDialog>
		);
	}
	return (
		<ActionDialog
			{...asking(() => trpcClient.report.resendReport.mutate({ runId: run.id, contactId }))}
			title={t("sendAgain.title", { name })}
			label={t("sendAgain")}
		>
			<p>{t("sendAgain.what", { name, period })}</p>
		</ActionDialog>
	);
}
