import { useState } from "react";
import type { Alert, TestedAlert } from "../../../shared/alert/alert";
import { trpcClient } from "../../api/trpc";
import { comma } from "../../base/comma-list";
import { deliveryChannelLabel } from "../../entities/contact";
import { ConfirmDialog, ReadDialog } from "../../forms/action-dialog";
import layout from "../../ui/layout/layouts.module.css";
import { t } from "../../words/made/alerts";
import classes from "./alerts.module.css";

type TestDialogProps = { alert: Pick<Alert, "id" | "name" | "recipients">; onClose: () => void };

export function TestDialog({ alert, onClose }: TestDialogProps) {
	const [tested, setTested] = useState<TestedAlert | null>(null);
	if (tested !== null) return <TestResult {...tested} onClose={onClose} />;
	const { id, name, recipients } = alert;
	return (
		<ConfirmDialog
			title={t("test.title", { name })}
			label={t("test.send")}
			run={async () => setTested(await trpcClient.alert.testAlert.mutate({ alertId: id }))}
			onClose={onClose}
			onDone={() => {}}
			canRun={recipients.length > 0}
		>
			{recipients.length === 0 ? (
				<p className={layout.text}>{t("test.noOne")}</p>
			) : (
				<p className={layout.text}>{t("test.lead", { names: recipients.join(comma) })}</p>
			)}
		</ConfirmDialog>
	);
}

function TestResult({ recipients, onClose }: TestedAlert & { onClose: () => void }) {
	const sent = recipients.filter(({ refusal: denial }) => denial === null).length;
	return (
		<ReadDialog title={t("test.onTheWay", { count: sent })} onClose={onClose}>
			<ul className={classes.ended}>
				{recipients.map(({ contactId, name, channel, refusal: denial }) => (
					<li key={`${contactId} ${channel}`}>
						{denial === null
							? t("test.sent", { name, channel: deliveryChannelLabel(channel) })
							: t("test.notSent", { name, channel: deliveryChannelLabel(channel), why: denial })}
					</li>
				))}
			</ul>
			{recipients.length === 0 && <p className={layout.text}>{t("test.noAddress")}</p>}
			<p className={layout.text}>{t("test.seeLog")}</p>
		</ReadDialog>
	);
}
