import { Button } from "@mantine/core";
import { IconListCheck } from "@tabler/icons-react";
import { useSuspenseQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { Suspense, useState } from "react";
import type { TrailReview } from "../../../../shared/account/trail-review";
import { useAccount } from "../../../api/account";
import { trailReviews } from "../../../api/later-queries";
import { lazyPart } from "../../../ui/feedback/lazy-parts";
import { EmptyNote } from "../../../ui/feedback/notes";
import { StatusChip } from "../../../ui/feedback/status-chip";
import { PlainLink } from "../../../ui/form/guarded-button";
import { Card } from "../../../ui/layout/card";
import layout from "../../../ui/layout/layouts.module.css";
import { PageHead } from "../../../ui/layout/page-head";
import { Rows } from "../../../ui/layout/rows";
import { t } from "../../../words/made/reviews";
import { ReviewFacts } from "./review-facts";
import { monthName, reviewStates } from "./review-words";
import { TrailReviewPage } from "./trail-review-page";

const StartReviewDialog = lazyPart(async () => (await import("./start-review-dialog")).StartReviewDialog);

const reviewsPath = { to: "/accounts/audit/", search: { view: "reviews" } } as const;

/** The list of reviews, or one of them. */
export function TrailReviews({ reviewId }: { reviewId: string | undefined }) {
	return reviewId === undefined ? <ReviewList /> : <TrailReviewPage key={reviewId} reviewId={reviewId} />;
}

function ReviewList() {
	const { me } = useAccount();
	const navigate = useNavigate();
	const { reviews, months } = useSuspenseQuery(trailReviews()).data;
	const [isStarting, setIsStarting] = useState(false);
	const seesAll = me.scope === "all";
	return (
		<>
			<PageHead title={t("title")} subtitle={seesAll ? t("intro") : t("noScope")}>
				<PlainLink to="/accounts/audit/">{t("back")}</PlainLink>
				{seesAll && <Button onClick={() => setIsStarting(true)}>{t("start")}</Button>}
			</PageHead>
			{seesAll && (
				<Card>
					{reviews.length === 0 ? (
						<EmptyNote icon={<IconListCheck size={26} />} title={t("none.title")} text={t("none.text")} />
					) : (
						<Rows rows={reviews.map(reviewRow)} />
					)}
				</Card>
			)}
			<Suspense>
				{isStarting && (
					<StartReviewDialog
						months={months}
						onClose={() => setIsStarting(false)}
						onStarted={({ id: review }) =>
							void navigate({ to: reviewsPath.to, search: { ...reviewsPath.search, review } })
						}
					/>
				)}
			</Suspense>
		</>
	);
}

function reviewRow(review: TrailReview) {
	const { id, month, state } = review;
	const name = monthName(month);
	return {
		key: id,
		name: (
			<span className={layout.row}>
				{name} <StatusChip tone={reviewStates[state].tone}>{reviewStates[state].label}</StatusChip>
			</span>
		),
		under: <ReviewFacts review={review} />,
		end: (
			<PlainLink
				{...reviewsPath}
				search={{ ...reviewsPath.search, review: id }}
				size="compact-md"
				aria-label={t("openReviewOf", { month: name })}
			>
				{t("openReview")}
			</PlainLink>
		),
	};
}
