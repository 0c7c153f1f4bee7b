import { Button, Select } from "@mantine/core";
import { IconMail, IconRefresh, IconUser } from "@tabler/icons-react";
import { useNavigate } from "@tanstack/react-router";
import { useMemo } from "react";
import type { MessageListRow } from "../../../shared/message";
import { channelLabels } from "../../entities/contact";
import { StatusChip } from "../../ui/feedback/status-chip";
import { countOf } from "../../ui/format";
import { EntityList } from "../../ui/table/entity-list";
import { ageColumn, NameLink } from "../../ui/table/list-columns";
import type { Facet, ListColumn } from "../../ui/table/list-rows";
import type { RowAction } from "../../ui/table/row-menu";
import { causeLabel, stateLabels, whyText } from "./message-labels";
import type { LogPeriod } from "./message-pages";
import classes from "./messages.module.css";
import { resendRefusal, useResend } from "./resend";

const periodChoices = [
	{ value: "all", label: "All there is" },
	{ value: "day", label: "Last 24 hours" },
	{ value: "week", label: "Last 7 days" },
	{ value: "month", label: "Last 31 days" },
];

type DeliveryLogProps = {
	rows: MessageListRow[];
	period: LogPeriod | null;
	onPeriod: (period: string | null) => void;
	/** Null: everything of the period is here. */
	onOlder: (() => void) | null;
	isLoadingOlder: boolean;
	refusal: string | null;
};

const rowKey = ({ id }: MessageListRow) => id;
const searched = ({ recipient, address, cause, error }: MessageListRow) => [recipient, address, cause, error];

export function DeliveryLog({ rows, period, onPeriod, onOlder, isLoadingOlder, refusal }: DeliveryLogProps) {
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
			facets={facets}
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
			empty={{
				icon: <IconMail size={26} />,
				title: "Nothing was sent",
				text: "Every message is named here, and every one that was not sent, with the reason.",
			}}
		>
			<div className={classes.period}>
				<Select
					label="Period"
					data={periodChoices}
					allowDeselect={false}
					value={period ?? "all"}
					onChange={(value) => onPeriod(value === "all" ? null : value)}
				/>
			</div>
		</EntityList>
	);
}

const columns: [ListColumn<MessageListRow>, ...ListColumn<MessageListRow>[]] = [
	{
		...ageColumn<MessageListRow>({ id: "time", header: "Owed", at: ({ createdAt }) => createdAt }),
		// The newest first where nothing else is asked for.
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
	{ id: "channel", header: "Channel", isMinor: true, isSoft: true, value: ({ channel }) => channelLabels[channel] },
	{ id: "address", header: "Address", isMinor: true, isWrapping: true, isSoft: true, value: ({ address }) => address },
	{ id: "why", header: "Reason or error", isMinor: true, isWrapping: true, value: whyText },
	{ id: "attempts", header: "Attempts", isMinor: true, value: ({ attempts }) => attempts },
	ageColumn({ id: "sent", header: "Sent", isMinor: true, at: ({ sentAt }) => sentAt }),
	ageColumn({ id: "settled", header: "Settled", isMinor: true, at: ({ settledAt }) => settledAt }),
];

const facets: Facet<MessageListRow>[] = [
	{
		name: "status",
		options: Object.entries(stateLabels).map(([value, { label }]) => ({ value, label })),
		of: ({ state }) => state,
	},
	{
		name: "channel",
		options: Object.entries(channelLabels).map(([value, label]) => ({ value, label })),
		of: ({ channel }) => channel,
	},
];
