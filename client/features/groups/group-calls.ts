import { useQueryClient } from "@tanstack/react-query";
import type { Group, GroupListRow } from "../../../shared/group";
import { trpc, trpcClient } from "../../api/trpc";
import { undoToast } from "../../forms/undo-toast";
import { countOf } from "../../ui/format";

/** Asks again for whatever groups are part of. */
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

/** Takes over what a form has saved, so that its screen shows it at once. */
export function useKeepGroup(): (group: Group) => Promise<void> {
	const queryClient = useQueryClient();
	const refresh = useRefreshGroups();
	return async (group) => {
		queryClient.setQueryData(trpc.group.getGroup.queryKey({ id: group.id }), group);
		await refresh();
	};
}

/** Deletes groups that nothing names, and offers to take it back. What shows them has to be asked again then. */
export function useDeleteGroups(): (groups: GroupListRow[]) => Promise<void> {
	const refresh = useRefreshGroups();
	return async (groups) => {
		const { undoId } = await trpcClient.group.deleteGroups.mutate({ ids: groups.map(({ id }) => id) });
		undoToast({
			message: `${nameOrCount(groups)} deleted`,
			onUndo: async () => {
				const { restored, skipped } = await trpcClient.account.undo.mutate({ undoId });
				await refresh();
				return skipped > 0 && restored === 0 ? "Not undone: something has changed meanwhile." : "Undone.";
			},
		});
	};
}

/** `Cold rooms`, or `3 groups`. */
export function nameOrCount(groups: GroupListRow[]): string {
	const [first] = groups;
	return groups.length === 1 && first ? first.name : countOf(groups.length, "group");
}
