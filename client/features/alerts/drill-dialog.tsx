import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { toast } from "sonner";
import type { Alert } from "../../../shared/alert/alert";
import type { DrillPlan, PastDrill } from "../../../shared/alert/drill";
import { sentenceFor } from "../../api/api-error";
import { trpc, trpcClient } from "../../api/trpc";
import { comma } from "../../base/comma-list";
import { deliveryChannelLabel } from "../../entities/contact";
import { EventLink } from "../../entities/entity-links";
import { messageStateLabels } from "../../entities/message-state";
import { ConfirmDialog } from "../../forms/action-dialog";
import drillStyles from "../../forms/roster-drill.module.css";
import layout from "../../ui/layout/layouts.module.css";
import { formatSpan } from "../../ui/time/relative-time";
import { TimeStamp } from "../../ui/time/time-stamp";
import { t } from "../../words/made/alerts";
import classes from "./alerts.module.css";

type DrillDialogProps = { alert: Pick<Alert, "id" | "name">; plan: DrillPlan; onClose: () => void };

export function DrillDialog({ alert: { id, name }, plan, onClose }: DrillDialogProps) {
	const navigate = useNavigate();
	const messages = plan.messages.map(({ channel, count }) =>
		t("drill.messages", { channel: deliveryChannelLabel(channel), count }),
	);
	const { people, lastsMs } = plan;
	const lead = lastsMs === 0 ? t("drill.atOnce", { people }) : t("drill.lead", { people, span: formatSpan(lastsMs) });
	const start = async () => {
		const { eventId } = await trpcClient.alert.startDrill.mutate({ alertId: id });
		toast.success(t("drill.underWay"));
		await navigate({ to: "/alerts/events/$eventId", params: { eventId } });
	};
	return (
		<ConfirmDialog
			title={t("drill.title", { name })}
			label={t("drill.start")}
			run={start}
			onClose={onClose}
			onDone={() => {}}
			canRun={people > 0}
		>
			{people === 0 ? (
				<p className={layout.text}>{t("drill.noOne")}</p>
			) : (
				<>
					<p className={layout.text}>{lead}</p>
					<p className={layout.text}>{t("drill.cost", { messages: messages.join(comma) })}</p>
				</>
			)}
			<PastDrills alertId={id} />
		</ConfirmDialog>
	);
}

function PastDrills({ alertId }: { alertId: string }) {
	const { data, error } = useQuery(trpc.alert.getDrills.queryOptions({ alertId }));
	if (error) return <p className={layout.text}>{sentenceFor(error)}</p>;
	if (!data || data.length === 0) return null;
	return (
		<section aria-label={t("drills.title")}>
			<h3 className={drillStyles.title}>{t("drills.title")}</h3>
			<ul className={`${layout.plain} ${drillStyles.drills}`}>
				{data.map((drill) => (
					<li key={drill.eventId}>
						<EventLink id={drill.eventId}>
							<TimeStamp at={drill.startedAt} />
						</EventLink>
						<p className={layout.text}>{outcomeOf(drill)}</p>
						<ul className={classes.messages}>
							{drill.messages.map((message, index) => (
								// biome-ignore lint/suspicious/noArrayIndexKey: messages of a past drill keep their order
								<li key={index}>{drillMessageText(message)}</li>
							))}
						</ul>
					</li>
				))}
			</ul>
		</section>
	);
}

function outcomeOf({ startedBy, endedAt, acknowledgedBy }: PastDrill): string {
	if (acknowledgedBy !== null) return t("drills.acknowledged", { startedBy, person: acknowledgedBy });
	return endedAt === null ? t("drills.underWay", { startedBy }) : t("drills.nobody", { startedBy });
}

function drillMessageText({ name, channel, state, outcome }: PastDrill["messages"][number]): string {
	const what = { who: name ?? t("drills.another"), channel: deliveryChannelLabel(channel) };
	if (outcome !== undefined) return t("drills.call", { ...what, outcome });
	return t("drills.message", { ...what, state: messageStateLabels[state].label });
}
