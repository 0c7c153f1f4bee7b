/** Every number of the product's specification that the console keeps, section 9 unless another source is named. */
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
		containerLabel: "Notifications",
		closeLabel: "Close toast",
	},
	query: {
		retries: 3,
		backoffBaseMs: 1_000,
		backoffCapMs: 30_000,
		/** The forwarder asks for a minute. A longer wait is shown as a failure instead. */
		retryAfterCapMs: 60_000,
		staleMs: 0,
		cacheMs: 5 * 60_000,
	},
	router: {
		preloadDelayMs: 50,
		pendingAfterMs: 1_000,
		pendingForAtLeastMs: 500,
		loaderCacheMs: 5 * 60_000,
		preloadStaleMs: 30_000,
	},
	/** How long the data of a loader counts as fresh for a screen that renders slowly, as on a phone. */
	loadedWithinMs: 10_000,
	/** One answer is shared for a second; near the expiry of a token tabs take turns. */
	session: { sharedForMs: 1_000, turnsWithinMs: 10_000, answerWithinMs: 10_000, lockName: "aql-refresh" },
	/** Filters reach the URL after a pause in typing. */
	filterDelayMs: 300,
	/** How often a visible screen polls while changes are not pushed to it. */
	refreshEveryMs: 30_000,
	/** The connection by which changes are pushed. */
	live: {
		jitterMs: 2_000,
		retryFromMs: 1_000,
		retryToMs: 30_000,
		/** After so long without a connection the screen says that it may be stale. */
		staleAfterMs: 10_000,
		pingEveryMs: 30_000,
		pongWithinMs: 10_000,
		/** A page hidden for so long closes its connection. */
		hiddenForMs: 5 * 60_000,
		/** The data on a page is at most so old when its connection opens. */
		loadWithinMs: 10_000,
	},
	errorReporting: {
		tracesSampleRate: 1,
		replaysSessionSampleRate: 0.1,
		replaysOnErrorSampleRate: 1,
		isTextMasked: false,
		isMediaBlocked: false,
		/** Errors kept until the reporting code is there. */
		keptErrors: 10,
	},
	/** How often the screen retries while the backend cannot be reached. */
	reconnectEveryMs: 5_000,
} as const;
