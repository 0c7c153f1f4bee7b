import type { Alert } from "../../../shared/alert";
import type { Contact } from "../../../shared/contact";
import type { DeviceListRow } from "../../../shared/device";
import type { GroupListRow } from "../../../shared/group";
import { ContactRows, reachOf } from "../../entities/contact";
import { severityWords, unbuiltAreas } from "../../entities/labels";
import { StatusChip, SwitchChip } from "../../ui/feedback/status-chip";
import { Card } from "../../ui/layout/card";
import { Detail, Facts } from "../../ui/layout/detail";
import { TimeStamp } from "../../ui/time/time-stamp";
import { WatchedCard } from "./watched-card";

type AlertDetailProps = { alert: Alert; contacts: Contact[]; devices: DeviceListRow[]; groups: GroupListRow[] };

export function AlertDetail({ alert, contacts, devices, groups }: AlertDetailProps) {
	const { label, tone } = severityWords[alert.severity];
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
