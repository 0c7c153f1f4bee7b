import { useQueryClient } from "@tanstack/react-query";
import type { User } from "../../../shared/account/account";
import { userList } from "../../api/queries";
import { trpc } from "../../api/trpc";

export function useKeepUser(): (user: User) => Promise<void> {
	const queryClient = useQueryClient();
	const refresh = useRefreshUsers();
	return async (user) => {
		queryClient.setQueryData(userList().queryKey, (known) =>
			known?.some(({ id }) => id === user.id)
				? known.map((before) => (before.id === user.id ? user : before))
				: known && [...known, user],
		);
		await refresh();
	};
}

export function useRefreshUsers(): () => Promise<void> {
	const queryClient = useQueryClient();
	return async () => {
		await Promise.all([
			queryClient.invalidateQueries(trpc.account.getUsers.queryFilter()),
			queryClient.invalidateQueries(trpc.account.getCurrent.queryFilter()),
			queryClient.invalidateQueries(trpc.group.pathFilter()),
			queryClient.invalidateQueries(trpc.billing.pathFilter()),
		]);
	};
}
