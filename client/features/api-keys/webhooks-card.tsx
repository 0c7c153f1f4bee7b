import { Skeleton } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { toast } from "sonner";
import type { NewWebhook, Webhook } from "../../../shared/account/webhook";
import { sentenceFor } from "../../api/api-error";
import { webhookList } from "../../api/later-queries";
import { justLoadedMs } from "../../api/query-client";
import { trpc, trpcClient } from "../../api/trpc";
import { commaList } from "../../base/comma-list";
import { ConfirmDialog } from "../../forms/action-dialog";
import { Dialog } from "../../ui/feedback/dialog";
import { StatusChip } from "../../ui/feedback/status-chip";
import { FormFailure, SmallButton } from "../../ui/form/buttons";
import { Card } from "../../ui/layout/card";
import layout from "../../ui/layout/layouts.module.css";
import { NoRows, Rows } from "../../ui/layout/rows";
import { TimeStamp } from "../../ui/time/time-stamp";
import { rich, t } from "../../words/made/keys";
import classes from "./api-keys.module.css";
import { WebhookDeliveries } from "./webhook-deliveries";
import { ReplaceSecretForm, WebhookForm, WebhookSecret } from "./webhook-forms";
import { webhookStates, webhookTopics } from "./webhook-labels";

type View =
	| { name: "add" }
	| { name: "edit" | "deliveries" | "replace" | "delete"; webhook: Webhook }
	| { name: "secret"; made: NewWebhook };

export function WebhooksCard() {
	const webhooks = useQuery({ ...webhookList(), staleTime: justLoadedMs });
	const [view, setView] = useState<View | null>(null);
	return (
		<>
			<Card
				title={t("webhooks")}
				className={classes.card}
				action={<SmallButton onClick={() => setView({ name: "add" })}>{t("addWebhook")}</SmallButton>}
			>
				{webhooks.isPending && <Skeleton height={64} />}
				{webhooks.isError && <FormFailure failure={sentenceFor(webhooks.error)} />}
				{webhooks.data?.length === 0 && <NoRows>{t("webhooks.none")}</NoRows>}
				{webhooks.data && webhooks.data.length > 0 && <WebhookRows webhooks={webhooks.data} onView={setView} />}
			</Card>
			{view && <WebhookDialogs view={view} onView={setView} />}
		</>
	);
}

type OnView = (view: View | null) => void;

function WebhookRows({ webhooks, onView }: { webhooks: Webhook[]; onView: OnView }) {
	const views = [
		["deliveries", t("deliveries")],
		["edit", t("edit")],
		["replace", t("newSecret")],
		["delete", t("delete")],
	] as const;
	return (
		<Rows
			rows={webhooks.map((webhook) => ({
				key: webhook.id,
				name: (
					<span className={layout.row}>
						{webhook.name}
						{webhook.state !== "on" && (
							<StatusChip tone={webhookStates[webhook.state].tone}>{webhookStates[webhook.state].label}</StatusChip>
						)}
					</span>
				),
				under: <Facts webhook={webhook} />,
				end: views.map(([name, label]) => (
					<SmallButton
						key={name}
						aria-label={t("webhook.doFor", { action: label, name: webhook.name })}
						onClick={() => onView({ name, webhook })}
					>
						{label}
					</SmallButton>
				)),
			}))}
		/>
	);
}

function Facts({ webhook }: { webhook: Webhook }) {
	const { url, topics, state, lastSentAt, failingSince, waiting, leftOut, previousSecretUntil } = webhook;
	return (
		<div className={classes.facts}>
			<span className={classes.address}>{url}</span>
			<span>{commaList(topics.map((topic) => webhookTopics[topic].label))}</span>
			<span>
				{lastSentAt
					? rich("webhook.lastSent", { time: <TimeStamp at={lastSentAt.getTime()} show="age" /> })
					: t("webhook.nothingSent")}
			</span>
			{waiting > 0 && <span>{t("webhook.waiting", { count: waiting })}</span>}
			{leftOut > 0 && <span>{t("webhook.leftOut", { count: leftOut })}</span>}
			{failingSince && state !== "off" && (
				<span>{rich("webhook.failingSince", { time: <TimeStamp at={failingSince.getTime()} /> })}</span>
			)}
			{state === "stopped" && <span>{t("webhook.stopped.help")}</span>}
			{previousSecretUntil && (
				<span>{rich("webhook.formerSecretUntil", { time: <TimeStamp at={previousSecretUntil.getTime()} /> })}</span>
			)}
		</div>
	);
}

const titles: Record<View["name"], string> = {
	add: t("addWebhook"),
	edit: t("editWebhook"),
	deliveries: t("deliveries"),
	replace: t("newSecret"),
	delete: t("deleteWebhook"),
	secret: t("secretOfTheWebhook"),
};

function WebhookDialogs({ view, onView }: { view: View; onView: OnView }) {
	const queryClient = useQueryClient();
	const close = () => onView(null);
	const onMade = (made: NewWebhook) => onView({ name: "secret", made });
	if (view.name === "delete") {
		const { id: webhookId, name, waiting } = view.webhook;
		const remove = async () => {
			const left = await trpcClient.webhook.deleteWebhook.mutate({ webhookId });
			queryClient.setQueryData(trpc.webhook.getWebhooks.queryKey(), left);
			toast.success(t("webhook.deleted", { name }));
		};
		return (
			<ConfirmDialog
				title={t("webhook.delete.title", { name })}
				isDangerous
				label={t("deleteWebhook")}
				run={remove}
				onClose={close}
			>
				<p>{waiting === 0 ? t("webhook.delete.what") : t("webhook.delete.whatWaits", { count: waiting })}</p>
			</ConfirmDialog>
		);
	}
	const isToRead = view.name === "deliveries";
	const isShownOnce = view.name === "secret";
	return (
		<Dialog
			title={titles[view.name]}
			size={isToRead ? 720 : 520}
			isForm={!isToRead}
			closeOnEscape={!isShownOnce}
			withCloseButton={!isShownOnce}
			onClose={close}
		>
			{view.name === "add" && <WebhookForm webhook={null} onMade={onMade} onDone={close} />}
			{view.name === "edit" && <WebhookForm webhook={view.webhook} onMade={onMade} onDone={close} />}
			{view.name === "replace" && <ReplaceSecretForm webhook={view.webhook} onMade={onMade} onCancel={close} />}
			{view.name === "deliveries" && <WebhookDeliveries webhook={view.webhook} onClose={close} />}
			{view.name === "secret" && <WebhookSecret made={view.made} onDone={close} />}
		</Dialog>
	);
}
