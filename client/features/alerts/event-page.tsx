import {
	IconBellCheck,
	IconBellOff,
	IconBellX,
	IconClockPause,
	IconHandGrab,
	IconMessage,
	IconNote,
	IconUserShare,
} from "@tabler/icons-react";
import type { ReactNode } from "react";
import type { AlertEventDetail } from "../../../shared/alert/alert";
import { crossingsText, limitText } from "../../../shared/alert/alert-sentence";
import { isSilence } from "../../../shared/alert/conditions/no-data";
import { minuteMs } from "../../../shared/base/durations";
import { storedText } from "../../../shared/log/said-text";
import { useScreenCommands } from "../../base/screen-commands";
import {
	EventStateChip,
	eventPlace,
	eventStateLabels,
	MutedChip,
	SeverityChip,
	worstValue,
} from "../../entities/alert-event";
import { DeviceLink, EventLink, RuleLink } from "../../entities/entity-links";
import { severityLabels } from "../../entities/labels";
import { DutyOf } from "../../forms/duty-of";
import { DrilledPeopleCard } from "../../forms/roster-drill";
import { Callout } from "../../ui/feedback/notes";
import { GuardedButton } from "../../ui/form/guarded-button";
import { Card } from "../../ui/layout/card";
import { Detail, type Fact, Facts } from "../../ui/layout/detail";
import { TextLink } from "../../ui/layout/link";
import { Outcome } from "../../ui/layout/outcome";
import { NoRows, Rows } from "../../ui/layout/rows";
import { PageActions } from "../../ui/table/page-actions";
import { menuLabel, type RowAction } from "../../ui/table/row-menu";
import { formatAhead, formatSpan, useTickingNow } from "../../ui/time/relative-time";
import { TimeStamp } from "../../ui/time/time-stamp";
import { valueStyle, valueText } from "../../ui/value-display";
import { rich, t } from "../../words/made/alerts";
import { t as duty } from "../../words/made/duty";
import { actionDenial, EventDialogs, useEventQuestion } from "./event-dialogs";
import { logSearchOf, reportOfEvent } from "./event-labels";
import { EventTimeline } from "./event-timeline";
import classes from "./events.module.css";
import { ShiftNotes } from "./shift-notes";
import { takeDenial, useTake } from "./use-take";

type EventPageProps = {
	event: AlertEventDetail;
	userId: string;
	denial: string | null;
	canReport: boolean;
	readings: ReactNode;
	why: ReactNode;
	assessment?: ReactNode;
	history: RowAction;
	onNote?: (() => void) | null;
};

type EventAct = "acknowledge" | "mute" | "clear" | "comment" | "assign" | "snooze";

export function EventPage({
	event,
	userId,
	denial,
	canReport,
	readings,
	why,
	assessment,
	history,
	onNote,
}: EventPageProps) {
	const { question, askOf, close } = useEventQuestion();
	const take = useTake(userId);
	const isMine = event.assigneeId === userId;
	const denialOf = (kind: EventAct) => denial ?? actionDenial(kind, [event]);
	const run = (kind: EventAct, label: string, icon: ReactNode): RowAction => ({
		id: kind,
		label,
		asks: true,
		icon,
		denial: denialOf(kind),
		onRun: () => askOf(kind, event),
	});
	useScreenCommands(() => {
		const command = run("acknowledge", t("acknowledge"), null);
		return [{ ...command, subjectId: event.id, label: menuLabel(command), note: event.ruleName }];
	});
	const takeAction: RowAction = {
		id: "take",
		label: t("take"),
		icon: <IconHandGrab size={16} stroke={1.7} />,
		denial: denial ?? takeDenial([event], userId),
		onRun: () => void take([event]),
	};
	const actions = [
		...(isMine ? [] : [takeAction]),
		run("assign", t("assign"), <IconUserShare size={16} stroke={1.7} />),
		run("snooze", t("snooze"), <IconClockPause size={16} stroke={1.7} />),
		run("comment", t("comment"), <IconMessage size={16} stroke={1.7} />),
		...(onNote
			? [{ id: "note", label: t("addNote"), asks: true, icon: <IconNote size={16} stroke={1.7} />, onRun: onNote }]
			: []),
		run("mute", t("mute"), <IconBellOff size={16} stroke={1.7} />),
		run("clear", t("clear"), <IconBellX size={16} stroke={1.7} />),
		...(history.denial ? [] : [history]),
	];
	return (
		<Detail
			title={event.ruleName}
			subtitle={
				<span className={classes.chips}>
					<EventStateChip state={event.state} />
					<SeverityChip {...event} />
					<MutedChip event={event} />
					<span>{eventPlace(event)}</span>
				</span>
			}
			list={{ to: "/alerts/", title: t("allEvents") }}
			actions={
				<>
					<GuardedButton
						denial={denialOf("acknowledge")}
						onClick={() => askOf("acknowledge", event)}
						icon={<IconBellCheck size={17} />}
						look="primary"
					>
						{t("acknowledge")}
					</GuardedButton>
					<PageActions name={event.ruleName} subjectId={event.id} actions={actions} />
				</>
			}
			aside={
				<>
					<Card title={t("event")} action={<EventLinks event={event} canReport={canReport} />}>
						<EventFacts event={event} userId={userId} />
					</Card>
					{event.deviceId === null && event.rosterId === undefined && <DevicesCard devices={event.devices} />}
					<DutyOf rosterIds={event.rosterIds ?? []} title={duty("notified")} />
					{why}
				</>
			}
		>
			{event.state === "acknowledged" && <Acknowledged event={event} />}
			<ShiftNotes events={[event]} userId={userId} denial={denial} />
			{event.isDrill && <Callout tone="brand">{t("drill.banner")}</Callout>}
			{event.rosterId !== undefined && <DrilledPeopleCard rosterId={event.rosterId} eventId={event.id} />}
			<EventNotes event={event} />
			{event.instruction !== "" && (
				<Card title={t("whatToDo")}>
					<NoRows>{event.instruction}</NoRows>
				</Card>
			)}
			{readings}
			{assessment}
			<Card title={t("timeline")}>
				<EventTimeline event={event} />
			</Card>
			<EventDialogs question={question} onClose={close} />
		</Detail>
	);
}

function Acknowledged({ event: { acknowledgedBy, acknowledgedAt, device } }: { event: AlertEventDetail }) {
	const person = acknowledgedBy ?? t("acknowledged.aUser");
	return (
		<Outcome tone="ok" title={t("acknowledged")}>
			<p>
				{acknowledgedAt === null
					? t("acknowledged.by", { person })
					: rich("acknowledged.byAt", {
							person,
							age: <TimeStamp at={acknowledgedAt} clock={device} show="age" isFocusable />,
						})}
			</p>
		</Outcome>
	);
}

function EventLinks({ event, canReport }: { event: AlertEventDetail; canReport: boolean }) {
	if (event.deviceId === null) return null;
	return (
		<span className={classes.links}>
			<TextLink to="/log/" search={logSearchOf(event)}>
				{t("event.logAtTime")}
			</TextLink>
			{canReport && (
				<TextLink to="/reports/new" search={reportOfEvent(event)}>
					{t("event.report")}
				</TextLink>
			)}
		</span>
	);
}

function EventNotes({ event }: { event: AlertEventDetail }) {
	const { staleSince, unread, isClockWrong, isPast, isBeforeMessages, partOf, device, state } = event;
	const { crossings, startedAt, endedAt } = event;
	return (
		<>
			{crossings && (
				<Callout tone="brand">
					{rich("event.crossings", {
						crossings: crossingsText(crossings, valueStyle()),
						begin: <TimeStamp at={startedAt} clock={device} isFocusable />,
						end: <TimeStamp at={endedAt ?? startedAt} clock={device} isFocusable />,
					})}
				</Callout>
			)}
			{staleSince !== null && (
				<Callout tone="warn" role="status">
					{rich("event.silentSince", { time: <TimeStamp at={staleSince} clock={device} isFocusable /> })}
				</Callout>
			)}
			{unread && (
				<Callout tone="warn">
					{rich("event.unread", {
						begin: <TimeStamp at={unread.from} clock={device} isFocusable />,
						end: <TimeStamp at={unread.to} clock={device} isFocusable />,
						span: formatSpan(unread.to - unread.from),
					})}
				</Callout>
			)}
			{isClockWrong && <Callout tone="warn">{t("event.wrongClock")}</Callout>}
			{isPast && state === "ended" && <Callout tone="brand">{t("event.overBefore")}</Callout>}
			{isBeforeMessages && <Callout tone="brand">{t("event.beforeMessages")}</Callout>}
			{partOf !== null && (
				<Callout tone="brand">
					{rich("event.partOfMany", {
						link: (text) => <EventLink id={partOf}>{text}</EventLink>,
					})}
				</Callout>
			)}
		</>
	);
}

function EventFacts({ event, userId }: { event: AlertEventDetail; userId: string }) {
	const now = useTickingNow(minuteMs);
	const { alertId, deviceId, device, condition, severity, worstSeverity, startedAt, endedAt, state, channelName } =
		event;
	const limit = condition && limitText(condition, valueStyle());
	const { ahead, rosterId } = event;
	const when = ahead && formatAhead(ahead, now);
	const worst = worstValue(event, now);
	const isOfSilence = isSilence(condition);
	const isOfSensor = condition?.kind === "sensorFault";
	const time = (at: number) => <TimeStamp at={at} clock={device} isFocusable />;
	const ruleLink = (text: string) =>
		rosterId !== undefined ? (
			<TextLink to="/alerts/" search={{ view: "rosters", roster: rosterId }}>
				{text}
			</TextLink>
		) : alertId === null || !event.hasRule ? (
			text
		) : (
			<RuleLink id={alertId}>{text}</RuleLink>
		);
	const facts: (Fact | false | null | undefined)[] = [
		{ label: t("state"), value: eventStateLabels[state].label },
		{
			label: t("severity"),
			value: severityLabels[severity].label,
			note: worstSeverity !== severity && t("event.wasWorse", { severity: worstSeverity }),
		},
		{
			label: isOfSensor ? t("event.cause") : rosterId === undefined ? t("rule") : duty("roster"),
			value: isOfSensor ? event.ruleName : ruleLink(event.ruleName),
			note: storedText({ text: event.sentence, said: event.said }),
		},
		isOfSensor && { label: t("recipients"), value: ruleLink(t("event.otherRule")) },
		deviceId !== null && {
			label: t("column.device"),
			value: device ? <DeviceLink id={deviceId}>{device.name}</DeviceLink> : eventPlace(event),
			note: channelName,
		},
		limit !== null && { label: t("column.limit"), value: limit },
		ahead && when ? { label: t("event.nextLimit"), value: `${valueText(ahead.limit, ahead)} ${when}` } : null,
		worst !== null &&
			!event.isDrill &&
			(isOfSilence
				? { label: t("event.noDataFor"), value: worst }
				: { label: isOfSensor ? t("event.lastValue") : t("column.worst"), value: worst, note: time(event.peakAt) }),
		{ label: t("column.since"), value: time(startedAt) },
		endedAt !== null && {
			label: t("event.until"),
			value: time(endedAt),
			note: event.endReason && `${t(`end.${event.endReason}`)}.`,
		},
		event.unread && {
			label: t("event.nothingRead"),
			value: rich("event.fromTo", { from: time(event.unread.from), to: time(event.unread.to) }),
			note: event.unread.isHeld ? t("event.changesOnly") : t("event.agreed"),
		},
		{ label: t("column.duration"), value: formatSpan((endedAt ?? Math.max(now, startedAt)) - startedAt) },
		event.assignee !== null && {
			label: t("event.taken"),
			value: event.assignee,
			note: event.assigneeId === userId && t("event.you"),
		},
		state !== "ended" &&
			event.snoozedUntil !== undefined && { label: t("event.snoozedUntil"), value: time(event.snoozedUntil) },
		event.acknowledgedAt !== null && {
			label: t("acknowledged"),
			value: event.acknowledgedBy ?? t("event.yes"),
			note: time(event.acknowledgedAt),
		},
		state !== "ended" &&
			event.mutedUntil !== null &&
			event.mutedUntil > now && { label: t("event.mutedUntil"), value: time(event.mutedUntil) },
	];
	return <Facts facts={facts.filter((fact) => fact !== false && fact != null)} />;
}

function DevicesCard({ devices }: { devices: AlertEventDetail["devices"] }) {
	return (
		<Card title={t("devices")} note={t("event.devices", { count: devices.length })}>
			{devices.length === 0 ? (
				<NoRows>{t("event.deletedDevices")}</NoRows>
			) : (
				<Rows
					rows={devices.map(({ id, name }) => ({
						key: id,
						name: <DeviceLink id={id}>{name}</DeviceLink>,
					}))}
				/>
			)}
		</Card>
	);
}
