import { useNavigate } from "@tanstack/react-router";
import { toast } from "sonner";
import type { Alert } from "../../../shared/alert/alert";
import type { DrillPlan } from "../../../shared/alert/drill";
import { trpcClient } from "../../api/trpc";
import { comma } from "../../base/comma-list";
import { deliveryChannelLabels } from "../../entities/contact";
import { ActionDialog } from "../../forms/action-dialog";
import { formatSpan } from "../../ui/time/relative-time";
import { t } from "../../words/made/alerts";
import classes from "./alerts.module.css";

type DrillDialogProps = { alert: Pick<Alert, "id" | "name">; plan: DrillPlan; onClose: () => void };

export function DrillDialog({ alert: { id, name }, plan, onClose }: DrillDialogProps) {
	const navigate = useNavigate();
	const messages = plan.messages.map(({ channel, count }) =>
		t("drill.messages", { channel: deliveryChannelLabels[channel], count }),
	);
	const { people, lastsMs } = plan;
	const lead = lastsMs === 0 ? t("drill.atOnce", { people }) : t("drill.lead", { people, span: formatSpan(lastsMs) });
	const start = async () => {
		const { eventId } = await trpcClient.alert.startDrill.mutate({ alertId: id });
		toast.success(t("drill.underWay"));
		await navigate({ to: "/alerts/events/$eventId", params: { eventId } });
	};
	return (
		<ActionDialog
			isQuestion
			title={t("drill.title", { name })}
			label={t("drill.start")}
			run={start}
			onClose={onClose}
			onDone={() => {}}
			canRun={people > 0}
		>
			{people === 0 ? (
				<p className={classes.lead}>{t("drill.nobody")}</p>
			) : (
				<>
					<p className={classes.lead}>{lead}</p>
					<p className={classes.lead}>{t("drill.cost", { messages: messages.join(comma) })}</p>
				</>
			)}
		</ActionDialog>
	);
}
