import { IconBell, IconBellOff, IconCopy, IconPencil, IconPower, IconTrash } from "@tabler/icons-react";
import { useNavigate } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { AlertListRow } from "../../../shared/alert/alert";
import { useAccount } from "../../api/account";
import { pageLanguage } from "../../base/page-language";
import { conditionText, SeverityChip, severityColumn } from "../../entities/alert-event";
import { severitiesFromWorst, severityLabels } from "../../entities/labels";
import { useHistoryActions } from "../../forms/history-action";
import { MutedMark, muteAction, muteDenial, useUnmute } from "../../forms/mute";
import { StatusChip, SwitchChip } from "../../ui/feedback/status-chip";
import { NewLink } from "../../ui/form/guarded-button";
import { countText } from "../../ui/format";
import { TextLink } from "../../ui/layout/link";
import type { BulkAction } from "../../ui/table/bulk-bar";
import { EntityList } from "../../ui/table/entity-list";
import { ageColumn, NameLink, switchColumn, switchFacet } from "../../ui/table/list-columns";
import { type Facet, type ListColumn, rowId } from "../../ui/table/list-rows";
import type { RowAction } from "../../ui/table/row-menu";
import { t } from "../../words/made/alerts";
import { AlertDialogs, alertMuting, useAlertQuestion } from "./alert-dialogs";
import { alertDenial, reachProblems } from "./alert-labels";
import { alertTemplates } from "./alert-templates";
import { TemplateLinks } from "./template-links";

const allOf = new Intl.ListFormat(pageLanguage);

const columns: [ListColumn<AlertListRow>, ...ListColumn<AlertListRow>[]] = [
	{
		id: "name",
		header: t("column.alert"),
		csvHeader: "Alert",
		value: ({ name }) => name,
		cell: ({ id, name, severity, isEnabled, reach, fault, ...mute }) => (
			<NameLink
				to="/alerts/edit/$alertId"
				params={{ alertId: id }}
				under={
					<>
						<SeverityChip severity={severity} /> {!isEnabled && <SwitchChip isOn={false} />}{" "}
						{reach !== "reached" && <ReachChip reach={reach} />}{" "}
						{fault && <StatusChip tone="bad">{t("chip.notEvaluated")}</StatusChip>}
					</>
				}
				note={<MutedMark row={mute} />}
			>
				{name}
			</NameLink>
		),
	},
	severityColumn(),
	{
		id: "condition",
		header: t("rule"),
		csvHeader: "Rule",
		isMinor: true,
		isSoft: true,
		isWrapping: true,
		value: ({ condition }) => condition,
		cell: conditionText,
	},
	switchColumn(),
	{
		id: "recipients",
		header: t("notifies"),
		csvHeader: "Notifies",
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
	{ id: "devices", header: t("devices"), isNumber: true, isMinor: true, value: ({ deviceCount }) => deviceCount },
	{
		id: "open",
		header: t("openEvents"),
		csvHeader: "Open events",
		isNumber: true,
		isMinor: true,
		value: ({ openEvents }) => openEvents,
		cell: ({ id, openEvents }) =>
			openEvents === 0 ? (
				"0"
			) : (
				<TextLink to="/alerts/" search={{ rule: id }}>
					{countText(openEvents)}
				</TextLink>
			),
	},
	ageColumn({
		id: "fired",
		header: t("column.lastEvent"),
		csvHeader: "Last event",
		at: ({ lastFiredAt }) => lastFiredAt,
	}),
];

const namedRecipients = 2;

function recipientText(recipients: readonly string[]): string {
	const others = recipients.length - namedRecipients;
	if (others <= 0) return allOf.format(recipients);
	return allOf.format([...recipients.slice(0, namedRecipients), t("more", { others: countText(others) })]);
}

function ReachChip({ reach }: { reach: keyof typeof reachProblems }) {
	return <StatusChip tone={reachProblems[reach].tone}>{reachProblems[reach].label}</StatusChip>;
}

const facets: Facet<AlertListRow>[] = [
	{
		name: "severity",
		label: t("severity"),
		options: severitiesFromWorst.map((severity) => ({ value: severity, label: severityLabels[severity].label })),
		of: ({ severity }) => severity,
	},
	switchFacet(),
	{
		name: "alert",
		label: t("events"),
		options: [{ value: "open", label: t("filter.withOpenEvents") }],
		of: ({ openEvents }) => (openEvents > 0 ? "open" : "none"),
	},
	{
		name: "reach",
		label: t("recipients"),
		options: Object.entries(reachProblems).map(([value, { label }]) => ({ value, label })),
		of: ({ reach }) => reach,
	},
];

const searched = ({ name, condition, recipients }: AlertListRow) => [name, condition, ...recipients];

export function AlertList({ rows, tabs }: { rows: AlertListRow[]; tabs: ReactNode }) {
	const navigate = useNavigate();
	const { me } = useAccount();
	const { question, askOf, close, rowAction, bulkAction } = useAlertQuestion();
	const denial = alertDenial(me);
	const muteDenied = muteDenial(me, "muteAlertRules");
	const unmute = useUnmute();
	const history = useHistoryActions();
	const watchingCount = rows.filter(({ isEnabled }) => isEnabled).length;

	const rowActions = (row: AlertListRow): RowAction[] => {
		const rowDenial = alertDenial(me, row);
		return [
			{
				id: "edit",
				label: rowDenial === null ? t("edit") : t("open"),
				icon: <IconPencil size={16} />,
				onRun: () => void navigate({ to: "/alerts/edit/$alertId", params: { alertId: row.id } }),
			},
			rowAction(row.isEnabled ? "disable" : "enable", row, {
				label: row.isEnabled ? t("switchOff") : t("switchOn"),
				icon: <IconPower size={16} />,
				denial: rowDenial,
			}),
			muteAction({
				row,
				denial: muteDenied ?? rowDenial,
				onMute: () => askOf("mute", row),
				onUnmute: () => void unmute(alertMuting([row])),
			}),
			{
				id: "copy",
				label: t("duplicate"),
				icon: <IconCopy size={16} />,
				denial,
				onRun: () => void navigate({ to: "/alerts/new", search: { copy: row.id } }),
			},
			history(row.id),
			rowAction("delete", row, {
				label: t("delete"),
				icon: <IconTrash size={16} />,
				isDangerous: true,
				denial: rowDenial,
			}),
		];
	};
	// The backend denies a rule beyond the user's scope; the list names it as unchanged.
	const counted =
		(key: "mute.many" | "switchOff.many" | "switchOn.many" | "delete.many") =>
		(count: number): string =>
			t(key, { count });
	const bulkActions: BulkAction<AlertListRow>[] = [
		bulkAction("mute", { label: counted("mute.many"), icon: <IconBellOff size={16} />, denial }),
		bulkAction("disable", { label: counted("switchOff.many"), icon: <IconPower size={16} />, denial }),
		bulkAction("enable", { label: counted("switchOn.many"), icon: <IconPower size={16} />, denial }),
		bulkAction("delete", {
			label: counted("delete.many"),
			icon: <IconTrash size={16} />,
			isDangerous: true,
			isInMenu: true,
			denial,
		}),
	];

	return (
		<>
			<EntityList
				title={t("list.title")}
				noun="alert"
				subtitle={t("list.count", { count: rows.length, on: watchingCount })}
				rows={rows}
				rowKey={rowId}
				columns={columns}
				facets={facets}
				searchHint={t("list.searchHint")}
				searched={searched}
				api={{ list: "rules", hasIds: true }}
				rowActions={rowActions}
				bulkActions={bulkActions}
				headActions={
					<NewLink to="/alerts/new" denial={denial}>
						{t("new")}
					</NewLink>
				}
				empty={{
					icon: <IconBell size={26} />,
					title: t("list.none"),
					text: t("list.none.help"),
					action:
						denial === null ? (
							<>
								<TemplateLinks templates={alertTemplates} />
								<TextLink to="/alerts/new">{t("list.fromScratch")}</TextLink>
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
