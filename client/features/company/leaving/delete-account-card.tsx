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
			toast.success("The account stays. Everybody is notified.");
			await refresh();
		});
	return (
		<Card title="Delete the account">
			<div className={classes.body}>
				{deletion === null ? (
					<>
						<p>
							All of {account.companyName} is permanently deleted: devices, readings, reports, contacts, users and logs.
							You have {deletionGraceDays} days to cancel. Until then everything works as before.
						</p>
						<ButtonRow>
							<Button color="red" variant="outline" onClick={() => setIsAsking(true)}>
								Delete the account
							</Button>
						</ButtonRow>
					</>
				) : (
					<>
						<Callout tone="bad" role="status">
							<b>Everything is deleted from {formatDate(deletion.endsAt)} on</b>, at{" "}
							<TimeStamp at={deletion.endsAt.getTime()} isFocusable />. {deletion.requestedBy} asked for it on{" "}
							{formatDate(deletion.requestedAt)}. Until then everything runs on.
						</Callout>
						<FormFailure failure={error === null ? null : sentenceFor(error)} />
						<ButtonRow>
							<Button loading={isBusy} onClick={() => void keep()}>
								Keep the account
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
