import type { Alert, AlertScope } from "../../../shared/alert/alert";
import { rostersOf } from "../../../shared/alert/alert-rule";
import type { DeviceListRow } from "../../../shared/device/device";
import type { GroupListRow } from "../../../shared/device/group";
import type { Contact } from "../../../shared/message/contact";
import { conditionText } from "../../entities/alert-event";
import { ContactRows } from "../../entities/contact";
import { DeviceRows } from "../../entities/device-rows";
import { GroupRows } from "../../entities/group-mark";
import { severityLabels } from "../../entities/labels";
import { DutyOf } from "../../forms/duty-of";
import { useHistoryAction } from "../../forms/history-action";
import { MutedUntil } from "../../forms/mute";
import { StatusChip, SwitchChip } from "../../ui/feedback/status-chip";
import { Card } from "../../ui/layout/card";
import { Detail, Facts } from "../../ui/layout/detail";
import { TextLink } from "../../ui/layout/link";
import { NoRows } from "../../ui/layout/rows";
import { PageActions } from "../../ui/table/page-actions";
import { TimeStamp } from "../../ui/time/time-stamp";
import { useValueStyle } from "../../ui/value-display";
import { t } from "../../words/made/alerts";
import { conditionNote, reachProblems } from "./alert-labels";
import { RuleFaultText } from "./rule-fault";

type AlertDetailProps = {
	alert: Alert;
	contacts: Contact[];
	devices: DeviceListRow[];
	groups: GroupListRow[];
	denial: string;
};

export function AlertDetail({ alert, contacts, devices, groups, denial }: AlertDetailProps) {
	useValueStyle();
	const history = useHistoryAction(alert.id);
	const sentence = conditionText(alert);
	const { label, tone } = severityLabels[alert.severity];
	const problem = alert.reach === "reached" ? null : reachProblems[alert.reach];
	return (
		<Detail
			title={alert.name}
			subtitle={sentence}
			list={{ to: "/alerts/", title: t("all") }}
			notice={denial}
			actions={<PageActions name={alert.name} actions={history.denial ? [] : [history]} />}
			aside={
				<>
					<WatchedCard scope={alert.scope} devices={devices} groups={groups} />
					<Card title={t("notifies")} note={problem && <StatusChip tone={problem.tone}>{problem.label}</StatusChip>}>
						<ContactRows contactIds={alert.contactIds} contacts={contacts} />
						<DutyOf rosterIds={rostersOf(alert.notification)} />
					</Card>
				</>
			}
		>
			<Card title={t("rule")}>
				<Facts
					facts={[
						{ label: t("condition"), value: sentence, note: conditionNote(alert.rule.condition) },
						...(alert.fault ? [{ label: t("error"), value: <RuleFaultText fault={alert.fault} /> }] : []),
						{ label: t("severity"), value: <StatusChip tone={tone}>{label}</StatusChip> },
						{
							label: t("state"),
							value: (
								<>
									<SwitchChip isOn={alert.isEnabled} /> <MutedUntil row={alert} />
								</>
							),
						},
						{ label: t("whatToDo"), value: alert.description || "—", note: t("whatToDo.note") },
						{
							label: t("lastFired"),
							value: alert.lastFiredAt ? (
								<TimeStamp at={alert.lastFiredAt.getTime()} isFocusable />
							) : (
								t("lastFired.never")
							),
						},
						{ label: t("openEvents"), value: alert.openEvents },
						{ label: t("created"), value: <TimeStamp at={alert.createdAt.getTime()} isFocusable /> },
					]}
				/>
			</Card>
		</Detail>
	);
}

type WatchedCardProps = { scope: AlertScope; devices: DeviceListRow[]; groups: GroupListRow[] };

function WatchedCard({ scope, devices, groups }: WatchedCardProps) {
	if (scope === "all") {
		return (
			<Card title={t("watches")} action={<TextLink to="/devices">{t("inList")}</TextLink>}>
				<NoRows>{t("watches.all", { count: devices.length })}</NoRows>
			</Card>
		);
	}
	if ("groupIds" in scope) {
		const watched = groups.filter(({ id }) => scope.groupIds.includes(id));
		return (
			<Card title={t("watches")}>
				{watched.length === 0 ? <NoRows>{t("watches.deletedGroups")}</NoRows> : <GroupRows groups={watched} />}
			</Card>
		);
	}
	const watched = devices.filter(({ id }) => scope.deviceIds.includes(id));
	return (
		<Card title={t("watches")}>
			{watched.length === 0 ? <NoRows>{t("watches.deletedDevices")}</NoRows> : <DeviceRows devices={watched} />}
		</Card>
	);
}
