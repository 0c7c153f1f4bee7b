import type { ReactNode } from "react";
import type { AlertEvent, AlertEventPage, AlertListRow } from "../../../shared/alert/alert";
import type { Device } from "../../../shared/device/device";
import { conditionText, EventRows, eventValue } from "../../entities/alert-event";
import { lackLabels } from "../../entities/device-labels";
import { severityLabels } from "../../entities/labels";
import { MutedMark } from "../../forms/mute";
import { StatusChip, SwitchChip } from "../../ui/feedback/status-chip";
import { countOf } from "../../ui/format";
import { Card } from "../../ui/layout/card";
import { TextLink } from "../../ui/layout/link";
import { NoRows, Rows } from "../../ui/layout/rows";
import { TimeStamp } from "../../ui/time/time-stamp";
import { useValueStyle } from "../../ui/value-display";
import classes from "./device-page.module.css";

type AlertsTabProps = { device: Device; alerts: AlertListRow[]; events: AlertEventPage; mutes?: ReactNode };

export function AlertsTab({ device, alerts, events, mutes }: AlertsTabProps) {
	useValueStyle();
	const { mutedUntil, muteReason, lacks } = device;
	return (
		<div className={classes.narrow}>
			{device.alertState === "muted" && mutedUntil !== null && mutedUntil > Date.now() && (
				<p className={classes.notice}>
					Its alerts are muted until <TimeStamp at={mutedUntil} clock={device} isFocusable />
					{muteReason && `: ${muteReason}`}.
				</p>
			)}
			{device.mutedGroups?.map(({ name, until, reason }) => (
				<p key={`${name}${until}`} className={classes.notice}>
					Its alerts are muted with {name === "" ? "a group that you do not see" : `the group ${name}`} until{" "}
					<TimeStamp at={until} clock={device} isFocusable />
					{reason && `: ${reason}`}.
				</p>
			))}
			{mutes}
			{lacks.includes("contact") && alerts.length > 0 && (
				<p className={classes.notice}>{lackLabels.contact.meaning}: none of their contacts has a verified address.</p>
			)}
			<Card
				title="Events of this device"
				action={
					<TextLink to="/alerts/" search={{ device: device.id }}>
						All its events
					</TextLink>
				}
			>
				{events.events.length === 0 ? (
					<NoRows>No alert has fired for this device.</NoRows>
				) : (
					<EventRows events={events.events} isOfDevice />
				)}
			</Card>
			<Card
				title="Rules that watch this device"
				action={
					<TextLink to="/alerts/new" search={{ device: device.id }}>
						New rule
					</TextLink>
				}
			>
				{alerts.length === 0 ? (
					<NoRows>No rule watches this device, so nobody is notified about it.</NoRows>
				) : (
					<Rows rows={alerts.map((alert) => ({ key: alert.id, ...ruleRow(alert, events.events, device) }))} />
				)}
			</Card>
		</div>
	);
}

function ruleRow(
	{ id, name, rule, condition, severity, isEnabled, pending = [], ...mute }: AlertListRow,
	events: AlertEvent[],
	clock: Device,
) {
	const open = events.filter(({ alertId, state }) => alertId === id && state !== "ended").length;
	return {
		name: (
			<TextLink to="/alerts/edit/$alertId" params={{ alertId: id }}>
				{name}
			</TextLink>
		),
		under: (
			<>
				{conditionText({ rule, condition })}
				{open > 0 && ` ${countOf(open, "event")} of this device not closed.`}
				{pending.map(({ channel, value, since, dueAt }) => (
					<span key={`${channel}${since}`} className={classes.pending}>
						{channel && `${channel}: `}
						{rule ? eventValue(rule, value) : value} since <TimeStamp at={since} clock={clock} />
						{dueAt === null ? ". It alerts if that goes on." : ". If that goes on, it alerts at "}
						{dueAt !== null && <TimeStamp at={dueAt} clock={clock} />}
					</span>
				))}
			</>
		),
		end: (
			<>
				<StatusChip tone={severityLabels[severity].tone}>{severityLabels[severity].label}</StatusChip>
				{!isEnabled && <SwitchChip isOn={false} />}
				<MutedMark row={mute} />
			</>
		),
	};
}
