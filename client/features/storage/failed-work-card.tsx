import { Button } from "@mantine/core";
import { useMutation, useQuery } from "@tanstack/react-query";
import { toast } from "sonner";
import type { FailedWork, FailedWorkTarget } from "../../../shared/errors/failed-work";
import { sentenceFor } from "../../api/api-error";
import { failedWork } from "../../api/queries";
import { queryClient } from "../../api/query-client";
import { trpc } from "../../api/trpc";
import { StatusChip } from "../../ui/feedback/status-chip";
import { countOf } from "../../ui/format";
import { Card } from "../../ui/layout/card";
import { NoRows, Rows } from "../../ui/layout/rows";
import { TimeStamp } from "../../ui/time/time-stamp";
import classes from "./storage.module.css";

export function FailedWorkCard() {
	const { data, error } = useQuery(failedWork());
	const retrying = useMutation(
		trpc.account.retryFailedWork.mutationOptions({
			onSuccess: (left) => {
				queryClient.setQueryData(failedWork().queryKey, left);
				toast.success("Trying again now. Reload in a moment to see the result.");
			},
			onError: (failure) => toast.error(sentenceFor(failure)),
		}),
	);
	return (
		<Card title="Background work" className={classes.card}>
			{data ? (
				<FailedWorkRows
					jobs={data}
					retrying={retrying.isPending ? retrying.variables : null}
					onRetry={({ work, subject }) => retrying.mutate({ work, subject })}
				/>
			) : (
				<NoRows>{error ? sentenceFor(error) : "Loading..."}</NoRows>
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
	if (jobs.length === 0) return <NoRows>Nothing has failed. All background work is up to date.</NoRows>;
	return (
		<Rows
			rows={jobs.map((job) => ({
				key: `${job.work} ${job.subject}`,
				name: nameOf(job),
				under: <Trend job={job} />,
				end: (
					<Button
						variant="default"
						size="compact-md"
						aria-label={`Retry ${nameOf(job)}`}
						loading={retrying?.work === job.work && retrying.subject === job.subject}
						onClick={() => onRetry(job)}
					>
						Retry now
					</Button>
				),
			}))}
		/>
	);
}

function nameOf({ title, subjectName }: FailedWork): string {
	return subjectName === null ? title : `${title} of ${subjectName}`;
}

function Trend({ job }: { job: FailedWork }) {
	const { attempts, failingSince, nextAttemptAt, isSetAside, error } = job;
	return (
		<span className={classes.failure}>
			<span>
				{isSetAside && <StatusChip tone="bad">Tried once a day</StatusChip>} Failed {countOf(attempts, "time")}
				{failingSince && (
					<>
						{" "}
						since <TimeStamp at={failingSince.getTime()} isFocusable />
					</>
				)}
				; next attempt <TimeStamp at={nextAttemptAt.getTime()} isFocusable />.
			</span>
			<code>{error}</code>
		</span>
	);
}
