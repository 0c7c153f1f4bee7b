import { useQueryClient } from "@tanstack/react-query";
import { trpc } from "../../api/trpc";

export function useRefreshRounds(): () => Promise<void> {
	const queryClient = useQueryClient();
	return () => queryClient.invalidateQueries(trpc.round.pathFilter());
}
