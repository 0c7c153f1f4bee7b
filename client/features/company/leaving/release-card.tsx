import { Button } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { toast } from "sonner";
import { sentenceFor } from "../../../api/api-error";
import { trpc, trpcClient } from "../../../api/trpc";
import { useRun } from "../../../forms/action-dialog";
import { Callout } from "../../../ui/feedback/notes";
import { ButtonRow, FormFailure } from "../../../ui/form/buttons";
import { Card } from "../../../ui/layout/card";
import { TimeStamp } from "../../../ui/time/time-stamp";
import { rich, t } from "../../../words/made/account";
import classes from "./leaving.module.css";

/** Shown to owners of a restored account, which sends nothing out until an owner releases it. */
export function ReleaseCard({ restoredTo }: { restoredTo: Date }) {
	const queryClient = useQueryClient();
	const { isBusy, error, run } = useRun();
	const release = () =>
		run(async () => {
			await trpcClient.account.releaseHold.mutate();
			toast.success(t("theAccountIsReleasedItSends"));
			await queryClient.invalidateQueries(trpc.account.pathFilter());
		});
	return (
		<Card title={t("release.title")}>
			<div className={classes.body}>
				<Callout tone="warn" role="status">
					{rich("release.held", {
						strong: (text) => <b>{text}</b>,
						time: <TimeStamp at={restoredTo.getTime()} isFocusable />,
					})}
				</Callout>
				<ul className={classes.facts}>
					<li>{t("release.look")}</li>
					<li>{t("release.unsent")}</li>
					<li>{t("release.after")}</li>
				</ul>
				<FormFailure failure={error === null ? null : sentenceFor(error)} />
				<ButtonRow>
					<Button loading={isBusy} onClick={() => void release()}>
						{t("releaseTheAccount")}
					</Button>
				</ButtonRow>
			</div>
		</Card>
	);
}
