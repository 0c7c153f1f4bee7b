import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { toast } from "sonner";
import type { AlertListRow } from "../../../shared/alert/alert";
import { sentenceFor } from "../../api/api-error";
import { trpc, trpcClient } from "../../api/trpc";
import { ConfirmDialog } from "../../forms/action-dialog";
import { MuteDialog, type Muting } from "../../forms/mute";
import { NamedThings, TypedConfirmation } from "../../forms/typed-confirmation";
import { type Question, useListQuestion } from "../../ui/table/list-question";
import { t } from "../../words/made/alerts";

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
		if (done > 0) toast.success(doneText(kind, alerts, done));
		if (failed.length === 0) onDone();
		else toast.error(t("notChanged", { count: failed.length, why: sentenceFor(failed[0]) }));
	};
	if (kind === "delete") return <DeleteDialog alerts={alerts} onClose={onClose} run={run} />;
	return <SwitchDialog isOn={kind === "enable"} alerts={alerts} onClose={onClose} run={run} />;
}

export function alertMuting(alerts: QuestionedAlert[]): Muting {
	const alertIds = alerts.map(({ id }) => id);
	return {
		name: t("alerts.named", counted(alerts)),
		lead: t("mute.lead"),
		targets: { alertIds },
		mute: (input) => trpcClient.alert.muteAlerts.mutate({ alertIds, ...input }),
	};
}

const doneKeys = { enable: "switchedOn", disable: "switchedOff", delete: "deleted" } as const;

function doneText(kind: keyof typeof doneKeys, alerts: QuestionedAlert[], count: number): string {
	const key = doneKeys[kind];
	return alerts.length === 1 ? t(`${key}.done`, counted(alerts)) : t(`${key}.doneSome`, { count });
}

function counted(alerts: QuestionedAlert[]) {
	return { count: alerts.length, name: alerts[0]?.name ?? "" };
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
	return open === 0
		? t("events.pastStay", { alerts: alerts.length })
		: t("events.end", { alerts: alerts.length, open });
}

type DialogProps = { alerts: QuestionedAlert[]; onClose: () => void; run: () => Promise<void> };

function SwitchDialog({ isOn, alerts, ...dialog }: DialogProps & { isOn: boolean }) {
	const key = isOn ? "switchOn" : "switchOff";
	return (
		<ConfirmDialog
			{...dialog}
			title={t(`${key}.title`, counted(alerts))}
			label={t(`${key}.do`, { count: alerts.length })}
		>
			<NamedThings names={alerts.map(({ name }) => name)} />
			<p>{isOn ? t("switchOn.lead") : t("switchOff.lead", { events: eventsText(alerts) })}</p>
		</ConfirmDialog>
	);
}

/** Deletion cannot be undone, so the user types the name or the number. */
function DeleteDialog({ alerts, onClose, run }: DialogProps) {
	return (
		<TypedConfirmation
			title={t("delete.title", counted(alerts))}
			onClose={onClose}
			onConfirm={run}
			confirmLabel={t("delete.do", { count: alerts.length })}
			expected={t("alerts.named", counted(alerts))}
		>
			<NamedThings names={alerts.map(({ name }) => name)} />
			<p>{t("delete.lead", { events: eventsText(alerts) })}</p>
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
