import type { Alert, AlertScope } from "../../../shared/alert";
import type { Contact } from "../../../shared/contact";
import type { DeviceListRow } from "../../../shared/device";
import type { GroupListRow } from "../../../shared/group";
import { ContactRows, reachOf } from "../../entities/contact";
import { DeviceRows } from "../../entities/device-rows";
import { GroupRows } from "../../entities/group-mark";
import { severityLabels, unbuiltAreas } from "../../entities/labels";
import { StatusChip, SwitchChip } from "../../ui/feedback/status-chip";
import { countOf } from "../../ui/format";
import { Card } from "../../ui/layout/card";
import { Detail, Facts } from "../../ui/layout/detail";
import { TextLink } from "../../ui/layout/link";
import { NoRows } from "../../ui/layout/rows";
import { TimeStamp } from "../../ui/time/time-stamp";

type AlertDetailProps = { alert: Alert; contacts: Contact[]; devices: DeviceListRow[]; groups: GroupListRow[] };

export function AlertDetail({ alert, contacts, devices, groups }: AlertDetailProps) {
	const { label, tone } = severityLabels[alert.severity];
	const told = contacts.filter(({ id }) => alert.contactIds.includes(id));
	const isUnheard = !told.some((contact) => reachOf(contact) === "reachable");
	return (
		<Detail
			title={alert.name}
			subtitle={alert.condition}
			list={{ to: "/alerts/", title: "All alerts" }}
			notice={unbuiltAreas.alerts}
			aside={
				<>
					<WatchedCard scope={alert.scope} devices={devices} groups={groups} />
					<Card title="Tells" note={isUnheard && <StatusChip tone="bad">Reaches nobody for certain</StatusChip>}>
						<ContactRows contactIds={alert.contactIds} contacts={contacts} />
					</Card>
				</>
			}
		>
			<Card title="Rule">
				<Facts
					facts={[
						{ label: "Condition", value: alert.condition },
						{ label: "Severity", value: <StatusChip tone={tone}>{label}</StatusChip> },
						{ label: "State", value: <SwitchChip isOn={alert.isEnabled} /> },
						{ label: "What to do", value: alert.description || "—", note: "Stands in every message of this alert." },
						{
							label: "Last fired",
							value: alert.lastFiredAt ? <TimeStamp at={alert.lastFiredAt.getTime()} isFocusable /> : "Never",
						},
						{ label: "Open events", value: alert.openEvents },
						{ label: "Created", value: <TimeStamp at={alert.createdAt.getTime()} isFocusable /> },
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
			<Card title="Watches" action={<TextLink to="/devices">In the list</TextLink>}>
				<NoRows>Every device: {countOf(devices.length, "device")} now, and each one added later.</NoRows>
			</Card>
		);
	}
	if ("groupIds" in scope) {
		const watched = groups.filter(({ id }) => scope.groupIds.includes(id));
		return (
			<Card title="Watches">
				{watched.length === 0 ? <NoRows>Groups that exist no more.</NoRows> : <GroupRows groups={watched} />}
			</Card>
		);
	}
	const watched = devices.filter(({ id }) => scope.deviceIds.includes(id));
	return (
		<Card title="Watches">
			{watched.length === 0 ? <NoRows>Devices that exist no more.</NoRows> : <DeviceRows devices={watched} />}
		</Card>
	);
}
