import { useSuspenseQueries } from "@tanstack/react-query";
import type { DeviceListRow } from "../../../shared/device";
import type { Group, GroupListRow } from "../../../shared/group";
import { deviceList, groupBy, groupList } from "../../api/queries";
import { queryClient, warm } from "../../api/query-client";
import { leaveIfMissing, loadScreenFor } from "../../api/screen-loader";

type GroupVisit = {
	groupId: string;
	preload: boolean;
	/** Starts what the screen asks for beside the group, all devices and all groups. */
	also: () => Promise<void>[];
};

/** Loads a screen about one group, whose name is its title. */
export async function loadGroup({ groupId, preload, also }: GroupVisit): Promise<{ title: string | undefined }> {
	const group = groupBy(groupId);
	const start = () => [warm(group), warm(deviceList()), warm(groupList()), ...also()];
	await loadScreenFor("viewFleet", start, { preload });
	leaveIfMissing(group);
	return { title: queryClient.getQueryData(group.queryKey)?.name };
}

type GroupScreen = { group: Group; devices: DeviceListRow[]; groups: GroupListRow[] };

/** What the loader has asked for; the devices again at an interval, where one is given. */
export function useGroupScreen(groupId: string, refetchInterval: number | false = false): GroupScreen {
	const [group, devices, groups] = useSuspenseQueries({
		queries: [groupBy(groupId), { ...deviceList(), refetchInterval }, groupList()],
	});
	return { group: group.data, devices: devices.data, groups: groups.data };
}
