import type { RefreshOutcome, RefreshRequest } from "../cognito/refresh-tokens";
import { workDeadlineMs } from "../cognito/retry";
import { createSharedCalls } from "./shared-calls";

export type SharedRefresh = {
	refresh: (request: RefreshRequest, asker: Asker) => Promise<RefreshOutcome>;
	/** After sign-out nobody may get tokens out of this memory. */
	forget: (refreshToken: string) => void;
};

type Asker = {
	/** Lets the call outlive the request that started it, for the sake of those that joined. */
	keepAlive: (work: Promise<unknown>) => void;
	/** Asked once for each call that goes out. Answers how long to wait, in seconds. */
	countCall: () => Promise<number | null>;
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

	async function start(request: RefreshRequest, { countCall }: Asker): Promise<RefreshOutcome> {
		const retryAfterSeconds = await countCall();
		if (retryAfterSeconds !== null) {
			const reason = "refused before the user pool was asked";
			return { status: "unavailable", error: "TooManyRequestsException", reason, retryAfterSeconds };
		}
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
		refresh: (request, asker) =>
			calls.run({
				key: request.refreshToken,
				known: () => recall(request.refreshToken),
				start: () => start(request, asker),
				keepAlive: asker.keepAlive,
			}),
		forget: (refreshToken) => void finished.delete(refreshToken),
	};
}
