import { useRouter } from "@tanstack/react-router";
import { refreshDevices } from "../../device-actions/device-changes";

export function useRefreshDevice(): () => Promise<void> {
	const router = useRouter();
	return async () => {
		await refreshDevices();
		await router.invalidate();
	};
}
