import { IconCopy, IconPhoneRinging, IconSend, IconTrash } from "@tabler/icons-react";
import { useNavigate, useRouter } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import { toast } from "sonner";
import type { Alert, CreateAlert } from "../../../shared/alert/alert";
import type { DrillPlan } from "../../../shared/alert/drill";
import { sentenceFor } from "../../api/api-error";
import { trpcClient } from "../../api/trpc";
import { StoppedText } from "../../entities/stopped-alerts";
import { useHistoryAction } from "../../forms/history-action";
import { MutedUntil, muteAction, useUnmute } from "../../forms/mute";
import { PlannedMutesCard } from "../../forms/planned-mutes";
import { StatusChip, SwitchChip } from "../../ui/feedback/status-chip";
import { BackLink } from "../../ui/layout/detail";
import { PageHead } from "../../ui/layout/page-head";
import { PageActions } from "../../ui/table/page-actions";
import { rich, t } from "../../words/made/alerts";
import { AlertDialogs, alertMuting, useAlertQuestion, useRefreshAlerts } from "./alert-dialogs";
import { type AlertChoices, AlertForm } from "./alert-form";
import { alertTemplates } from "./alert-templates";
import { type AlertValues, valuesOf } from "./alert-values";
import { DrillDialog } from "./drill-dialog";
import { RuleFaultText } from "./rule-fault";
import { TemplateLinks } from "./template-links";
import { TestDialog } from "./test-dialog";

const backToList = (
	<BackLink to="/alerts/" search={{ view: "rules" }}>
		{t("allRules")}
	</BackLink>
);

type Rehearse = (draft: CreateAlert | null) => ReactNode;

type NewAlertProps = AlertChoices & {
	initialValues: AlertValues;
	/** False if the address names a template, a copy or channels. */
	hasTemplates: boolean;
	rehearsal?: Rehearse;
};

export function NewAlert({ initialValues, hasTemplates, ...form }: NewAlertProps) {
	const navigate = useNavigate();
	const refresh = useRefreshAlerts();
	const open = async ({ id: alertId }: Alert) => {
		toast.success(t("created.done"));
		await refresh();
		await navigate({ to: "/alerts/edit/$alertId", params: { alertId }, replace: true });
	};
	return (
		<>
			<PageHead title={t("new")}>{backToList}</PageHead>
			{hasTemplates && <TemplateLinks templates={alertTemplates} title={t("fromTemplate")} />}
			<AlertForm
				alert={null}
				initialValues={initialValues}
				takesFocus={!hasTemplates}
				onSaved={(alert) => void open(alert)}
				onCancel={() => void navigate({ to: "/alerts/", search: { view: "rules" } })}
				{...form}
			/>
		</>
	);
}

export function AlertPage({ alert, ...form }: AlertChoices & { alert: Alert; rehearsal?: Rehearse }) {
	const router = useRouter();
	const navigate = useNavigate();
	const refresh = useRefreshAlerts();
	const { question, askOf, close, rowAction } = useAlertQuestion();
	const unmute = useUnmute();
	const history = useHistoryAction(alert.id);
	const [isTesting, setIsTesting] = useState(false);
	const [drill, setDrill] = useState<DrillPlan | null>(null);
	const planDrill = async () => {
		try {
			setDrill(await trpcClient.alert.getDrillPlan.query({ alertId: alert.id }));
		} catch (failure) {
			toast.error(sentenceFor(failure));
		}
	};
	const saved = async () => {
		toast.success(t("saved"));
		await refresh();
		await router.invalidate();
	};
	const actions = [
		{
			id: "test",
			label: t("test"),
			asks: true,
			icon: <IconSend size={16} stroke={1.7} />,
			onRun: () => setIsTesting(true),
		},
		{
			id: "drill",
			label: t("drill"),
			asks: true,
			icon: <IconPhoneRinging size={16} stroke={1.7} />,
			onRun: () => void planDrill(),
		},
		muteAction({
			row: alert,
			denial: null,
			onMute: () => askOf("mute", alert),
			onUnmute: () => void unmute(alertMuting([alert])),
		}),
		{
			id: "copy",
			label: t("duplicate"),
			icon: <IconCopy size={16} stroke={1.7} />,
			onRun: () => void navigate({ to: "/alerts/new", search: { copy: alert.id } }),
		},
		...(history.denial ? [] : [history]),
		rowAction("delete", alert, { label: t("delete"), icon: <IconTrash size={16} stroke={1.7} />, isDangerous: true }),
	];
	const openText = alert.openEvents > 0 ? t("openEvents.count", { count: alert.openEvents }) : t("openEvents.none");
	return (
		<>
			<PageHead
				title={alert.name}
				subtitle={
					<>
						<SwitchChip isOn={alert.isEnabled} /> <MutedUntil row={alert} /> {alert.mutedUntil !== undefined && "· "}
						{openText}
					</>
				}
			>
				{backToList}
				<PageActions name={alert.name} subjectId={alert.id} actions={actions} />
			</PageHead>
			{alert.fault && (
				<p>
					<RuleFaultText fault={alert.fault} />
				</p>
			)}
			<AlertForm alert={alert} initialValues={valuesOf(alert)} onSaved={() => void saved()} {...form} />
			{alert.stopped?.map((stopped) => (
				<p key={`${stopped.contactId} ${stopped.channel} ${stopped.rule?.id ?? ""}`}>
					{rich("stopped", {
						chip: (text) => <StatusChip tone="warn">{text}</StatusChip>,
						story: <StoppedText stopped={stopped} />,
					})}
				</p>
			))}
			<PlannedMutesCard of={{ alertId: alert.id }} denial={null} />
			<AlertDialogs question={question} onClose={close} isOwnPage />
			{isTesting && <TestDialog alert={alert} onClose={() => setIsTesting(false)} />}
			{drill !== null && <DrillDialog alert={alert} plan={drill} onClose={() => setDrill(null)} />}
		</>
	);
}
