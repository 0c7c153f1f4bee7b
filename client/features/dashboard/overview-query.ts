import { queryOptions } from "@tanstack/react-query";
import type { FleetOverview } from "../../../shared/overview/fleet-overview";
import { isUnknownProcedure, trpc, trpcClient } from "../../api/trpc";
import { type DashboardState, overviewInput } from "./dashboard-filters";

/** What the dashboard shows; from the lists where a backend of another party has no such summary. */
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
