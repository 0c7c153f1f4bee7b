import { isOutage, readFailure } from "./api-error";

/** Where a failed query sends the browser; null: the screen shows the failure. */
export type ReturnPath = "/login" | "/create-account" | "/no-access" | "/second-step-required";

export function returnPathFor(error: unknown): ReturnPath | null {
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
type QueryFailure = { detour: ReturnPath; isOnScreen: boolean; isEnded: boolean };
type Situation = { path: string; isNavigating: boolean; isUnderWay: boolean };

/** Once, never to where the page already is, and never for a preload. */
export function mayTakeReturnPath(
	{ detour: returnPath, isOnScreen }: Omit<QueryFailure, "isEnded">,
	situation: Situation,
): boolean {
	if (situation.isUnderWay || situation.path === returnPath) return false;
	return isOnScreen || situation.isNavigating;
}

type ReturnPathListener = (failure: QueryFailure) => void;
let returnPathListener: ReturnPathListener = () => {};

/** The router listens here: `api` knows no route, and the query client loads after the router. */
export function onReturnPath(next: ReturnPathListener): void {
	returnPathListener = next;
}

export function reportQueryFailure(error: unknown, isOnScreen: boolean): void {
	const returnPath = returnPathFor(error);
	if (returnPath)
		returnPathListener({ detour: returnPath, isOnScreen, isEnded: readFailure(error).reason === "SESSION_ENDED" });
}

const leftListeners = new Set<(returnPath: ReturnPath) => void>();

/**
 * Calls back when a return path was not taken, since typed input would be lost. Returns the unsubscribe function.
 */
export function onReturnPathLeft(listener: (returnPath: ReturnPath) => void): () => void {
	leftListeners.add(listener);
	return () => void leftListeners.delete(listener);
}

export function reportReturnPathLeft(returnPath: ReturnPath): void {
	for (const listener of leftListeners) listener(returnPath);
}
