import { isOutage, readFailure } from "./api-error";

/** Where a failed query sends the browser; null leaves the failure to the screen that asked. */
type Detour = "/login" | "/create-account" | "/no-access";

export function detourFor(error: unknown): Detour | null {
	const { reason, httpStatus } = readFailure(error);
	if (httpStatus === 401 || reason === "SIGNED_OUT" || reason === "SESSION_ENDED") return "/login";
	if (reason === "NO_ACCOUNT") return "/create-account";
	if (reason === "NO_ACCESS") return "/no-access";
	return null;
}

/** Whether a failure is one to report: neither an outage, which the screen says, nor a refusal that has a sentence. */
export function isFault(error: unknown): boolean {
	const { httpStatus } = readFailure(error);
	return !isOutage(error) && (httpStatus === null || httpStatus >= 500);
}

type QueryFailure = { detour: Detour; isOnScreen: boolean };
type Situation = { path: string; isNavigating: boolean; isUnderWay: boolean };

/**
 * Whether a failed query may move the browser now. Once is enough, never to where it already
 * is, and a query that only ran ahead of a click (a preload) moves nobody.
 */
export function mayTakeDetour({ detour, isOnScreen }: QueryFailure, situation: Situation): boolean {
	if (situation.isUnderWay || situation.path === detour) return false;
	return isOnScreen || situation.isNavigating;
}

type DetourListener = (failure: QueryFailure) => void;
let listener: DetourListener = () => {};

/** The router listens here: `api` knows no route, and the query client loads after the router. */
export function onDetour(next: DetourListener): void {
	listener = next;
}

export function reportQueryFailure(error: unknown, isOnScreen: boolean): void {
	const detour = detourFor(error);
	if (detour) listener({ detour, isOnScreen });
}

const leftListeners = new Set<() => void>();

/** A call at each detour to the sign-in that was not taken, as it would have cost what is being typed. Returns the way out. */
export function onDetourLeft(hear: () => void): () => void {
	leftListeners.add(hear);
	return () => void leftListeners.delete(hear);
}

export function reportDetourLeft(): void {
	for (const hear of leftListeners) hear();
}
