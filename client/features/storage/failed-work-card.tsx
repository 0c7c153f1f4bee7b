import { useMutation, useQuery } from "@tanstack/react-query";
import { toast } from "sonner";
import type { FailedWork, FailedWorkTarget } from "../../../shared/errors/failed-work";
import { storedText } from "../../../shared/log/said-text";
import { sentenceFor } from "../../api/api-error";
import { failedWork } from "../../api/queries";
import { queryClient } from "../../api/query-client";
import { trpc } from "../../api/trpc";
import { StatusChip } from "../../ui/feedback/status-chip";
import { SmallButton } from "../../ui/form/buttons";
import { Card } from "../../ui/layout/card";
import { NoRows, Rows } from "../../ui/layout/rows";
import { TimeStamp } from "../../ui/time/time-stamp";
import { rich, t } from "../../words/made/account";
import classes from "./storage.module.css";

export function FailedWorkCard() {
	const { data, error } = useQuery(failedWork());
	const retrying = useMutation(
		trpc.account.retryFailedWork.mutationOptions({
			onSuccess: (left) => {
				queryClient.setQueryData(failedWork().queryKey, left);
				toast.success(t("tryingAgainNowReloadInA"));
			},
			onError: (failure) => toast.error(sentenceFor(failure)),
		}),
	);
	return (
		<Card title={t("backgroundWork")} className={classes.card}>
			{data ? (
				<FailedWorkRows
					jobs={data}
					retrying={retrying.isPending ? retrying.variables : null}
					onRetry={({ work, subject }) => retrying.mutate({ work, subject })}
				/>
			) : (
				<NoRows>{error ? sentenceFor(error) : t("loading")}</NoRows>
			)}
		</Card>
	);
}

type FailedWorkRowsProps = {
	jobs: FailedWork[];
	retrying: FailedWorkTarget | null;
	onRetry: (job: FailedWorkTarget) => void;
};

export function FailedWorkRows({ jobs, retrying, onRetry }: FailedWorkRowsProps) {
	if (jobs.length === 0) return <NoRows>{t("nothingHasFailedAllBackgroundWork")}</NoRows>;
	return (
		<Rows
			rows={jobs.map((job) => ({
				key: `${job.work} ${job.subject}`,
				name: nameOf(job),
				under: <Trend job={job} />,
				end: (
					<SmallButton
						aria-label={t("failedWork.retryNamed", { name: nameOf(job) })}
						loading={retrying?.work === job.work && retrying.subject === job.subject}
						onClick={() => onRetry(job)}
					>
						{t("retryNow")}
					</SmallButton>
				),
			}))}
		/>
	);
}

function nameOf({ title, titleSaid, subjectName }: FailedWork): string {
	const work = storedText({ text: title, said: titleSaid });
	return subjectName === null ? work : t("failedWork.of", { work, subject: subjectName });
}

function Trend({ job }: { job: FailedWork }) {
	const { attempts, failingSince, nextAttemptAt, isSetAside, error } = job;
	const time = (at: Date) => <TimeStamp at={at.getTime()} isFocusable />;
	return (
		<span className={classes.failure}>
			<span>
				{isSetAside && <StatusChip tone="bad">{t("failedWork.onceADay")}</StatusChip>}{" "}
				{failingSince
					? rich("failedWork.failedSince", { count: attempts, since: time(failingSince), next: time(nextAttemptAt) })
					: rich("failedWork.failed", { count: attempts, next: time(nextAttemptAt) })}
			</span>
			<code>{error}</code>
		</span>
	);
}
