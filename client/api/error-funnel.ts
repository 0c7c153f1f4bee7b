import { isOutage, readFailure } from "./api-error";

/** Where a failed query sends the browser; null: the screen shows the failure. */
export type Detour = "/login" | "/create-account" | "/no-access" | "/second-step-required";

export function detourFor(error: unknown): Detour | null {
	const { reason, httpStatus } = readFailure(error);
	if (httpStatus === 401 || reason === "SIGNED_OUT" || reason === "SESSION_ENDED") return "/login";
	if (reason === "NO_ACCOUNT") return "/create-account";
	if (reason === "NO_ACCESS") return "/no-access";
	if (reason === "SECOND_STEP_REQUIRED") return "/second-step-required";
	return null;
}

/** Outages and denials are shown on screen, so they are not reported. */
export function isFault(error: unknown): boolean {
	const { httpStatus } = readFailure(error);
	return !isOutage(error) && (httpStatus === null || httpStatus >= 500);
}

/** `isEnded`: the session was ended elsewhere; otherwise it expired. */
type QueryFailure = { detour: Detour; isOnScreen: boolean; isEnded: boolean };
type Situation = { path: string; isNavigating: boolean; isUnderWay: boolean };

/** Once, never to where the page already is, and never for a preload. */
export function mayTakeDetour({ detour, isOnScreen }: Omit<QueryFailure, "isEnded">, situation: Situation): boolean {
	if (situation.isUnderWay || situation.path === detour) return false;
	return isOnScreen || situation.isNavigating;
}

type DetourListener = (failure: QueryFailure) => void;
let detourListener: DetourListener = () => {};

/** The router listens here: `api` knows no route, and the query client loads after the router. */
export function onDetour(next: DetourListener): void {
	detourListener = next;
}

export function reportQueryFailure(error: unknown, isOnScreen: boolean): void {
	const detour = detourFor(error);
	if (detour) detourListener({ detour, isOnScreen, isEnded: readFailure(error).reason === "SESSION_ENDED" });
}

const leftListeners = new Set<(detour: Detour) => void>();

/**
 * Calls back when a detour was not taken, since typed input would be lost. Returns the unsubscribe function.
 */
export function onDetourLeft(listener: (detour: Detour) => void): () => void {
	leftListeners.add(listener);
	return () => void leftListeners.delete(listener);
}

export function reportDetourLeft(detour: Detour): void {
	for (const listener of leftListeners) listener(detour);
}
