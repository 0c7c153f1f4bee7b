import type { RefreshOutcome, RefreshRequest } from "../cognito/refresh-tokens";
import { workDeadlineMs } from "../cognito/retry";
import { createSharedCalls } from "./shared-calls";

export type SharedRefresh = {
	/** `keepAlive` lets the call outlive the request that started it, for the sake of those that joined. */
	refresh: (request: RefreshRequest, keepAlive: (work: Promise<unknown>) => void) => Promise<RefreshOutcome>;
	/** After sign-out nobody may get tokens out of this memory. */
	forget: (refreshToken: string) => void;
};

type Options = { refreshTokens: (request: RefreshRequest) => Promise<RefreshOutcome>; now: () => number };

/** A refresh that is still alive has settled by then, with all its attempts. */
const joinedWaitMs = workDeadlineMs + 500;
/** Parallel requests of one page arrive within this of each other. */
const rememberedMs = 5_000;
const mostRemembered = 1_000;

/** Requests that hold the same refresh token share one refresh, and what came of it for some seconds. */
export function createSharedRefresh({ refreshTokens, now }: Options): SharedRefresh {
	const calls = createSharedCalls<RefreshOutcome>(joinedWaitMs);
	const finished = new Map<string, { outcome: RefreshOutcome; until: number }>();

	async function start(request: RefreshRequest): Promise<RefreshOutcome> {
		const outcome = await refreshTokens(request);
		if (outcome.status !== "unavailable") remember(request.refreshToken, outcome);
		return outcome;
	}

	function remember(refreshToken: string, outcome: RefreshOutcome): void {
		for (const [key, { until }] of finished) {
			if (until > now() && finished.size < mostRemembered) break;
			finished.delete(key);
		}
		finished.set(refreshToken, { outcome, until: now() + rememberedMs });
	}

	function recall(refreshToken: string): RefreshOutcome | null {
		const known = finished.get(refreshToken);
		return known && known.until > now() ? known.outcome : null;
	}

	return {
		refresh: (request, keepAlive) =>
			calls.run({
				key: request.refreshToken,
				known: () => recall(request.refreshToken),
				start: () => start(request),
				keepAlive,
			}),
		forget: (refreshToken) => void finished.delete(refreshToken),
	};
}
