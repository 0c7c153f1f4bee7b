import { useRouter } from "@tanstack/react-router";
import { refreshDevices } from "../../device-actions/device-changes";

/** Asks again for whatever shows a device, its name in the breadcrumbs included. */
export function useRefreshDevice(): () => Promise<void> {
	const router = useRouter();
	return async () => {
		await refreshDevices();
		await router.invalidate();
	};
}
