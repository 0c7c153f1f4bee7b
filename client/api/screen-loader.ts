import { redirect } from "@tanstack/react-router";
import { detourFor } from "./error-funnel";
import { queryClient, warm } from "./query-client";
import { trpc } from "./trpc";

/**
 * What every signed-in route's loader does: the account record and the screen's own queries,
 * started just before this call, leave in one batch. A layout's loader could not do it, since
 * the code of the two arrives at different moments.
 */
export async function loadScreen(started: Promise<void>[], { preload }: { preload: boolean }): Promise<void> {
	const account = trpc.account.getCurrent.queryOptions();
	await Promise.all([warm(account), ...started]);
	const detour = detourFor(queryClient.getQueryState(account.queryKey)?.error);
	if (detour && !preload) throw redirect({ to: detour });
}
