import { useRouter } from "@tanstack/react-router";
import { queryClient } from "../../api/query-client";

/** Opens the dashboard for somebody who belongs to an account from now on: all that was known before is void. */
export function useOpenConsole(): () => Promise<void> {
	const router = useRouter();
	return async () => {
		queryClient.clear();
		router.clearCache();
		await router.navigate({ to: "/dashboard" });
	};
}
