import type { DeviceListRow } from "../../../shared/device";
import type { Group } from "../../../shared/group";
import { Card } from "../../ui/card";
import { countOf } from "../../ui/count-words";
import { Detail } from "../../ui/detail";
import { DeviceRows } from "../../ui/device-rows";
import { Facts } from "../../ui/facts";
import { TextLink } from "../../ui/link";
import { NoRows } from "../../ui/rows";
import { TimeStamp } from "../../ui/time-stamp";
import { kindWords } from "./group-words";

export function GroupDetail({ group, devices }: { group: Group; devices: DeviceListRow[] }) {
	const members = devices.filter(({ id }) => group.deviceIds.includes(id));
	return (
		<Detail
			title={group.name}
			subtitle={countOf(group.deviceCount, "device")}
			list={{ to: "/groups/", title: "All groups" }}
			notice="Groups can be looked at in this version, not changed."
			aside={
				<Card title="Group">
					<Facts
						facts={[
							{ label: "Description", value: group.description || "—" },
							{ label: "Made of", value: kindWords[group.kind].label, note: `${kindWords[group.kind].meaning}.` },
							{ label: "Created", value: <TimeStamp at={group.createdAt.getTime()} /> },
							{
								label: "Readings",
								value: (
									<TextLink to="/log/" search={{ group: group.id }}>
										Log of this group
									</TextLink>
								),
							},
						]}
					/>
				</Card>
			}
		>
			<Card
				title="Devices"
				action={
					members.length > 0 && (
						<TextLink to="/devices" search={{ group: group.id }}>
							In the list
						</TextLink>
					)
				}
			>
				{members.length === 0 ? <NoRows>No device is in this group.</NoRows> : <DeviceRows devices={members} />}
			</Card>
		</Detail>
	);
}
