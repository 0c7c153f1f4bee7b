import {
	IconBell,
	IconBellCheck,
	IconBellOff,
	IconBellX,
	IconClockPause,
	IconFolderOpen,
	IconHandGrab,
	IconListDetails,
	IconUserShare,
} from "@tabler/icons-react";
import { useNavigate } from "@tanstack/react-router";
import { type ReactNode, useMemo } from "react";
import { toast } from "sonner";
import type { AlertEvent, AlertEventPage, AlertListRow } from "../../../shared/alert/alert";
import { silentSeconds } from "../../../shared/alert/alert-event-span";
import { crossingsText, limitText } from "../../../shared/alert/alert-sentence";
import { minuteMs } from "../../../shared/base/durations";
import type { DeviceListRow } from "../../../shared/device/device";
import { specifiedStyle, type ValueStyle } from "../../../shared/formats/display-formats";
import { comma } from "../../base/comma-list";
import {
	EventStateChip,
	eventPlace,
	eventStateLabels,
	eventStates,
	MutedChip,
	severityColumn,
	worstValue,
} from "../../entities/alert-event";
import { DeviceLink, EventLink } from "../../entities/entity-links";
import { severityLabels } from "../../entities/labels";
import { ViewTabs } from "../../forms/views/view-tabs";
import { StatusChip } from "../../ui/feedback/status-chip";
import { NewLink, PlainLink } from "../../ui/form/guarded-button";
import type { BulkAction } from "../../ui/table/bulk-bar";
import { EntityList } from "../../ui/table/entity-list";
import { NameLink, timeColumn } from "../../ui/table/list-columns";
import { type ListColumn, rowId } from "../../ui/table/list-rows";
import type { RowAction } from "../../ui/table/row-menu";
import { formatSpan, useTickingNow } from "../../ui/time/relative-time";
import { valueStyle } from "../../ui/value-display";
import { rich, t } from "../../words/made/alerts";
import type { AlertsSearch } from "./alerts-search";
import { actionDenial, EventDialogs, useEventQuestion } from "./event-dialogs";
import { type EventFilterProps, eventFields } from "./event-filters";
import { logSearchOf } from "./event-labels";
import { eventParameters } from "./event-queries";
import classes from "./events.module.css";
import { ShiftNotes } from "./shift-notes";
import { takeDenial, useTake } from "./use-take";

function limitOf({ condition, crossings }: AlertEvent, style: ValueStyle): string | null {
	const limit = condition && limitText(condition, style);
	if (!crossings) return limit;
	return [limit ?? "", crossingsText(crossings, style)].filter(Boolean).join(comma);
}

const searched = (event: AlertEvent) => [
	event.ruleName,
	eventPlace(event),
	event.sentence,
	event.acknowledgedBy,
	event.assignee,
];

const rankOf = ({ state, startedAt }: AlertEvent) => eventStates.indexOf(state) * 1e14 - startedAt;

type EventListProps = EventFilterProps & {
	rows: AlertEvent[];
	counts: AlertEventPage["counts"];
	onOlder: (() => void) | null;
	isLoadingOlder: boolean;
	userId: string;
	denial: string | null;
	ruleDenial: string | null;
	tabs: ReactNode;
};

export function EventList(props: EventListProps) {
	const { rows, counts, rules, devices, filters, onOlder, isLoadingOlder, userId, denial, ruleDenial, tabs } = props;
	const navigate = useNavigate();
	const take = useTake(userId);
	const { question, ask, askOf, close } = useEventQuestion();
	const rowActions = useMemo(
		() =>
			(event: AlertEvent): RowAction[] => {
				const events = [event];
				const { alertId } = event;
				const dialogOf = (kind: "acknowledge" | "mute" | "clear" | "assign" | "snooze") => ({
					id: kind,
					asks: true,
					denial: denial ?? actionDenial(kind, events),
					onRun: () => askOf(kind, event),
				});
				return [
					{
						id: "open",
						label: t("open"),
						icon: <IconFolderOpen size={16} />,
						onRun: () => void navigate({ to: "/alerts/events/$eventId", params: { eventId: event.id } }),
					},
					{ ...dialogOf("acknowledge"), label: t("acknowledge"), icon: <IconBellCheck size={16} /> },
					{
						id: "take",
						label: t("take"),
						icon: <IconHandGrab size={16} />,
						denial: denial ?? takeDenial(events, userId),
						onRun: () => void take(events),
					},
					{ ...dialogOf("assign"), label: t("assign"), icon: <IconUserShare size={16} /> },
					{ ...dialogOf("snooze"), label: t("snooze"), icon: <IconClockPause size={16} /> },
					{ ...dialogOf("mute"), label: t("mute"), icon: <IconBellOff size={16} /> },
					{ ...dialogOf("clear"), label: t("clear"), icon: <IconBellX size={16} />, isDangerous: true },
					...(event.deviceId === null
						? [
								{
									id: "parts",
									label: t("showOfDevices"),
									icon: <IconListDetails size={16} />,
									onRun: () => void navigate({ to: "/alerts/", search: { of: event.id } }),
								},
							]
						: [
								{
									id: "log",
									label: t("openLog"),
									icon: <IconListDetails size={16} />,
									onRun: () => void navigate({ to: "/log/", search: logSearchOf(event) }),
								},
							]),
					...(alertId === null || !rules.some(({ id }) => id === alertId)
						? []
						: [
								{
									id: "rule",
									label: t("openRule"),
									icon: <IconBell size={16} />,
									onRun: () => void navigate({ to: "/alerts/edit/$alertId", params: { alertId } }),
								},
							]),
				];
			},
		[navigate, askOf, denial, rules, userId, take],
	);
	const bulk = (kind: "acknowledge" | "mute" | "clear" | "assign" | "snooze") => ({
		id: kind,
		denial,
		onRun: (events: AlertEvent[], onDone: () => void) => {
			const nothing = actionDenial(kind, events);
			if (nothing === null) ask({ kind, things: events, onDone });
			else toast.error(nothing);
		},
	});
	const bulkActions: BulkAction<AlertEvent>[] = [
		{ ...bulk("acknowledge"), shortcut: "e", label: () => t("acknowledge"), icon: <IconBellCheck size={16} /> },
		{
			id: "take",
			label: () => t("take"),
			icon: <IconHandGrab size={16} />,
			denial,
			onRun: (events, onDone) => {
				const nothing = takeDenial(events, userId);
				if (nothing === null) void take(events, onDone);
				else toast.error(nothing);
			},
		},
		{ ...bulk("assign"), label: () => t("assign"), icon: <IconUserShare size={16} /> },
		{ ...bulk("snooze"), label: () => t("snooze"), icon: <IconClockPause size={16} /> },
		{ ...bulk("mute"), label: () => t("mute"), icon: <IconBellOff size={16} /> },
		{ ...bulk("clear"), label: () => t("clear"), icon: <IconBellX size={16} />, isDangerous: true },
	];
	return (
		<>
			<EntityList
				title={t("list.title")}
				noun="event"
				listName="alert events"
				subtitle={subtitleOf(counts)}
				rows={rows}
				rowKey={rowId}
				columns={columns}
				searchHint={t("events.searchHint")}
				searched={searched}
				api={{ list: "events", parameters: eventParameters(filters) }}
				rowActions={rowActions}
				bulkActions={bulkActions}
				onOlder={onOlder}
				isLoadingOlder={isLoadingOlder}
				headActions={
					<NewLink to="/alerts/new" denial={ruleDenial}>
						{t("new")}
					</NewLink>
				}
				server={{
					fields: eventFields(props),
					cleared: noFilters,
					noMatch: noMatch(filters),
				}}
				views={<ViewTabs screen="events" />}
				empty={noEvents(rules, devices)}
			>
				{tabs}
				{filters.whose === "mine" && <ShiftNotes events={rows} userId={userId} denial={denial} />}
				{filters.partOf !== undefined && (
					<p className={classes.parts}>
						{rich("events.ofSilence", {
							link: (text) => <EventLink id={filters.partOf ?? ""}>{text}</EventLink>,
						})}
					</p>
				)}
			</EntityList>
			<EventDialogs question={question} onClose={close} />
		</>
	);
}

function subtitleOf({ open, acknowledged }: AlertEventPage["counts"]): string {
	return open + acknowledged === 0 ? t("events.noneOpen") : t("events.counts", { open, acknowledged });
}

const noFilters = {
	status: undefined,
	severity: undefined,
	rule: undefined,
	device: undefined,
	group: undefined,
	of: undefined,
	whose: undefined,
} satisfies { [Name in keyof AlertsSearch]?: undefined };

function noMatch(filters: EventFilterProps["filters"]) {
	const isInbox = filters.whose === "mine" && Object.keys(filters).length === 1;
	return isInbox
		? { title: t("mine.none"), text: t("mine.none.help") }
		: { title: t("events.noMatch"), text: t("events.noMatch.help") };
}

function noEvents(rules: AlertListRow[], devices: DeviceListRow[]) {
	const watching = rules.filter(({ isEnabled }) => isEnabled).length;
	const without = devices.filter(({ lacks = [] }) => lacks.includes("rule")).length;
	const watched = { rules: watching, devices: devices.length - without };
	return {
		icon: <IconBell size={26} />,
		title: t("events.none"),
		text:
			rules.length === 0
				? t("events.noRuleYet")
				: without > 0
					? t("events.watchedPartly", { ...watched, without })
					: t("events.watched", watched),
		action: (
			<PlainLink to="/alerts/" search={{ view: "rules" }}>
				{t("events.showRules")}
			</PlainLink>
		),
	};
}

const columns: [ListColumn<AlertEvent>, ...ListColumn<AlertEvent>[]] = [
	{
		id: "event",
		header: t("event"),
		isWrapping: true,
		value: (event) => `${event.ruleName}: ${eventPlace(event)}`,
		rank: rankOf,
		sortWords: [t("sort.openNewest"), t("sort.endedOldest")],
		cell: (event) => (
			<NameLink
				to="/alerts/events/$eventId"
				params={{ eventId: event.id }}
				under={
					<>
						<span>
							{eventPlace(event)} · {severityLabels[event.severity].label}
						</span>
						<EventStateChip state={event.state} />
						{event.assignee !== null && event.state !== "ended" && <span>{event.assignee}</span>}
					</>
				}
			>
				{event.ruleName}
			</NameLink>
		),
	},
	{
		id: "state",
		header: t("state"),
		isMinor: true,
		value: ({ state }) => eventStateLabels[state].label,
		rank: rankOf,
		sortWords: [t("sort.openNewest"), t("sort.endedOldest")],
		cell: (event) => (
			<span className={classes.chips}>
				<EventStateChip state={event.state} />
				<MutedChip event={event} />
			</span>
		),
	},
	severityColumn(),
	{
		id: "device",
		header: t("column.device"),
		isMinor: true,
		value: eventPlace,
		cell: (event) =>
			event.deviceId === null || event.device === null ? (
				eventPlace(event)
			) : (
				<DeviceLink id={event.deviceId}>{eventPlace(event)}</DeviceLink>
			),
	},
	{
		id: "worst",
		header: t("column.worst"),
		csvHeader: "Worst value",
		isNumber: true,
		value: (event) => worstValue(event, Date.now(), specifiedStyle),
		cell: (event) => <WorstValue event={event} />,
		rank: (event) => silentSeconds(event, Date.now()) ?? event.peak,
	},
	{
		id: "limit",
		header: t("column.limit"),
		isMinor: true,
		isSoft: true,
		value: (event) => limitOf(event, specifiedStyle),
		cell: (event) => limitOf(event, valueStyle()) ?? "—",
	},
	timeColumn({
		id: "since",
		header: t("column.since"),
		clock: ({ device }) => device,
		at: ({ startedAt }) => new Date(startedAt),
	}),
	{
		id: "duration",
		header: t("column.duration"),
		isMinor: true,
		isNumber: true,
		value: (event) => formatSpan((event.endedAt ?? Date.now()) - event.startedAt),
		sortWords: [t("sort.shortest"), t("sort.longest")],
		rank: (event) => (event.endedAt ?? Date.now()) - event.startedAt,
		cell: (event) => <Duration event={event} />,
	},
	{
		id: "notified",
		header: t("filter.notified"),
		isMinor: true,
		isSoft: true,
		value: ({ notified }) => notifiedText(notified),
		sortWords: [t("sort.fewest"), t("sort.most")],
		rank: ({ notified }) => notified?.reached ?? -1,
		cell: ({ notified }) =>
			notified === undefined || notified.failed === 0 ? (
				(notifiedText(notified) ?? "—")
			) : (
				<StatusChip tone={notified.reached === 0 ? "bad" : "warn"}>{notifiedText(notified)}</StatusChip>
			),
	},
	{
		id: "assignee",
		header: t("column.assignee"),
		csvHeader: "Taken by",
		isMinor: true,
		isSoft: true,
		value: ({ assignee }) => assignee,
	},
	{
		id: "acknowledged",
		header: t("column.acknowledgedBy"),
		csvHeader: "Acknowledged by",
		isMinor: true,
		isSoft: true,
		value: ({ acknowledgedBy }) => acknowledgedBy,
	},
];

function notifiedText(notified: AlertEvent["notified"]): string | null {
	if (notified === undefined) return null;
	const { reached, failed } = notified;
	if (reached === 0) return failed > 0 ? t("notified.nobodyFailed", { count: failed }) : t("notified.nobody");
	return failed > 0 ? t("notified.someFailed", { reached, count: failed }) : String(reached);
}

function WorstValue({ event }: { event: AlertEvent }) {
	return worstValue(event, useTickingNow(minuteMs)) ?? "—";
}

function Duration({ event: { startedAt, endedAt } }: { event: AlertEvent }) {
	const now = useTickingNow(minuteMs);
	return formatSpan((endedAt ?? Math.max(now, startedAt)) - startedAt);
}
