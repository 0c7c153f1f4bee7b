import {
	IconBell,
	IconBellOff,
	IconBellRinging,
	IconCopy,
	IconPencil,
	IconPlus,
	IconPower,
	IconTrash,
} from "@tabler/icons-react";
import { useNavigate } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { AlertListRow } from "../../../shared/alert";
import { useAccount } from "../../api/account";
import { conditionText, SeverityChip } from "../../entities/alert-event";
import { severitiesFromWorst, severityLabels } from "../../entities/labels";
import { MutedMark, muteRefusal, useUnmute } from "../../forms/mute";
import { StatusChip, SwitchChip } from "../../ui/feedback/status-chip";
import { GuardedButton } from "../../ui/form/guarded-button";
import { countOf } from "../../ui/format";
import { ButtonLink, TextLink } from "../../ui/layout/link";
import type { BulkAction } from "../../ui/table/bulk-bar";
import { EntityList } from "../../ui/table/entity-list";
import { ageColumn, NameLink, switchColumn, switchFacet } from "../../ui/table/list-columns";
import type { Facet, ListColumn } from "../../ui/table/list-rows";
import type { RowAction } from "../../ui/table/row-menu";
import { AlertDialogs, alertMuting, useAlertQuestion } from "./alert-dialogs";
import { alertRefusal, reachProblems } from "./alert-labels";
import { alertTemplates } from "./alert-templates";
import { TemplateLinks } from "./template-links";

const allOf = new Intl.ListFormat("en");

const columns: [ListColumn<AlertListRow>, ...ListColumn<AlertListRow>[]] = [
	{
		id: "name",
		header: "Alert",
		value: ({ name }) => name,
		cell: ({ id, name, severity, isEnabled, reach, ...mute }) => (
			<NameLink
				to="/alerts/edit/$alertId"
				params={{ alertId: id }}
				under={
					<>
						<SeverityChip severity={severity} /> {!isEnabled && <SwitchChip isOn={false} />}{" "}
						{reach !== "reached" && <ReachChip reach={reach} />}
					</>
				}
				note={<MutedMark row={mute} />}
			>
				{name}
			</NameLink>
		),
	},
	{
		id: "severity",
		header: "Severity",
		isMinor: true,
		value: ({ severity }) => severityLabels[severity].label,
		rank: ({ severity }) => severitiesFromWorst.indexOf(severity),
		cell: ({ severity }) => <SeverityChip severity={severity} />,
	},
	{
		id: "condition",
		header: "Rule",
		isMinor: true,
		isSoft: true,
		isWrapping: true,
		value: ({ condition }) => condition,
		cell: conditionText,
	},
	switchColumn(),
	{
		id: "recipients",
		header: "Notifies",
		isMinor: true,
		isWrapping: true,
		value: ({ recipients, reach }) =>
			[allOf.format(recipients), ...(reach === "reached" ? [] : [`(${reachProblems[reach].label})`])].join(" ").trim(),
		cell: ({ recipients, reach }) => (
			<>
				{recipientText(recipients)} {reach !== "reached" && <ReachChip reach={reach} />}
			</>
		),
	},
	{ id: "devices", header: "Devices", isNumber: true, isMinor: true, value: ({ deviceCount }) => deviceCount },
	{
		id: "open",
		header: "Open events",
		isNumber: true,
		isMinor: true,
		value: ({ openEvents }) => openEvents,
		cell: ({ id, openEvents }) =>
			openEvents === 0 ? (
				"0"
			) : (
				<TextLink to="/alerts/" search={{ rule: id }}>
					{openEvents.toLocaleString("en-US")}
				</TextLink>
			),
	},
	ageColumn({ id: "fired", header: "Last event", at: ({ lastFiredAt }) => lastFiredAt }),
];

const namedRecipients = 2;

function recipientText(recipients: readonly string[]): string {
	const others = recipients.length - namedRecipients;
	if (others <= 0) return allOf.format(recipients);
	return allOf.format([...recipients.slice(0, namedRecipients), `${others.toLocaleString("en-US")} more`]);
}

function ReachChip({ reach }: { reach: keyof typeof reachProblems }) {
	return <StatusChip tone={reachProblems[reach].tone}>{reachProblems[reach].label}</StatusChip>;
}

const facets: Facet<AlertListRow>[] = [
	{
		name: "severity",
		options: severitiesFromWorst.map((severity) => ({ value: severity, label: severityLabels[severity].label })),
		of: ({ severity }) => severity,
	},
	switchFacet(),
	{
		name: "alert",
		options: [{ value: "open", label: "With open events" }],
		of: ({ openEvents }) => (openEvents > 0 ? "open" : "none"),
	},
	{
		name: "reach",
		options: Object.entries(reachProblems).map(([value, { label }]) => ({ value, label })),
		of: ({ reach }) => reach,
	},
];

const rowKey = ({ id }: AlertListRow) => id;
const searched = ({ name, condition, recipients }: AlertListRow) => [name, condition, ...recipients];

export function AlertList({ rows, tabs }: { rows: AlertListRow[]; tabs: ReactNode }) {
	const navigate = useNavigate();
	const { me } = useAccount();
	const { question, ask, close } = useAlertQuestion();
	const refusal = alertRefusal(me);
	const muteRefused = muteRefusal(me, "alert rules");
	const unmute = useUnmute();
	const watchingCount = rows.filter(({ isEnabled }) => isEnabled).length;

	const guardOf = (alerts: AlertListRow[]) => {
		const refused = alerts.map((alert) => alertRefusal(me, alert)).find((reason) => reason !== null);
		return refused === undefined ? {} : { refusal: refused };
	};
	const muteAction = (row: AlertListRow): RowAction => {
		const refused = muteRefused ?? alertRefusal(me, row);
		const guarded = refused === null ? {} : { refusal: refused };
		if (row.mutedUntil === undefined) {
			const onRun = () => ask({ kind: "mute", alerts: [row], onDone: () => {} });
			return { id: "mute", label: "Mute…", icon: <IconBellOff size={16} />, ...guarded, onRun };
		}
		const onRun = () => void unmute(alertMuting([row]));
		return { id: "unmute", label: "Unmute", icon: <IconBellRinging size={16} />, ...guarded, onRun };
	};
	const rowActions = (row: AlertListRow): RowAction[] => [
		{
			id: "edit",
			label: alertRefusal(me, row) === null ? "Edit" : "Open",
			icon: <IconPencil size={16} />,
			onRun: () => void navigate({ to: "/alerts/edit/$alertId", params: { alertId: row.id } }),
		},
		{
			id: "switch",
			label: row.isEnabled ? "Switch off…" : "Switch on…",
			icon: <IconPower size={16} />,
			...guardOf([row]),
			onRun: () => ask({ kind: row.isEnabled ? "disable" : "enable", alerts: [row], onDone: () => {} }),
		},
		muteAction(row),
		{
			id: "copy",
			label: "Duplicate",
			icon: <IconCopy size={16} />,
			...(refusal !== null && { refusal }),
			onRun: () => void navigate({ to: "/alerts/new", search: { copy: row.id } }),
		},
		{
			id: "delete",
			label: "Delete…",
			icon: <IconTrash size={16} />,
			isDangerous: true,
			...guardOf([row]),
			onRun: () => ask({ kind: "delete", alerts: [row], onDone: () => {} }),
		},
	];
	// A rule that reaches beyond the caller's scope is refused by the backend, and named as not changed.
	const guard = refusal === null ? {} : { refusal };
	const bulk = (kind: "mute" | "disable" | "enable" | "delete", verb: string) => ({
		id: kind,
		label: (count: number) => `${verb} ${countOf(count, "alert")}`,
		...guard,
		onRun: (alerts: AlertListRow[], onDone: () => void) => ask({ kind, alerts, onDone }),
	});
	const bulkActions: BulkAction<AlertListRow>[] = [
		{ ...bulk("mute", "Mute"), icon: <IconBellOff size={16} /> },
		{ ...bulk("disable", "Switch off"), icon: <IconPower size={16} /> },
		{ ...bulk("enable", "Switch on"), icon: <IconPower size={16} /> },
		{ ...bulk("delete", "Delete"), icon: <IconTrash size={16} />, isDangerous: true, isInMenu: true },
	];

	return (
		<>
			<EntityList
				title="Alerts list"
				noun="alert"
				subtitle={`${countOf(rows.length, "alert")}, ${watchingCount} switched on`}
				rows={rows}
				rowKey={rowKey}
				columns={columns}
				facets={facets}
				searchHint="Name, rule or contact"
				searched={searched}
				rowActions={rowActions}
				bulkActions={bulkActions}
				headActions={<NewAlertButton refusal={refusal} />}
				empty={{
					icon: <IconBell size={26} />,
					title: "No alerts yet",
					text: "An alert watches devices and notifies your contacts when a reading leaves its limits or a device goes silent.",
					action:
						refusal === null ? (
							<>
								<TemplateLinks templates={alertTemplates} />
								<TextLink to="/alerts/new">Start from scratch</TextLink>
							</>
						) : undefined,
				}}
			>
				{tabs}
			</EntityList>
			<AlertDialogs question={question} onClose={close} />
		</>
	);
}

export function NewAlertButton({ refusal }: { refusal: string | null }) {
	const icon = <IconPlus size={17} stroke={1.7} />;
	if (refusal !== null) {
		return (
			<GuardedButton refusal={refusal} icon={icon} look="primary">
				New alert
			</GuardedButton>
		);
	}
	return (
		<ButtonLink to="/alerts/new" leftSection={icon}>
			New alert
		</ButtonLink>
	);
}
