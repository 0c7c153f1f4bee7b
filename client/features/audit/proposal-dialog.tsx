import { Textarea } from "@mantine/core";
import { useState } from "react";
import { ActionDialog, atField, NotSent } from "../../forms/action-dialog";
import { t } from "../../words/made/four-eyes";

export type ProposalAct = "approve" | "decline" | "withdraw";

type ProposalDialogProps = {
	act: ProposalAct;
	name: string;
	run: (comment: string) => Promise<void>;
	onClose: () => void;
};

/** Confirms the action. Declining needs a reason. */
export function ProposalDialog({ act, name, run, onClose }: ProposalDialogProps) {
	const [comment, setComment] = useState("");
	const [error, setError] = useState<string>();
	const decide = async () => {
		if (act === "decline" && comment.trim() === "") {
			setError(t("decline.missing"));
			throw new NotSent();
		}
		await run(comment);
	};
	return (
		<ActionDialog
			title={t(`act.${act}`)}
			label={t(`act.${act}`)}
			isQuestion={act !== "decline"}
			run={decide}
			onClose={onClose}
			onRejected={atField("comment", setError)}
		>
			<p>{t(`confirm.${act}`, { name })}</p>
			{act === "decline" && (
				<Textarea
					label={t("comment")}
					maxRows={6}
					maxLength={500}
					value={comment}
					error={error}
					onChange={({ currentTarget }) => {
						setComment(currentTarget.value);
						setError(undefined);
					}}
				/>
			)}
		</ActionDialog>
	);
}
