import { useQueryClient } from "@tanstack/react-query";
import { trpc } from "../../api/trpc";

export function useRefreshRosters(): () => Promise<void> {
	const queryClient = useQueryClient();
	return async () => {
		await Promise.all([
			queryClient.invalidateQueries(trpc.contact.getRosters.queryFilter()),
			queryClient.invalidateQueries(trpc.contact.getRoster.queryFilter()),
		]);
	};
}
