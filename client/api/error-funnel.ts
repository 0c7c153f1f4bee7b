import { isOutage, readFailure } from "./api-error";

/** The page to open after a failed query. Null if the screen shows the failure. */
export type ReturnPath = "/login" | "/create-account" | "/no-access" | "/second-step-required";

export function returnPathFor(error: unknown): ReturnPath | null {
	const { reason, httpStatus } = readFailure(error);
	if (httpStatus === 401 || reason === "SIGNED_OUT" || reason === "SESSION_ENDED") return "/login";
	if (reason === "NO_ACCOUNT") return "/create-account";
	if (reason === "NO_ACCESS") return "/no-access";
	if (reason === "SECOND_STEP_REQUIRED") return "/second-step-required";
	return null;
}

/** Outages and denials are on screen, so they are not reported. */
export function isFault(error: unknown): boolean {
	const { httpStatus } = readFailure(error);
	return !isOutage(error) && (httpStatus === null || httpStatus >= 500);
}

type QueryFailure = { detour: ReturnPath; isOnScreen: boolean };
type Situation = { path: string; isNavigating: boolean; isUnderWay: boolean };

/** Once, never to the current page, and never for a preload. */
export function mayTakeReturnPath({ detour: returnPath, isOnScreen }: QueryFailure, situation: Situation): boolean {
	if (situation.isUnderWay || situation.path === returnPath) return false;
	return isOnScreen || situation.isNavigating;
}

type ReturnPathListener = (failure: QueryFailure) => void;
let returnPathListener: ReturnPathListener = () => {};

/** The router registers here: `api` knows no routes, and the query client loads after the router. */
export function onReturnPath(next: ReturnPathListener): void {
	returnPathListener = next;
}

export function reportQueryFailure(error: unknown, isOnScreen: boolean): void {
	const returnPath = returnPathFor(error);
	if (returnPath) returnPathListener({ detour: returnPath, isOnScreen });
}

const leftListeners = new Set<(returnPath: ReturnPath) => void>();

/** Runs if a return path was not followed because a form has input. Returns the unsubscribe function. */
export function onReturnPathLeft(listener: (returnPath: ReturnPath) => void): () => void {
	leftListeners.add(listener);
	return () => void leftListeners.delete(listener);
}

export function reportReturnPathLeft(returnPath: ReturnPath): void {
	for (const listener of leftListeners) listener(returnPath);
}
