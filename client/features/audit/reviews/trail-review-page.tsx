import { Button } from "@mantine/core";
import { useQueryClient, useSuspenseQuery } from "@tanstack/react-query";
import { Suspense, useState } from "react";
import { toast } from "sonner";
import type { TrailReviewDetails } from "../../../../shared/account/trail-review";
import type { ReportFile } from "../../../../shared/report/report";
import { useAccount } from "../../../api/account";
import { sentenceFor } from "../../../api/api-error";
import { startDownload } from "../../../api/start-download";
import { trpc, trpcClient } from "../../../api/trpc";
import { meaningLabels } from "../../../entities/signature-meaning";
import { useRun } from "../../../forms/action-dialog";
import { lazyPart } from "../../../ui/feedback/lazy-parts";
import { Callout } from "../../../ui/feedback/notes";
import { StatusChip } from "../../../ui/feedback/status-chip";
import { FormFailure, SmallButton } from "../../../ui/form/buttons";
import { PlainLink } from "../../../ui/form/guarded-button";
import { formatBytes } from "../../../ui/format";
import { Card } from "../../../ui/layout/card";
import layout from "../../../ui/layout/layouts.module.css";
import { PageHead } from "../../../ui/layout/page-head";
import { NoRows, Rows } from "../../../ui/layout/rows";
import { TimeStamp } from "../../../ui/time/time-stamp";
import { t } from "../../../words/made/reviews";
import { ReviewFacts } from "./review-facts";
import { ReviewRows } from "./review-rows";
import { monthName, reviewStates } from "./review-words";
import classes from "./reviews.module.css";

const SignFileDialog = lazyPart(async () => (await import("../../../forms/sign-file-dialog")).SignFileDialog);
const makingMs = 3_000;

export function TrailReviewPage({ reviewId }: { reviewId: string }) {
	const { data: review } = useSuspenseQuery({
		...trpc.account.getTrailReview.queryOptions({ reviewId }),
		refetchInterval: ({ state }) => (state.data?.state === "making" ? makingMs : false),
	});
	const month = monthName(review.month);
	const { label, tone } = reviewStates[review.state];
	return (
		<>
			<PageHead
				title={t("open.title", { month })}
				subtitle={
					<span className={layout.row}>
						<StatusChip tone={tone}>{label}</StatusChip> <ReviewFacts review={review} />
					</span>
				}
			>
				<PlainLink to="/accounts/audit/" search={{ view: "reviews" }}>
					{t("allReviews")}
				</PlainLink>
			</PageHead>
			<div className={layout.grid}>
				{review.state === "changed" && <Callout tone="warn">{t("changed")}</Callout>}
				{review.state === "signed" && review.late > 0 && (
					<Callout tone="warn">{t("late", { count: review.late })}</Callout>
				)}
				{review.error !== null && <Callout tone="bad">{t("failed", { why: review.error })}</Callout>}
				<FileCard review={review} />
				<SignatureCard review={review} />
				<ReviewRows review={review} />
			</div>
		</>
	);
}

type ReviewProps = { review: TrailReviewDetails };

function useAfterwards() {
	const queryClient = useQueryClient();
	return () =>
		Promise.all([
			queryClient.invalidateQueries(trpc.account.getTrailReview.pathFilter()),
			queryClient.invalidateQueries(trpc.account.getTrailReviews.pathFilter()),
		]);
}

function FileCard({ review }: ReviewProps) {
	const { id: reviewId, files, state, unnamed } = review;
	const { isBusy, error, run } = useRun();
	const afterwards = useAfterwards();
	const make = () =>
		run(async () => {
			await trpcClient.account.makeTrailReviewFile.mutate({ reviewId });
			await afterwards();
		});
	const canMake = state !== "signed" && state !== "making";
	return (
		<Card
			title={t("file")}
			action={
				canMake && (
					<SmallButton loading={isBusy} onClick={() => void make()}>
						{files.length === 0 ? t("file.make") : t("file.again")}
					</SmallButton>
				)
			}
		>
			{state === "making" && (
				<p className={classes.text} role="status">
					{t("file.making")}
				</p>
			)}
			{files.length === 0 && state !== "making" && <NoRows>{t("file.none")}</NoRows>}
			{files.length > 0 && <Rows rows={files.map((file) => fileRow(reviewId, file))} />}
			{unnamed !== null && unnamed > 0 && <p className={classes.text}>{t("unnamed", { count: unnamed })}</p>}
			<FormFailure failure={error === null ? null : sentenceFor(error)} />
		</Card>
	);
}

function fileRow(reviewId: string, file: ReportFile) {
	const { id, name, kind, bytes } = file;
	const parts = [kind === "report" ? null : t("file.signedCopy"), formatBytes(bytes)];
	return {
		key: id,
		name,
		under: parts.filter(Boolean).join(" · "),
		end: (
			<SmallButton aria-label={t("file.download", { name })} onClick={() => void download(reviewId, id)}>
				{t("download")}
			</SmallButton>
		),
	};
}

async function download(reviewId: string, fileId: string): Promise<void> {
	try {
		const denial = await startDownload(`/api/files/${fileId}?review=${reviewId}`);
		if (denial !== null) toast.error(t(denial.httpStatus === 404 ? "file.gone" : "file.notNow"));
	} catch {
		toast.error(t("file.notNow"));
	}
}

function SignatureCard({ review }: ReviewProps) {
	const { id: reviewId, fileId, files, signatures, state } = review;
	const { me } = useAccount();
	const afterwards = useAfterwards();
	const [isSigning, setIsSigning] = useState(false);
	const file = files.find(({ id }) => id === fileId);
	const canSign = file !== undefined && (state === "made" || state === "signed");
	return (
		<Card
			title={t("signed.title")}
			action={
				canSign && (
					<Button
						size="compact-md"
						aria-label={t("sign.of", { month: monthName(review.month) })}
						onClick={() => setIsSigning(true)}
					>
						{t("sign")}
					</Button>
				)
			}
		>
			{signatures.length === 0 ? (
				<NoRows>{t("signed.none")}</NoRows>
			) : (
				<Rows
					rows={signatures.map(({ id, name, meaning, reason, at }) => ({
						key: id,
						name: (
							<span className={layout.row}>
								{name} <StatusChip tone={meaningLabels[meaning].tone}>{meaningLabels[meaning].label}</StatusChip>
							</span>
						),
						under: (
							<>
								<TimeStamp at={at} /> {reason}
							</>
						),
					}))}
				/>
			)}
			<Suspense>
				{isSigning && file && (
					<SignFileDialog
						madeBy={reviewId}
						file={file}
						me={me}
						onClose={() => setIsSigning(false)}
						onSign={async (signature) => {
							await trpcClient.account.signTrailReview.mutate({ reviewId, fileId: file.id, ...signature });
							await afterwards();
						}}
					/>
				)}
			</Suspense>
		</Card>
	);
}
