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
		/** The forwarder's own limit asks for a minute. Whoever is to wait longer is told so instead. */
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
	/** A screen that comes slowly, as on a phone, finds what its loader asked for so long before still new. */
	loadedWithinMs: 10_000,
	/** One answer serves a second, tabs take turns near the end of a token. */
	session: { sharedForMs: 1_000, turnsWithinMs: 10_000, answerWithinMs: 10_000, lockName: "aql-refresh" },
	/** Filters reach the URL after a pause in typing. */
	filterDelayMs: 300,
	/** How often a visible screen asks again while nothing pushes changes to it. */
	refreshEveryMs: 30_000,
	/** The line by which changes are pushed. */
	live: {
		jitterMs: 2_000,
		retryFromMs: 1_000,
		retryToMs: 30_000,
		/** Without a line for so long, the screen says that it may be behind. */
		staleAfterMs: 10_000,
		pingEveryMs: 30_000,
		pongWithinMs: 10_000,
		/** Nobody has looked at the page for so long: its line is given back. */
		hiddenForMs: 5 * 60_000,
		/** What a page shows when its line opens was asked for at most so long before. */
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
	/** How often the screen asks again while the backend cannot be reached. */
	reconnectEveryMs: 5_000,
} as const;
