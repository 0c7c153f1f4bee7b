import type { ReactNode } from "react";
import type { AlertEvent, AlertEventPage, AlertListRow } from "../../../shared/alert/alert";
import type { Device } from "../../../shared/device/device";
import { conditionText, EventRows, eventValue } from "../../entities/alert-event";
import { RuleLink } from "../../entities/entity-links";
import { severityLabels } from "../../entities/labels";
import { MutedMark } from "../../forms/mute";
import { StatusChip, SwitchChip } from "../../ui/feedback/status-chip";
import { Card } from "../../ui/layout/card";
import { TextLink } from "../../ui/layout/link";
import { NoRows, Rows } from "../../ui/layout/rows";
import { TimeStamp } from "../../ui/time/time-stamp";
import { useValueStyle } from "../../ui/value-display";
import { rich, t } from "../../words/made/device";
import classes from "./device-page.module.css";

type AlertsTabProps = { device: Device; alerts: AlertListRow[]; events: AlertEventPage; mutes?: ReactNode };

export function AlertsTab({ device, alerts, events, mutes }: AlertsTabProps) {
	useValueStyle();
	const { mutedUntil, muteReason, lacks } = device;
	return (
		<div className={classes.narrow}>
			{device.alertState === "muted" && mutedUntil !== null && mutedUntil > Date.now() && (
				<p className={classes.notice}>
					{mutedNote({ reason: muteReason, time: <TimeStamp at={mutedUntil} clock={device} isFocusable /> })}
				</p>
			)}
			{device.mutedGroups?.map(({ name, until, reason }) => (
				<p key={`${name}${until}`} className={classes.notice}>
					{mutedNote({ group: name, reason, time: <TimeStamp at={until} clock={device} isFocusable /> })}
				</p>
			))}
			{mutes}
			{lacks.includes("contact") && alerts.length > 0 && <p className={classes.notice}>{t("alerts.noContact")}</p>}
			<Card
				title={t("alerts.events")}
				action={
					<TextLink to="/alerts/" search={{ device: device.id }}>
						{t("alerts.allEvents")}
					</TextLink>
				}
			>
				{events.events.length === 0 ? (
					<NoRows>{t("alerts.noEvent")}</NoRows>
				) : (
					<EventRows events={events.events} isOfDevice />
				)}
			</Card>
			<Card
				title={t("alerts.rules")}
				action={
					<TextLink to="/alerts/new" search={{ device: device.id }}>
						{t("alerts.newRule")}
					</TextLink>
				}
			>
				{alerts.length === 0 ? (
					<NoRows>{t("alerts.noRule")}</NoRows>
				) : (
					<Rows rows={alerts.map((alert) => ({ key: alert.id, ...ruleRow(alert, events.events, device) }))} />
				)}
			</Card>
		</div>
	);
}

type MutedNote = { group?: string; reason?: string | null | undefined; time: ReactNode };

function mutedNote({ group, reason, time }: MutedNote): ReactNode {
	if (group === undefined) {
		return reason ? rich("alerts.mutedFor", { time, reason }) : rich("alerts.muted", { time });
	}
	const muted = { time, group: group === "" ? t("alerts.unseenGroup") : t("alerts.theGroup", { group }) };
	return reason ? rich("alerts.mutedWithFor", { ...muted, reason }) : rich("alerts.mutedWith", muted);
}

function ofChannel(channel: string | null | undefined, state: ReactNode): ReactNode {
	return channel ? rich("alerts.ofChannel", { channel, state }) : state;
}

function ruleRow(
	{ id, name, rule, condition, severity, isEnabled, pending = [], ...mute }: AlertListRow,
	events: AlertEvent[],
	clock: Device,
) {
	const open = events.filter(({ alertId, state }) => alertId === id && state !== "ended").length;
	return {
		name: <RuleLink id={id}>{name}</RuleLink>,
		under: (
			<>
				{conditionText({ rule, condition })}
				{open > 0 && ` ${t("alerts.notClosed", { count: open })}`}
				{pending.map(({ channel, value, since, dueAt }) => (
					<span key={`${channel}${since}`} className={classes.pending}>
						{ofChannel(
							channel,
							rich(dueAt === null ? "alerts.pending" : "alerts.pendingUntil", {
								value: rule ? eventValue(rule, value) : value,
								since: <TimeStamp at={since} clock={clock} />,
								due: dueAt !== null && <TimeStamp at={dueAt} clock={clock} />,
							}),
						)}
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
