import { useSyncExternalStore } from "react";
import { appConstants } from "../app-constants";
import { live } from "./live";
import type { LineState } from "./live-line";

export function useLive(): LineState {
	return useSyncExternalStore(live.onState, live.read);
}

/** How often a visible screen asks again by itself: never while changes are pushed to it. */
export function useRefreshInterval(): number | false {
	return useLive().status === "live" ? false : appConstants.refreshEveryMs;
}
