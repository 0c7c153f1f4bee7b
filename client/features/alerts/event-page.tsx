import { IconBellCheck, IconBellOff, IconBellX, IconMessage } from "@tabler/icons-react";
import type { ReactNode } from "react";
import type { AlertEventDetail } from "../../../shared/alert/alert";
import { crossingsText, limitText } from "../../../shared/alert/alert-sentence";
import { isSilence } from "../../../shared/alert/conditions/no-data";
import { minuteMs } from "../../../shared/base/durations";
import { storedText } from "../../../shared/words/said-text";
import { useScreenCommands } from "../../base/screen-commands";
import {
	EventStateChip,
	eventPlace,
	eventStateLabels,
	MutedChip,
	SeverityChip,
	worstValue,
} from "../../entities/alert-event";
import { severityLabels } from "../../entities/labels";
import { Callout } from "../../ui/feedback/notes";
import { GuardedButton } from "../../ui/form/guarded-button";
import { countOf } from "../../ui/format";
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
import { actionDenial, EventDialogs, useEventQuestion } from "./event-dialogs";
import { endLabels, logSearchOf, reportOfEvent } from "./event-labels";
import { EventTimeline } from "./event-timeline";
import classes from "./events.module.css";

type EventPageProps = {
	event: AlertEventDetail;
	denial: string | null;
	canReport: boolean;
	readings: ReactNode;
	why: ReactNode;
	history: RowAction;
};

type EventAct = "acknowledge" | "mute" | "clear" | "comment";

export function EventPage({ event, denial, canReport, readings, why, history }: EventPageProps) {
	const { question, askOf, close } = useEventQuestion();
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
		const command = run("acknowledge", "Acknowledge", null);
		return [{ ...command, subjectId: event.id, label: menuLabel(command), note: event.ruleName }];
	});
	const actions = [
		run("comment", "Comment", <IconMessage size={16} stroke={1.7} />),
		run("mute", "Mute", <IconBellOff size={16} stroke={1.7} />),
		run("clear", "Clear", <IconBellX size={16} stroke={1.7} />),
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
			list={{ to: "/alerts/", title: "All events" }}
			actions={
				<>
					<GuardedButton
						denial={denialOf("acknowledge")}
						onClick={() => askOf("acknowledge", event)}
						icon={<IconBellCheck size={17} />}
						look="primary"
					>
						Acknowledge
					</GuardedButton>
					<PageActions name={event.ruleName} subjectId={event.id} actions={actions} />
				</>
			}
			aside={
				<>
					<Card title="Event" action={<EventLinks event={event} canReport={canReport} />}>
						<EventFacts event={event} />
					</Card>
					{event.deviceId === null && <DevicesCard devices={event.devices} />}
					{why}
				</>
			}
		>
			{event.state === "acknowledged" && <Acknowledged event={event} />}
			<EventNotes event={event} />
			{event.instruction !== "" && (
				<Card title="What to do">
					<NoRows>{event.instruction}</NoRows>
				</Card>
			)}
			{readings}
			<Card title="Timeline">
				<EventTimeline event={event} />
			</Card>
			<EventDialogs question={question} onClose={close} />
		</Detail>
	);
}

function Acknowledged({ event: { acknowledgedBy, acknowledgedAt, device } }: { event: AlertEventDetail }) {
	return (
		<Outcome tone="ok" title="Acknowledged">
			<p>
				By {acknowledgedBy ?? "a user"}
				{acknowledgedAt !== null && (
					<>
						, <TimeStamp at={acknowledgedAt} clock={device} show="age" isFocusable />
					</>
				)}
				. No more reminders are sent. The event stays open until it is over.
			</p>
		</Outcome>
	);
}

function EventLinks({ event, canReport }: { event: AlertEventDetail; canReport: boolean }) {
	if (event.deviceId === null) return null;
	return (
		<span className={classes.links}>
			<TextLink to="/log/" search={logSearchOf(event)}>
				Log at that time
			</TextLink>
			{canReport && (
				<TextLink to="/reports/new" search={reportOfEvent(event)}>
					Report this
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
					One upload {crossingsText(crossings, valueStyle())} between{" "}
					<TimeStamp at={startedAt} clock={device} isFocusable /> and{" "}
					<TimeStamp at={endedAt ?? startedAt} clock={device} isFocusable />. They are reported as one event.
				</Callout>
			)}
			{staleSince !== null && (
				<Callout tone="warn" role="status">
					The device has been silent since <TimeStamp at={staleSince} clock={device} isFocusable />. The event stays
					open: it is not known whether it is over.
				</Callout>
			)}
			{unread && (
				<Callout tone="warn">
					Nothing was read between <TimeStamp at={unread.from} clock={device} isFocusable /> and{" "}
					<TimeStamp at={unread.to} clock={device} isFocusable /> ({formatSpan(unread.to - unread.from)}). What it was
					in between is not known.
				</Callout>
			)}
			{isClockWrong && (
				<Callout tone="warn">
					The clock of the device was wrong, so times are those at which its readings were received.
				</Callout>
			)}
			{isPast && state === "ended" && (
				<Callout tone="brand">It was over already when its readings were received.</Callout>
			)}
			{isBeforeMessages && <Callout tone="brand">Opened before messages were set up: nobody was notified.</Callout>}
			{partOf !== null && (
				<Callout tone="brand">
					Many devices fell silent together.{" "}
					<TextLink to="/alerts/events/$eventId" params={{ eventId: partOf }}>
						One event lists all of them
					</TextLink>
					.
				</Callout>
			)}
		</>
	);
}

function EventFacts({ event }: { event: AlertEventDetail }) {
	const now = useTickingNow(minuteMs);
	const { alertId, deviceId, device, condition, severity, worstSeverity, startedAt, endedAt, state, channelName } =
		event;
	const limit = condition && limitText(condition, valueStyle());
	const { ahead } = event;
	const when = ahead && formatAhead(ahead, now);
	const worst = worstValue(event, now);
	const isOfSilence = isSilence(condition);
	const isOfSensor = condition?.kind === "sensorFault";
	const time = (at: number) => <TimeStamp at={at} clock={device} isFocusable />;
	const ruleLink = (text: string) =>
		alertId === null || !event.hasRule ? (
			text
		) : (
			<TextLink to="/alerts/edit/$alertId" params={{ alertId }}>
				{text}
			</TextLink>
		);
	const facts: (Fact | false | null | undefined)[] = [
		{ label: "State", value: eventStateLabels[state].label },
		{
			label: "Severity",
			value: severityLabels[severity].label,
			note: worstSeverity !== severity && `Was ${severityLabels[worstSeverity].label.toLowerCase()} at worst.`,
		},
		{
			label: isOfSensor ? "Cause" : "Rule",
			value: isOfSensor ? event.ruleName : ruleLink(event.ruleName),
			note: storedText({ text: event.sentence, said: event.said }),
		},
		isOfSensor && { label: "Recipients", value: ruleLink("Same as the channel's most severe rule") },
		deviceId !== null && {
			label: "Device",
			value: device ? (
				<TextLink to="/devices/$deviceId" params={{ deviceId }}>
					{device.name}
				</TextLink>
			) : (
				eventPlace(event)
			),
			note: channelName,
		},
		limit !== null && { label: "Limit", value: limit },
		ahead && when ? { label: "Next limit", value: `${valueText(ahead.limit, ahead)} ${when}` } : null,
		worst !== null &&
			(isOfSilence
				? { label: "No data for", value: worst }
				: { label: isOfSensor ? "Last value sent" : "Worst value", value: worst, note: time(event.peakAt) }),
		{ label: "Since", value: time(startedAt) },
		endedAt !== null && {
			label: "Until",
			value: time(endedAt),
			note: event.endReason && `${endLabels[event.endReason]}.`,
		},
		event.unread && {
			label: "Nothing read",
			value: (
				<>
					{time(event.unread.from)} to {time(event.unread.to)}
				</>
			),
			note: event.unread.isHeld
				? "The device sends changes only: the value is taken to have stayed."
				: "What the readings before and after agree on is taken to have lasted.",
		},
		{ label: "Duration", value: formatSpan((endedAt ?? Math.max(now, startedAt)) - startedAt) },
		event.acknowledgedAt !== null && {
			label: "Acknowledged",
			value: event.acknowledgedBy ?? "Yes",
			note: time(event.acknowledgedAt),
		},
		state !== "ended" &&
			event.mutedUntil !== null &&
			event.mutedUntil > now && { label: "Muted until", value: time(event.mutedUntil) },
	];
	return <Facts facts={facts.filter((fact) => fact !== false && fact != null)} />;
}

function DevicesCard({ devices }: { devices: AlertEventDetail["devices"] }) {
	return (
		<Card title="Devices" note={countOf(devices.length, "device")}>
			{devices.length === 0 ? (
				<NoRows>Its devices are deleted.</NoRows>
			) : (
				<Rows
					rows={devices.map(({ id, name }) => ({
						key: id,
						name: (
							<TextLink to="/devices/$deviceId" params={{ deviceId: id }}>
								{name}
							</TextLink>
						),
					}))}
				/>
			)}
		</Card>
	);
}
