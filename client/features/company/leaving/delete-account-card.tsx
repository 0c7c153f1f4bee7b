import { Button } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { toast } from "sonner";
import type { CurrentAccount } from "../../../../shared/account/account";
import { deletionGraceDays, type Leaving } from "../../../../shared/account/leaving";
import { sentenceFor } from "../../../api/api-error";
import { trpc, trpcClient } from "../../../api/trpc";
import { useRun } from "../../../forms/action-dialog";
import { Callout } from "../../../ui/feedback/notes";
import { ButtonRow, FormFailure } from "../../../ui/form/buttons";
import { Card } from "../../../ui/layout/card";
import { formatDate } from "../../../ui/time/time-display";
import { TimeStamp } from "../../../ui/time/time-stamp";
import { rich, t } from "../../../words/made/account";
import { DeleteAccountDialog } from "./delete-account-dialog";
import classes from "./leaving.module.css";

type CardProps = { account: CurrentAccount; leaving: Leaving };

export function DeleteAccountCard({ account, leaving: { deletion, hasSubscription } }: CardProps) {
	const queryClient = useQueryClient();
	const [isAsking, setIsAsking] = useState(false);
	const { isBusy, error, run } = useRun();
	const refresh = () => queryClient.invalidateQueries(trpc.account.pathFilter());
	const keep = () =>
		run(async () => {
			await trpcClient.account.takeBackDeletion.mutate();
			toast.success(t("theAccountStaysEverybodyIsNotified"));
			await refresh();
		});
	return (
		<Card title={t("deleteTheAccount")}>
			<div className={classes.body}>
				{deletion === null ? (
					<>
						<p>{t("deletion.what", { company: account.companyName, days: deletionGraceDays })}</p>
						<ButtonRow>
							<Button color="red" variant="outline" onClick={() => setIsAsking(true)}>
								{t("deleteTheAccount")}
							</Button>
						</ButtonRow>
					</>
				) : (
					<>
						<Callout tone="bad" role="status">
							{rich("deletion.planned", {
								strong: (text) => <b>{text}</b>,
								date: formatDate(deletion.endsAt),
								time: <TimeStamp at={deletion.endsAt.getTime()} isFocusable />,
								name: deletion.requestedBy,
								requested: formatDate(deletion.requestedAt),
							})}
						</Callout>
						<FormFailure failure={error === null ? null : sentenceFor(error)} />
						<ButtonRow>
							<Button loading={isBusy} onClick={() => void keep()}>
								{t("keepTheAccount")}
							</Button>
						</ButtonRow>
					</>
				)}
			</div>
			{isAsking && (
				<DeleteAccountDialog
					account={account}
					hasSubscription={hasSubscription}
					onDone={refresh}
					onClose={() => setIsAsking(false)}
				/>
			)}
		</Card>
	);
}
