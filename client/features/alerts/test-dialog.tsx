import { useState } from "react";
import type { Alert, TestedAlert } from "../../../shared/alert/alert";
import { trpcClient } from "../../api/trpc";
import { deliveryChannelLabels } from "../../entities/contact";
import { ActionDialog, ReadDialog } from "../../forms/action-dialog";
import { countOf } from "../../ui/format";
import classes from "./alerts.module.css";

type TestDialogProps = { alert: Pick<Alert, "id" | "name" | "recipients">; onClose: () => void };

export function TestDialog({ alert, onClose }: TestDialogProps) {
	const [tested, setTested] = useState<TestedAlert | null>(null);
	if (tested !== null) return <TestResult {...tested} onClose={onClose} />;
	const { id, name, recipients } = alert;
	return (
		<ActionDialog
			isQuestion
			title={`Test ${name}?`}
			label="Send the test"
			run={async () => setTested(await trpcClient.alert.testAlert.mutate({ alertId: id }))}
			onClose={onClose}
			onDone={() => {}}
			canRun={recipients.length > 0}
		>
			{recipients.length === 0 ? (
				<p className={classes.lead}>This rule notifies nobody. Add a recipient and save it first.</p>
			) : (
				<p className={classes.lead}>
					Sends the whole message, marked TEST, to {recipients.join(", ")}. The rule is tested as it is saved. No event
					is recorded, and nothing is escalated.
				</p>
			)}
		</ActionDialog>
	);
}

function TestResult({ recipients, onClose }: TestedAlert & { onClose: () => void }) {
	const sent = recipients.filter(({ refusal: denial }) => denial === null).length;
	return (
		<ReadDialog title={`${countOf(sent, "test")} on the way`} onClose={onClose}>
			<ul className={classes.ended}>
				{recipients.map(({ contactId, name, channel, refusal: denial }) => (
					<li key={`${contactId} ${channel}`}>
						{name} by {deliveryChannelLabels[channel]}: {denial === null ? "on its way" : `not sent. ${denial}`}
					</li>
				))}
			</ul>
			{recipients.length === 0 && <p className={classes.lead}>No recipient has an address.</p>}
			<p className={classes.lead}>The delivery log says what becomes of each.</p>
		</ReadDialog>
	);
}
