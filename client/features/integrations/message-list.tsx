import { Skeleton } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useId, useState } from "react";
import { toast } from "sonner";
import type { IntegrationKey } from "../../../shared/ingest/integration-key";
import type { IntegrationMessage } from "../../../shared/ingest/integration-message";
import { sentenceFor } from "../../api/api-error";
import { trpc } from "../../api/trpc";
import { appConstants } from "../../base/app-constants";
import { DeviceLink } from "../../entities/entity-links";
import { StatusChip } from "../../ui/feedback/status-chip";
import { FormFailure, PlainButton } from "../../ui/form/buttons";
import { Snippet } from "../../ui/form/snippet";
import layout from "../../ui/layout/layouts.module.css";
import { NoRows } from "../../ui/layout/rows";
import { TimeStamp } from "../../ui/time/time-stamp";
import { rich, t } from "../../words/made/keys";
import classes from "./integrations.module.css";
import { becameOf, endpointLabels, mayBringMore, readAgainText } from "./message-labels";
import { SourceView } from "./source-view";

type MessageListProps = { integration: IntegrationKey; onBack: () => void };

export function MessageList({ integration, onBack }: MessageListProps) {
	const messages = useQuery({
		...trpc.account.getIntegrationMessages.queryOptions({ keyId: integration.id }),
		refetchInterval: appConstants.refreshEveryMs,
	});
	return (
		<SourceView lead={rich("messages.lead", { name: <b>{integration.name}</b> })} source={messages} onBack={onBack}>
			<div className={classes.list}>
				{messages.data?.length === 0 && <NoRows>{t("noMessagesInTheLastDay")}</NoRows>}
				{messages.data && messages.data.length > 0 && (
					<ul className={layout.plain} aria-label={t("lastMessagesOfName", { name: integration.name })}>
						{messages.data.map((message) => (
							<Message key={message.id} keyId={integration.id} message={message} />
						))}
					</ul>
				)}
			</div>
		</SourceView>
	);
}

type MessageProps = { keyId: string; message: IntegrationMessage };

function Message({ keyId, message }: MessageProps) {
	const queryClient = useQueryClient();
	const [isOpen, setIsOpen] = useState(false);
	const titleId = useId();
	const bodyId = useId();
	const { tone, status, details } = becameOf(message);
	const readingAgain = useMutation(
		trpc.account.readIntegrationMessageAgain.mutationOptions({
			onSuccess: async (result) => {
				toast.success(readAgainText(result));
				await queryClient.invalidateQueries(trpc.account.getIntegrationMessages.queryFilter({ keyId }));
			},
			onError: (error) => toast.error(sentenceFor(error)),
		}),
	);
	return (
		<li className={classes.message} aria-labelledby={titleId}>
			<div className={classes.became} id={titleId}>
				<StatusChip tone={tone}>{status}</StatusChip>
				<Origin message={message} />
			</div>
			{details.map((detail) => (
				<p key={detail} className={classes.detail}>
					{detail}
				</p>
			))}
			<div className={classes.acts}>
				{message.hasBody ? (
					<PlainButton
						size="compact-sm"
						aria-expanded={isOpen}
						{...(isOpen && { "aria-controls": bodyId })}
						aria-describedby={titleId}
						onClick={() => setIsOpen(!isOpen)}
					>
						{isOpen ? t("hideMessage") : t("showMessage")}
					</PlainButton>
				) : (
					<span className={classes.detail}>{t("tooLargeToBeKept")}</span>
				)}
				{mayBringMore(message) && (
					<PlainButton
						size="compact-sm"
						aria-describedby={titleId}
						loading={readingAgain.isPending}
						onClick={() => readingAgain.mutate({ keyId, messageId: message.id })}
					>
						{t("message.readAgain")}
					</PlainButton>
				)}
				{message.readAgainAt !== null && (
					<span className={classes.detail}>
						{rich("message.readAgainAt", { time: <TimeStamp at={message.readAgainAt} show="age" /> })}
					</span>
				)}
			</div>
			{isOpen && (
				<div id={bodyId}>
					<Body keyId={keyId} messageId={message.id} />
				</div>
			)}
		</li>
	);
}

function Origin({ message: { receivedAt, endpoint, event, serialNumber, deviceId } }: Pick<MessageProps, "message">) {
	return (
		<span className={classes.facts}>
			<span>
				<TimeStamp to="seconds" at={receivedAt} />
			</span>
			<span>
				{event === null ? endpointLabels[endpoint] : t("message.event", { endpoint: endpointLabels[endpoint], event })}
			</span>
			{serialNumber !== null && (
				<span>
					{deviceId === null ? (
						serialNumber
					) : (
						<DeviceLink id={deviceId} inherit underline="always">
							{serialNumber}
						</DeviceLink>
					)}
				</span>
			)}
		</span>
	);
}

function Body({ keyId, messageId }: { keyId: string; messageId: string }) {
	const body = useQuery(trpc.account.getIntegrationMessageBody.queryOptions({ keyId, messageId }));
	if (body.isPending) return <Skeleton height={80} />;
	if (body.isError) return <FormFailure failure={sentenceFor(body.error)} />;
	return <Snippet title={t("asItCameWithoutKeys")} text={spreadOut(body.data.body ?? "")} />;
}

function spreadOut(text: string): string {
	try {
		return JSON.stringify(JSON.parse(text), null, 2);
	} catch {
		return text; // a CSV file, or what was rejected as unreadable
	}
}
