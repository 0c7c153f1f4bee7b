import { minuteMs } from "../../shared/base/durations";
import { tabTurns } from "../../shared/session/early-calls";

/** Every number of the product's specification that the console uses. */
export const appConstants = {
	progressBar: { creepTo: 90, complete: 100, creepEveryMs: 300, hideAfterMs: 200 },
	toasts: {
		visible: 3,
		durationMs: 4_000,
		width: 356,
		gap: 14,
		offset: 24,
		mobileOffset: 16,
		position: "bottom-right",
		hotkey: ["altKey", "KeyT"],
	},
	query: {
		retries: 3,
		backoffBaseMs: 1_000,
		backoffCapMs: 30_000,
		/** The forwarder's Retry-After is a minute. A longer wait is shown as a failure. */
		retryAfterCapMs: minuteMs,
		staleMs: 0,
		cacheMs: 5 * minuteMs,
	},
	router: {
		preloadDelayMs: 50,
		pendingAfterMs: 1_000,
		pendingForAtLeastMs: 500,
		loaderCacheMs: 5 * minuteMs,
		preloadStaleMs: 30_000,
	},
	/** How long a loader's data is fresh for a screen that renders slowly, such as on a phone. */
	loadedWithinMs: 10_000,
	/** Callers share a response for a second. Near a token's expiry, tabs take turns. */
	session: { sharedForMs: 1_000, ...tabTurns },
	/** The console responds within half of `givenUpAfterMs`: a longer silence means a lost connection. */
	results: { lateAfterMs: 4_000, givenUpAfterMs: 20_000 },
	filterDelayMs: 300,
	refreshEveryMs: 30_000,
	live: {
		jitterMs: 2_000,
		retryFromMs: 1_000,
		retryToMs: 30_000,
		staleAfterMs: 10_000,
		pingEveryMs: 30_000,
		pongWithinMs: 10_000,
		hiddenForMs: 5 * minuteMs,
		/** The page's data is at most this old when its connection opens. */
		loadWithinMs: 10_000,
	},
	errorReporting: {
		tracesSampleRate: 1,
		replaysSessionSampleRate: 0.1,
		replaysOnErrorSampleRate: 1,
		isTextMasked: false,
		isMediaBlocked: false,
		keptErrors: 10,
	},
	reconnectEveryMs: 5_000,
} as const;
