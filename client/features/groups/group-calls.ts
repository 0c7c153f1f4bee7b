import { useQueryClient, useSuspenseQueries } from "@tanstack/react-query";
import type { DeviceListRow } from "../../../shared/device/device";
import type { Group, GroupListRow } from "../../../shared/device/group";
import { deviceList } from "../../api/device-list";
import { groupBy, groupList } from "../../api/queries";
import { queryClient, warm } from "../../api/query-client";
import { leaveIfMissing, loadScreenFor } from "../../api/screen-loader";
import { trpc, trpcClient } from "../../api/trpc";
import { undoToast } from "../../forms/undo-toast";
import { t } from "../../words/made/devices";

type LoadGroup = {
	groupId: string;
	preload: boolean;
	also: () => Promise<void>[];
};

export async function loadGroup({ groupId, preload, also }: LoadGroup): Promise<{ title: string | undefined }> {
	const group = groupBy(groupId);
	const start = () => [warm(group), warm(deviceList()), warm(groupList()), ...also()];
	await loadScreenFor("viewFleet", start, { preload });
	leaveIfMissing(group);
	return { title: queryClient.getQueryData(group.queryKey)?.name };
}

type GroupScreen = { group: Group; devices: DeviceListRow[]; groups: GroupListRow[] };

export function useGroupScreen(groupId: string, refetchInterval: number | false = false): GroupScreen {
	const [group, devices, groups] = useSuspenseQueries({
		queries: [groupBy(groupId), { ...deviceList(), refetchInterval }, groupList()],
	});
	return { group: group.data, devices: devices.data, groups: groups.data };
}

export function useRefreshGroups(): () => Promise<void> {
	const queryClient = useQueryClient();
	return async () => {
		await Promise.all([
			queryClient.invalidateQueries(trpc.group.pathFilter()),
			queryClient.invalidateQueries(trpc.device.pathFilter()),
			queryClient.invalidateQueries(trpc.alert.pathFilter()),
			queryClient.invalidateQueries(trpc.account.getUsers.queryFilter()),
		]);
	};
}

export function useKeepGroup(): (group: Group) => Promise<void> {
	const queryClient = useQueryClient();
	const refresh = useRefreshGroups();
	return async (group) => {
		queryClient.setQueryData(trpc.group.getGroup.queryKey({ id: group.id }), group);
		await refresh();
	};
}

export function useDeleteGroups(): (groups: GroupListRow[]) => Promise<void> {
	const refresh = useRefreshGroups();
	return async (groups) => {
		const { undoId } = await trpcClient.group.deleteGroups.mutate({ ids: groups.map(({ id }) => id) });
		undoToast({
			message: t("groups.deleted", { groups: nameOrCount(groups) }),
			onUndo: async () => {
				const { restored, skipped } = await trpcClient.account.undo.mutate({ undoId });
				await refresh();
				return skipped > 0 && restored === 0 ? t("groups.notUndone") : t("groups.undone");
			},
		});
	};
}

export function nameOrCount(groups: GroupListRow[]): string {
	const [first] = groups;
	return groups.length === 1 && first ? first.name : t("groups.count", { count: groups.length });
}
