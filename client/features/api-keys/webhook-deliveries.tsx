import { Skeleton } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { toast } from "sonner";
import type { Webhook, WebhookDelivery } from "../../../shared/account/webhook";
import { readFailure, sentenceFor } from "../../api/api-error";
import { trpc, trpcClient } from "../../api/trpc";
import { messageStateOf } from "../../entities/message-state";
import { useRun } from "../../forms/action-dialog";
import { StatusChip } from "../../ui/feedback/status-chip";
import { ButtonRow, FormFailure, PlainButton, SmallButton } from "../../ui/form/buttons";
import layout from "../../ui/layout/layouts.module.css";
import { NoRows, Rows } from "../../ui/layout/rows";
import { TimeStamp } from "../../ui/time/time-stamp";
import { rich, t } from "../../words/made/keys";
import classes from "./api-keys.module.css";

export function WebhookDeliveries({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
	const queryClient = useQueryClient();
	const { id: webhookId, name } = webhook;
	const deliveries = useQuery(trpc.webhook.getDeliveries.queryOptions({ webhookId }));
	const { isBusy, error, run } = useRun();
	const action = async (done: string, ask: () => Promise<unknown>) => {
		const { isDone } = await run(ask);
		if (!isDone) return;
		toast.success(done);
		await queryClient.invalidateQueries(trpc.webhook.pathFilter());
	};
	const denial = error === null ? null : Object.values(readFailure(error).fields).join(" ") || sentenceFor(error);
	return (
		<div className={`${layout.column} ${classes.view}`}>
			<p>{rich("deliveries.lead", { name: <b>{name}</b> })}</p>
			{deliveries.isPending && <Skeleton height={64} />}
			{deliveries.isError && <FormFailure failure={sentenceFor(deliveries.error)} />}
			{deliveries.data?.length === 0 && <NoRows>{t("nothingHasBeenSentYet")}</NoRows>}
			{deliveries.data && deliveries.data.length > 0 && (
				<div className={classes.list}>
					<Rows
						rows={deliveries.data.map((delivery) => ({
							key: delivery.id,
							name: <DeliveryName delivery={delivery} />,
							under: <DeliveryFacts delivery={delivery} />,
							end: delivery.isResendable && (
								<SmallButton
									disabled={isBusy}
									onClick={() =>
										void action(isQueued(delivery) ? t("itIsSentNow") : t("itIsSentAgain"), () =>
											trpcClient.message.resendMessage.mutate({ messageId: delivery.id }),
										)
									}
								>
									{isQueued(delivery) ? t("sendNow") : t("sendAgain")}
								</SmallButton>
							),
						}))}
					/>
				</div>
			)}
			<FormFailure failure={denial} />
			<ButtonRow>
				<PlainButton onClick={onClose}>{t("close")}</PlainButton>
				<PlainButton
					loading={isBusy}
					onClick={() => void action(t("aTestIsOnItsWay"), () => trpcClient.webhook.sendTest.mutate({ webhookId }))}
				>
					{t("sendATest")}
				</PlainButton>
			</ButtonRow>
		</div>
	);
}

function isQueued({ state }: WebhookDelivery): boolean {
	return state === "queued";
}

function DeliveryName({ delivery: { type, state } }: { delivery: WebhookDelivery }) {
	const { label, tone } = messageStateOf(state);
	return (
		<span className={layout.row}>
			<code>{type}</code>
			<StatusChip tone={tone}>{label}</StatusChip>
		</span>
	);
}

function DeliveryFacts({ delivery }: { delivery: WebhookDelivery }) {
	const { id, createdAt, sentAt, dueAt, attempts, error, state } = delivery;
	return (
		<div className={classes.facts}>
			<code className={classes.address}>{id}</code>
			<span>{rich("delivery.queued", { time: <TimeStamp to="seconds" at={createdAt.getTime()} /> })}</span>
			{sentAt && <span>{rich("delivery.sent", { time: <TimeStamp to="seconds" at={sentAt.getTime()} /> })}</span>}
			{attempts > 1 && <span>{t("delivery.tried", { count: attempts })}</span>}
			{error !== null && state !== "sent" && <span>{error}</span>}
			{dueAt && state === "queued" && attempts > 1 && (
				<span>{rich("delivery.nextTry", { time: <TimeStamp to="seconds" at={dueAt.getTime()} /> })}</span>
			)}
		</div>
	);
}
