import { Button } from "@mantine/core";
import { IconMail, IconRefresh, IconUser, IconX } from "@tabler/icons-react";
import { useNavigate } from "@tanstack/react-router";
import { useMemo } from "react";
import type { MessageClass, MessageListRow } from "../../../shared/message";
import { deliveryChannelLabels } from "../../entities/contact";
import { StatusChip } from "../../ui/feedback/status-chip";
import { MultiSelect, Select } from "../../ui/form/select";
import { countOf } from "../../ui/format";
import { EntityList } from "../../ui/table/entity-list";
import { ageColumn, NameLink } from "../../ui/table/list-columns";
import type { ListColumn } from "../../ui/table/list-rows";
import type { RowAction } from "../../ui/table/row-menu";
import { causeLabel, stateLabels, whyText } from "./message-labels";
import type { LogFilters } from "./message-pages";
import classes from "./messages.module.css";
import { resendRefusal, useResend } from "./resend";

const periodChoices = [
	{ value: "all", label: "All there is" },
	{ value: "day", label: "Last 24 hours" },
	{ value: "week", label: "Last 7 days" },
	{ value: "month", label: "Last 31 days" },
];

/** Of the address; lists are separated by commas. */
type LogChoice = { [Name in "period" | "status" | "channel" | "class" | "contact"]?: string | undefined };

type DeliveryLogProps = {
	rows: MessageListRow[];
	filters: LogFilters;
	onFilter: (choice: LogChoice) => void;
	/** Null: everything of the period is here. */
	onOlder: (() => void) | null;
	isLoadingOlder: boolean;
	refusal: string | null;
};

const rowKey = ({ id }: MessageListRow) => id;
const searched = ({ recipient, address, cause, error }: MessageListRow) => [recipient, address, cause, error];

export function DeliveryLog({ rows, filters, onFilter, onOlder, isLoadingOlder, refusal }: DeliveryLogProps) {
	const navigate = useNavigate();
	const resend = useResend();
	const rowActions = useMemo(
		() =>
			(row: MessageListRow): RowAction[] => {
				const unsendable = resendRefusal(row, refusal);
				const { contactId } = row;
				return [
					...(contactId === null
						? []
						: [
								{
									id: "contact",
									label: "Open the contact",
									icon: <IconUser size={16} />,
									onRun: () => void navigate({ to: "/accounts/contacts/edit/$contactId", params: { contactId } }),
								},
								{
									id: "only",
									label: "Only messages to this contact",
									icon: <IconMail size={16} />,
									onRun: () => void navigate({ to: ".", search: (before) => ({ ...before, contact: contactId }) }),
								},
							]),
					{
						id: "resend",
						label: "Send again",
						icon: <IconRefresh size={16} />,
						...(unsendable === null ? {} : { refusal: unsendable }),
						onRun: () => void resend(row),
					},
				];
			},
		[navigate, resend, refusal],
	);
	const { period, states, channels, classes: messageClasses, contactId } = filters;
	const isFiltered =
		period !== null || contactId !== null || [states, channels, messageClasses].some((list) => list.length > 0);
	return (
		<EntityList
			title="Delivery log"
			noun="message"
			listName="delivery log"
			subtitle={
				onOlder === null ? countOf(rows.length, "message") : `The newest ${countOf(rows.length, "message")} are here`
			}
			rows={rows}
			rowKey={rowKey}
			columns={columns}
			searchHint="Recipient, address, error"
			searched={searched}
			rowActions={rowActions}
			headActions={
				onOlder && (
					<Button variant="default" loading={isLoadingOlder} onClick={onOlder}>
						Load older
					</Button>
				)
			}
			empty={
				isFiltered
					? {
							icon: <IconMail size={26} />,
							title: "Nothing matches",
							text: "No message matches these filters.",
							action: (
								<Button variant="default" onClick={() => onFilter(noFilters)}>
									Clear filters
								</Button>
							),
						}
					: {
							icon: <IconMail size={26} />,
							title: "Nothing was sent",
							text: "Every message is named here, and every one that was not sent, with the reason.",
						}
			}
		>
			<Filters rows={rows} filters={filters} onFilter={onFilter} />
		</EntityList>
	);
}

const columns: [ListColumn<MessageListRow>, ...ListColumn<MessageListRow>[]] = [
	{
		...ageColumn<MessageListRow>({ id: "time", header: "Queued", at: ({ createdAt }) => createdAt }),
		// The newest first where nothing else is requested.
		rank: ({ createdAt }) => -createdAt.getTime(),
	},
	{
		id: "recipient",
		header: "Recipient",
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
		header: "State",
		value: ({ state }) => stateLabels[state].label,
		cell: ({ state }) => <StatusChip tone={stateLabels[state].tone}>{stateLabels[state].label}</StatusChip>,
	},
	{ id: "cause", header: "Message", isMinor: true, value: causeLabel },
	{
		id: "channel",
		header: "Channel",
		isMinor: true,
		isSoft: true,
		value: ({ channel }) => deliveryChannelLabels[channel],
	},
	{ id: "address", header: "Address", isMinor: true, isWrapping: true, isSoft: true, value: ({ address }) => address },
	{ id: "why", header: "Reason or error", isMinor: true, isWrapping: true, value: whyText },
	{ id: "attempts", header: "Attempts", isMinor: true, value: ({ attempts }) => attempts },
	ageColumn({ id: "sent", header: "Sent", isMinor: true, at: ({ sentAt }) => sentAt }),
	ageColumn({ id: "settled", header: "Settled", isMinor: true, at: ({ settledAt }) => settledAt }),
];

const noFilters: LogChoice = {
	...{ period: undefined, status: undefined, channel: undefined, class: undefined, contact: undefined },
};
const stateChoices = Object.entries(stateLabels).map(([value, { label }]) => ({ value, label }));
const channelChoices = Object.entries(deliveryChannelLabels).map(([value, label]) => ({ value, label }));
const classChoices = [
	{ value: "alerts", label: "Alerts" },
	{ value: "reports", label: "Reports" },
	{ value: "account", label: "About the account" },
] satisfies { value: MessageClass; label: string }[];

type FiltersProps = Pick<DeliveryLogProps, "rows" | "filters" | "onFilter">;

function Filters({ rows, filters, onFilter }: FiltersProps) {
	const listed = (name: keyof LogChoice) => (values: string[]) => onFilter({ [name]: values.join(",") || undefined });
	const recipient = rows.find(({ contactId }) => contactId === filters.contactId)?.recipient;
	return (
		<search className={classes.filters} aria-label="Filter the delivery log">
			<MultiSelect
				label="State"
				placeholder={filters.states.length === 0 ? "Any" : ""}
				data={stateChoices}
				clearable
				value={filters.states}
				onChange={listed("status")}
			/>
			<MultiSelect
				label="Channel"
				placeholder={filters.channels.length === 0 ? "Any" : ""}
				data={channelChoices}
				clearable
				value={filters.channels}
				onChange={listed("channel")}
			/>
			<MultiSelect
				label="Kind"
				placeholder={filters.classes.length === 0 ? "Any" : ""}
				data={classChoices}
				clearable
				value={filters.classes}
				onChange={listed("class")}
			/>
			<Select
				label="Period"
				data={periodChoices}
				value={filters.period ?? "all"}
				onChange={(value) => onFilter({ period: value === "all" || value === null ? undefined : value })}
			/>
			{filters.contactId !== null && (
				<Button
					variant="light"
					className={classes.one}
					rightSection={<IconX size={15} />}
					onClick={() => onFilter({ contact: undefined })}
				>
					{recipient ? `Only to ${recipient}` : "Only to one contact"}
				</Button>
			)}
		</search>
	);
}
