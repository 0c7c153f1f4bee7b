import { useRouter } from "@tanstack/react-router";
import { refreshDevices } from "../../device-actions/device-changes";

/** Also its name in the breadcrumbs. */
export function useRefreshDevice(): () => Promise<void> {
	const router = useRouter();
	return async () => {
		await refreshDevices();
		await router.invalidate();
	};
}
