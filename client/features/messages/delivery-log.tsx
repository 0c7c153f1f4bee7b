import { IconMail, IconRefresh, IconUser } from "@tabler/icons-react";
import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useMemo } from "react";
import { toast } from "sonner";
import { DeliveryChannel, MessageClass, type MessageListRow, type MessagePage } from "../../../shared/message/message";
import { readFailure, sentenceFor } from "../../api/api-error";
import { reportQueryFailure } from "../../api/error-funnel";
import { trpc, trpcClient } from "../../api/trpc";
import { deliveryChannelLabel } from "../../entities/contact";
import { DeviceLink, EventLink } from "../../entities/entity-links";
import { messageStateLabels, messageStateOf } from "../../entities/message-state";
import { StatusChip } from "../../ui/feedback/status-chip";
import { EntityList } from "../../ui/table/entity-list";
import { choiceField, type FilterField, periodField } from "../../ui/table/filter-field";
import { NameLink, timeColumn } from "../../ui/table/list-columns";
import { type ListColumn, rowId } from "../../ui/table/list-rows";
import type { RowAction } from "../../ui/table/row-menu";
import { t } from "../../words/made/contacts";
import { causeLabel, whyText } from "./message-labels";
import { deliveryParameters, type LogFilters } from "./message-pages";

type LogChoice = { [Name in "period" | "status" | "channel" | "class" | "contact"]?: string | undefined };

type DeliveryLogProps = {
	rows: MessageListRow[];
	filters: LogFilters;
	onFilter: (choice: LogChoice) => void;
	readPage: (cursor: string | undefined) => Promise<MessagePage>;
	onOlder: (() => void) | null;
	isLoadingOlder: boolean;
	searchedTo: number | null;
	denial: string | null;
};

const searched = ({ recipient, address, cause, error, event }: MessageListRow) => {
	return [recipient, address, cause, error, event?.device?.name ?? null];
};

export function DeliveryLog({ rows, filters, onFilter, onOlder, denial, ...older }: DeliveryLogProps) {
	const { readPage, isLoadingOlder, searchedTo } = older;
	const navigate = useNavigate();
	const resend = useResend();
	const rowActions = useMemo(
		() =>
			(row: MessageListRow): RowAction[] => {
				const unsendable = resendDenial(row, denial);
				const { contactId } = row;
				return [
					...(contactId === null
						? []
						: [
								{
									id: "contact",
									label: t("log.openContact"),
									icon: <IconUser size={16} />,
									onRun: () => void navigate({ to: "/accounts/contacts/edit/$contactId", params: { contactId } }),
								},
								{
									id: "only",
									label: t("log.onlyTo"),
									icon: <IconMail size={16} />,
									onRun: () =>
										void navigate({ to: ".", search: (before: object) => ({ ...before, contact: contactId }) }),
								},
							]),
					{
						id: "resend",
						label: t("log.sendAgain"),
						icon: <IconRefresh size={16} />,
						denial: unsendable,
						onRun: () => void resend(row),
					},
				];
			},
		[navigate, resend, denial],
	);
	return (
		<EntityList
			title={t("deliveryLog")}
			noun="message"
			listName="delivery log"
			rows={rows}
			rowKey={rowId}
			columns={columns}
			searchHint={t("log.searchHint")}
			searched={searched}
			api={{ list: "deliveries", parameters: deliveryParameters(filters, Date.now()) }}
			rowActions={rowActions}
			onOlder={onOlder}
			isLoadingOlder={isLoadingOlder}
			pages={{
				read: async (cursor) => {
					const { messages, nextCursor } = await readPage(cursor);
					return { rows: messages, nextCursor };
				},
				sentenceFor,
			}}
			searchedTo={searchedTo}
			server={{
				fields: messageFields({ rows, filters, onFilter }),
				cleared: noFilters,
				noMatch: { text: t("log.noMatch") },
			}}
			empty={{
				icon: <IconMail size={26} />,
				title: t("log.none"),
				text: t("log.none.help"),
			}}
		/>
	);
}

const columns: [ListColumn<MessageListRow>, ...ListColumn<MessageListRow>[]] = [
	timeColumn({
		id: "time",
		header: t("log.queued"),
		csvHeader: "Queued",
		to: "seconds",
		isNewestFirst: true,
		at: ({ createdAt }) => createdAt,
	}),
	{
		id: "recipient",
		header: t("log.recipient"),
		value: ({ recipient }) => recipient,
		cell: ({ contactId, recipient, address }) =>
			contactId === null ? (
				recipient
			) : (
				<NameLink
					to="/accounts/contacts/edit/$contactId"
					params={{ contactId }}
					under={address !== recipient ? address : null}
				>
					{recipient}
				</NameLink>
			),
	},
	{
		id: "state",
		header: t("log.state"),
		value: ({ state }) => messageStateOf(state).label,
		cell: ({ state }) => <StatusChip tone={messageStateOf(state).tone}>{messageStateOf(state).label}</StatusChip>,
	},
	{
		id: "cause",
		header: t("log.message"),
		csvHeader: "Message",
		isMinor: true,
		value: causeLabel,
		cell: (row) => (row.event === null ? causeLabel(row) : <EventLink id={row.event.id}>{causeLabel(row)}</EventLink>),
	},
	{
		id: "device",
		header: t("log.device"),
		isMinor: true,
		value: ({ event }) => event?.device?.name ?? null,
		cell: ({ event }) => event?.device && <DeviceLink id={event.device.id}>{event.device.name}</DeviceLink>,
	},
	{
		id: "channel",
		header: t("log.channel"),
		isMinor: true,
		isSoft: true,
		value: ({ channel }) => deliveryChannelLabel(channel),
	},
	{
		id: "address",
		header: t("log.address"),
		isMinor: true,
		isWrapping: true,
		isSoft: true,
		value: ({ address }) => address,
	},
	{ id: "why", header: t("log.reason"), csvHeader: "Reason or error", isMinor: true, isWrapping: true, value: whyText },
	{ id: "attempts", header: t("log.attempts"), isMinor: true, value: ({ attempts }) => attempts },
	timeColumn({ id: "sent", header: t("log.sentAt"), to: "seconds", isMinor: true, at: ({ sentAt }) => sentAt }),
	timeColumn({
		id: "settled",
		header: t("log.finished"),
		csvHeader: "Finished",
		to: "seconds",
		isMinor: true,
		at: ({ settledAt }) => settledAt,
	}),
];

const noFilters = {
	period: undefined,
	status: undefined,
	channel: undefined,
	class: undefined,
	contact: undefined,
} satisfies LogChoice;
const stateChoices = Object.entries(messageStateLabels).map(([value, { label }]) => ({ value, label }));
const channelChoices = DeliveryChannel.options.map((value) => ({ value, label: deliveryChannelLabel(value) }));
const classChoices = MessageClass.options.map((value) => ({ value, label: t(`log.kind.${value}`) }));

type FieldsProps = Pick<DeliveryLogProps, "rows" | "filters" | "onFilter">;

function messageFields({ rows, filters, onFilter }: FieldsProps): FilterField[] {
	const { states, channels, classes, period, contactId } = filters;
	const recipient = rows.find((row) => row.contactId === contactId)?.recipient;
	const several = (name: keyof LogChoice, chosen: string[]) => ({
		name,
		chosen,
		onChoose: (values: string[]) => onFilter({ [name]: values.join(",") || undefined }),
	});
	const one = (name: keyof LogChoice, value: string | null) => several(name, value === null ? [] : [value]);
	return [
		choiceField({ ...several("status", states), label: t("log.state"), options: () => stateChoices }),
		choiceField({ ...several("channel", channels), label: t("log.channel"), options: () => channelChoices }),
		choiceField({ ...several("class", classes), label: t("log.kind"), options: () => classChoices }),
		periodField({ ...one("period", period), offered: ["day", "week", "month"] }),
		choiceField({
			...one("contact", contactId),
			label: t("log.filter.onlyTo"),
			options: () => [],
			labelOf: () => recipient ?? t("log.filter.oneContact"),
		}),
	];
}

const unsendable = t("log.resend.lead");

function resendDenial({ isResendable }: MessageListRow, denial: string | null): string | null {
	return denial ?? (isResendable ? null : unsendable);
}

function useResend(): (message: MessageListRow) => Promise<void> {
	const queryClient = useQueryClient();
	return async ({ id, recipient }) => {
		try {
			await trpcClient.message.resendMessage.mutate({ messageId: id });
			toast.success(t("log.resend.done", { recipient }));
		} catch (error) {
			reportQueryFailure(error, true);
			toast.error(readFailure(error).fields.messageId ?? sentenceFor(error));
		}
		await queryClient.invalidateQueries(trpc.message.pathFilter());
	};
}
