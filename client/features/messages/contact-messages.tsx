import type { MessageListRow } from "../../../shared/message/message";
import { sentenceFor } from "../../api/api-error";
import { deliveryChannelLabel } from "../../entities/contact";
import { messageStateOf } from "../../entities/message-state";
import { StatusChip } from "../../ui/feedback/status-chip";
import { Card } from "../../ui/layout/card";
import { TextLink } from "../../ui/layout/link";
import { NoRows, Rows } from "../../ui/layout/rows";
import { TimeStamp } from "../../ui/time/time-stamp";
import { t } from "../../words/made/contacts";
import { causeLabel, whyText } from "./message-labels";

type ContactMessagesProps = {
	contactId: string;
	messages: MessageListRow[] | undefined;
	error: unknown;
};

export function ContactMessages({ contactId, messages, error }: ContactMessagesProps) {
	return (
		<Card
			title={t("latest")}
			action={
				<TextLink to="/accounts/messages/" search={{ contact: contactId }}>
					{t("deliveryLog")}
				</TextLink>
			}
		>
			{messages === undefined ? (
				<NoRows>{error ? sentenceFor(error) : t("loading")}</NoRows>
			) : messages.length === 0 ? (
				<NoRows>{t("latest.none")}</NoRows>
			) : (
				<Rows
					rows={messages.map((message) => ({
						key: message.id,
						name: `${causeLabel(message)}, ${deliveryChannelLabel(message.channel)}`,
						under: (
							<>
								<TimeStamp at={message.createdAt.getTime()} show="age" />
								{whyText(message) && ` · ${whyText(message)}`}
							</>
						),
						end: (
							<StatusChip tone={messageStateOf(message.state).tone}>{messageStateOf(message.state).label}</StatusChip>
						),
					}))}
				/>
			)}
		</Card>
	);
}
