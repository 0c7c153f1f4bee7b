import type { RefreshOutcome, RefreshRequest } from "../cognito/refresh-tokens";

export type SharedRefresh = {
	/** `keepAlive` lets the call outlive the request that started it, for the sake of those that joined. */
	refresh: (request: RefreshRequest, keepAlive: (work: Promise<unknown>) => void) => Promise<RefreshOutcome>;
	/** After sign-out nobody may get tokens out of this memory. */
	forget: (refreshToken: string) => void;
};

type Options = { refreshTokens: (request: RefreshRequest) => Promise<RefreshOutcome>; now: () => number };

/** A call that is still alive has settled by then: past the time-out of a call to Cognito. */
const joinedWaitMs = 5_500;
/** Parallel requests of one page arrive within this of each other. */
const rememberedMs = 5_000;
const mostRemembered = 1_000;

/**
 * Requests that hold the same refresh token share one call to Cognito. What is kept between requests
 * is values: a promise of another request is only ever awaited beside a timer of one's own, since
 * in workerd it never settles when that request was cancelled.
 */
export function createSharedRefresh({ refreshTokens, now }: Options): SharedRefresh {
	const running = new Map<string, Promise<RefreshOutcome>>();
	const finished = new Map<string, { outcome: RefreshOutcome; until: number }>();

	function start(request: RefreshRequest): Promise<RefreshOutcome> {
		const call = refreshTokens(request).then((outcome) => {
			if (running.get(request.refreshToken) === call) running.delete(request.refreshToken);
			if (outcome.status !== "unavailable") remember(request.refreshToken, outcome);
			return outcome;
		});
		running.set(request.refreshToken, call);
		return call;
	}

	function remember(refreshToken: string, outcome: RefreshOutcome): void {
		for (const [key, { until }] of finished) {
			if (until > now() && finished.size < mostRemembered) break;
			finished.delete(key);
		}
		finished.set(refreshToken, { outcome, until: now() + rememberedMs });
	}

	return {
		async refresh(request, keepAlive) {
			for (;;) {
				const known = finished.get(request.refreshToken);
				if (known && known.until > now()) return known.outcome;
				const joined = running.get(request.refreshToken);
				if (!joined) {
					const own = start(request);
					keepAlive(own);
					return own;
				}
				const outcome = await outcomeWithin(joined, joinedWaitMs);
				if (outcome) return outcome;
				// Its request was cancelled. Whoever notices first starts anew, the others join that call.
				if (running.get(request.refreshToken) === joined) running.delete(request.refreshToken);
			}
		},
		forget: (refreshToken) => void finished.delete(refreshToken),
	};
}

async function outcomeWithin(call: Promise<RefreshOutcome>, waitMs: number): Promise<RefreshOutcome | null> {
	const { promise: timeout, resolve } = Promise.withResolvers<null>();
	const timer = setTimeout(() => resolve(null), waitMs);
	try {
		return await Promise.race([call, timeout]);
	} finally {
		clearTimeout(timer);
	}
}
