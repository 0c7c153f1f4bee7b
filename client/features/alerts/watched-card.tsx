import type { AlertScope } from "../../../shared/alert";
import type { DeviceListRow } from "../../../shared/device";
import type { GroupListRow } from "../../../shared/group";
import { DeviceRows } from "../../entities/device-rows";
import { GroupRows } from "../../entities/group-mark";
import { countOf } from "../../ui/format";
import { Card } from "../../ui/layout/card";
import { TextLink } from "../../ui/layout/link";
import { NoRows } from "../../ui/layout/rows";

type WatchedCardProps = { scope: AlertScope; devices: DeviceListRow[]; groups: GroupListRow[] };

export function WatchedCard({ scope, devices, groups }: WatchedCardProps) {
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
