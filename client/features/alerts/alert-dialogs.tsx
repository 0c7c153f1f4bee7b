import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { toast } from "sonner";
import type { AlertListRow } from "../../../shared/alert/alert";
import { sentenceFor } from "../../api/api-error";
import { trpc, trpcClient } from "../../api/trpc";
import { ActionDialog } from "../../forms/action-dialog";
import { MuteDialog, type Muting } from "../../forms/mute";
import { NamedThings, TypedConfirmation } from "../../forms/typed-confirmation";
import { countedAction, countOf, countText } from "../../ui/format";
import { type Question, useListQuestion } from "../../ui/table/list-question";

export type QuestionedAlert = Pick<AlertListRow, "id" | "name" | "openEvents" | "isEnabled">;

type AlertQuestion = Question<"enable" | "disable" | "delete" | "mute", QuestionedAlert>;

export const useAlertQuestion = useListQuestion<AlertQuestion["kind"], QuestionedAlert>;

type AlertDialogsProps = { question: AlertQuestion | null; onClose: () => void; isOwnPage?: boolean };

export function AlertDialogs({ question, onClose, isOwnPage = false }: AlertDialogsProps) {
	const navigate = useNavigate();
	const refresh = useRefreshAlerts();
	if (question === null) return null;
	const { kind, things: alerts, onDone } = question;
	if (kind === "mute") return <MuteDialog muting={alertMuting(alerts)} onClose={onClose} onDone={onDone} />;
	const run = async () => {
		const failed = await changeEach(alerts, (alertId) =>
			kind === "delete"
				? trpcClient.alert.deleteAlert.mutate({ alertId })
				: trpcClient.alert.setAlertEnabled.mutate({ alertId, isEnabled: kind === "enable" }),
		);
		if (failed.length === alerts.length) throw failed[0];
		if (isOwnPage && kind === "delete" && failed.length === 0) {
			await navigate({ to: "/alerts/", search: { view: "rules" } });
		}
		await refresh();
		const done = alerts.length - failed.length;
		if (done > 0) toast.success(`${nameOrCount(alerts, done)} ${doneLabels[kind]}.`);
		if (failed.length === 0) onDone();
		else toast.error(`${countOf(failed.length, "alert")} not changed. ${sentenceFor(failed[0])}`);
	};
	if (kind === "delete") return <DeleteDialog alerts={alerts} onClose={onClose} run={run} />;
	return <SwitchDialog isOn={kind === "enable"} alerts={alerts} onClose={onClose} run={run} />;
}

export function alertMuting(alerts: QuestionedAlert[]): Muting {
	const alertIds = alerts.map(({ id }) => id);
	return {
		name: nameOrCount(alerts),
		lead: "It won't send anything while muted. Events are recorded as usual. Contacts of events that are still open at the end get one message then.",
		targets: { alertIds },
		mute: (input) => trpcClient.alert.muteAlerts.mutate({ alertIds, ...input }),
	};
}

const doneLabels = { enable: "switched on", disable: "switched off", delete: "deleted" } as const;

function nameOrCount(alerts: QuestionedAlert[], count = alerts.length): string {
	const [first] = alerts;
	return alerts.length === 1 && first ? first.name : countOf(count, "alert");
}

async function changeEach(
	alerts: QuestionedAlert[],
	change: (alertId: string) => Promise<unknown>,
): Promise<unknown[]> {
	const results = await Promise.allSettled(alerts.map(({ id }) => change(id)));
	return results.flatMap((result) => (result.status === "rejected" ? [result.reason] : []));
}

function eventsText(alerts: QuestionedAlert[]): string {
	const open = alerts.reduce((sum, { openEvents }) => sum + openEvents, 0);
	const whose = alerts.length === 1 ? "Its" : "Their";
	if (open === 0) return `${whose} past events stay.`;
	const ends = open === 1 ? "1 open event ends" : `${countText(open)} open events end`;
	return `${whose} ${ends}: whoever was notified and has not acknowledged gets a message that it is no longer watched.`;
}

type DialogProps = { alerts: QuestionedAlert[]; onClose: () => void; run: () => Promise<void> };

function SwitchDialog({ isOn, alerts, ...dialog }: DialogProps & { isOn: boolean }) {
	const verb = isOn ? "Switch on" : "Switch off";
	return (
		<ActionDialog
			{...dialog}
			isQuestion
			title={`${verb} ${nameOrCount(alerts)}?`}
			label={alerts.length === 1 ? verb : countedAction(verb, alerts.length, "alert")}
		>
			<NamedThings names={alerts.map(({ name }) => name)} />
			<p>
				{isOn
					? "From now on readings and silence are checked, and events open."
					: `${eventsText(alerts)} No new event opens.`}
			</p>
		</ActionDialog>
	);
}

/** Deletion cannot be undone, so the user types the name or the number. */
function DeleteDialog({ alerts, onClose, run }: DialogProps) {
	return (
		<TypedConfirmation
			title={`Delete ${nameOrCount(alerts)}?`}
			onClose={onClose}
			onConfirm={run}
			confirmLabel={countedAction("Delete", alerts.length, "alert")}
			expected={nameOrCount(alerts)}
		>
			<NamedThings names={alerts.map(({ name }) => name)} />
			<p>{eventsText(alerts)} This cannot be undone.</p>
		</TypedConfirmation>
	);
}

export function useRefreshAlerts(): () => Promise<void> {
	const queryClient = useQueryClient();
	return async () => {
		await Promise.all([
			queryClient.invalidateQueries(trpc.alert.pathFilter()),
			queryClient.invalidateQueries(trpc.device.pathFilter()),
		]);
	};
}
