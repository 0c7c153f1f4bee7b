import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { TrailReview } from "../../../../shared/account/trail-review";
import { trpc, trpcClient } from "../../../api/trpc";
import { ActionDialog, atField, NotSent } from "../../../forms/action-dialog";
import { Select } from "../../../ui/form/select";
import { t } from "../../../words/made/reviews";
import { monthName } from "./review-words";

type StartReviewDialogProps = {
	months: readonly string[];
	onStarted: (review: TrailReview) => void;
	onClose: () => void;
};

export function StartReviewDialog({ months, onStarted, onClose }: StartReviewDialogProps) {
	const queryClient = useQueryClient();
	const [month, setMonth] = useState(months[0] ?? null);
	const [complaint, setComplaint] = useState<string | undefined>();
	const start = async () => {
		if (month === null) throw new NotSent(t("start.all"));
		const review = await trpcClient.account.startTrailReview.mutate({ month });
		await queryClient.invalidateQueries(trpc.account.getTrailReviews.pathFilter());
		onStarted(review);
	};
	return (
		<ActionDialog
			title={t("start")}
			label={t("start")}
			run={start}
			onClose={onClose}
			canRun={months.length > 0}
			onRejected={atField("month", setComplaint)}
		>
			{months.length === 0 ? (
				<p>{t("start.all")}</p>
			) : (
				<Select
					label={t("start.month")}
					description={t("start.why")}
					data={months.map((value) => ({ value, label: monthName(value) }))}
					value={month}
					error={complaint}
					onChange={setMonth}
				/>
			)}
		</ActionDialog>
	);
}
