import { Textarea } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { toast } from "sonner";
import type { AuditEntry } from "../../../../shared/account/audit";
import { trpc, trpcClient } from "../../../api/trpc";
import { ActionDialog, atField, NotSent } from "../../../forms/action-dialog";
import { t } from "../../../words/made/reviews";
import { actionLabel, actorLabel } from "../audit-labels";

type RemarkDialogProps = { reviewId: string; entry: AuditEntry; onClose: () => void };

export function RemarkDialog({ reviewId, entry, onClose }: RemarkDialogProps) {
	const queryClient = useQueryClient();
	const [text, setText] = useState("");
	const [complaint, setComplaint] = useState<string | undefined>();
	const add = async () => {
		if (text.trim() === "") {
			setComplaint(t("remark.missing"));
			throw new NotSent();
		}
		const review = await trpcClient.account.addTrailRemark.mutate({ reviewId, auditId: entry.id, text });
		queryClient.setQueryData(trpc.account.getTrailReview.queryKey({ reviewId }), review);
		await queryClient.invalidateQueries(trpc.account.getTrailReviews.pathFilter());
		toast.success(t("remark.done"));
	};
	return (
		<ActionDialog
			title={t("remark.title")}
			label={t("remark.save")}
			run={add}
			onClose={onClose}
			onRejected={atField("text", setComplaint)}
		>
			<p>{t("remarkLine", { name: actorLabel(entry), text: actionLabel(entry.action) })}</p>
			<Textarea
				label={t("remark.text")}
				description={t("remark.stays")}
				maxRows={8}
				maxLength={1_000}
				data-autofocus
				value={text}
				error={complaint}
				onChange={(event) => {
					setText(event.currentTarget.value);
					setComplaint(undefined);
				}}
			/>
		</ActionDialog>
	);
}
