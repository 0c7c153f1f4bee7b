import { queryOptions } from "@tanstack/react-query";
import type { FleetOverview } from "../../../shared/overview/fleet-overview";
import { isUnknownProcedure, trpc, trpcClient } from "../../api/trpc";
import { type DashboardState, overviewInput } from "./dashboard-filters";

/** The summary, or the lists if a third party's backend has no summary. */
export function overviewOf(state: DashboardState) {
	const input = overviewInput(state);
	return queryOptions({
		queryKey: trpc.device.getOverview.queryKey(input),
		queryFn: async (): Promise<FleetOverview> => {
			try {
				return await trpcClient.device.getOverview.query(input);
			} catch (error) {
				if (!isUnknownProcedure(error)) throw error;
				return (await import("./overview-of-lists")).overviewOfLists(input);
			}
		},
	});
}
