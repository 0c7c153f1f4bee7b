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
import classes from "./leaving.module.css";

/** For owners of a restored account: it sends nothing out until an owner releases it. */
export function ReleaseCard({ restoredTo }: { restoredTo: Date }) {
	const queryClient = useQueryClient();
	const { isBusy, error, run } = useRun();
	const release = () =>
		run(async () => {
			await trpcClient.account.releaseHold.mutate();
			toast.success("The account is released: it sends again.");
			await queryClient.invalidateQueries(trpc.account.pathFilter());
		});
	return (
		<Card title="Set back">
			<div className={classes.body}>
				<Callout tone="warn" role="status">
					<b>The account is as it was at</b> <TimeStamp at={restoredTo.getTime()} isFocusable />. Readings are stored
					and alerts are evaluated, but nothing is sent: no messages, reports or webhooks, and nothing is paid.
				</Callout>
				<ul className={classes.facts}>
					<li>Look at devices, rules, contacts and users: what was changed since then is gone.</li>
					<li>Messages that were being sent then are not resent; the delivery log lists them as unknown.</li>
					<li>After the release, queued messages are sent, and each report that was due is made once.</li>
				</ul>
				<FormFailure failure={error === null ? null : sentenceFor(error)} />
				<ButtonRow>
					<Button loading={isBusy} onClick={() => void release()}>
						Release the account
					</Button>
				</ButtonRow>
			</div>
		</Card>
	);
}
