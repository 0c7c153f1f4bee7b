import { type AnyRoute, createRouter } from "@tanstack/react-router";
import { sessionOverState } from "./api/api-error";
import { mayTakeReturnPath, onReturnPath, reportReturnPathLeft } from "./api/error-funnel";
import { session } from "./api/session";
import { appConstants } from "./base/app-constants";
import { createScrolling } from "./base/scrolling";
import { parseSearch, stringifySearch } from "./base/search-text";
import type { OuterTitle, ScreenTitle } from "./features/shell/document-title";
import { PendingView, RouteError, RouteNotFound } from "./features/shell/error-screens";
import { routeTree } from "./route-tree.gen";
import { hasOpenDialogForm, hasUnsavedChanges } from "./ui/form/unsaved-changes";

const { preloadDelayMs, pendingAfterMs, pendingForAtLeastMs, loaderCacheMs, preloadStaleMs } = appConstants.router;

const { scrollRestoration, follow: followScrolling } = createScrolling();

export const router = createRouter({
	routeTree,
	scrollRestoration,
	trailingSlash: "preserve",
	notFoundMode: "root",
	defaultPreload: "intent",
	defaultPreloadDelay: preloadDelayMs,
	defaultPendingMs: pendingAfterMs,
	defaultPendingMinMs: pendingForAtLeastMs,
	defaultGcTime: loaderCacheMs,
	defaultPreloadStaleTime: preloadStaleMs,
	defaultStaleTime: appConstants.query.staleMs,
	// A loader in the background would run after the screen, and their queries would leave in two batches.
	defaultStaleReloadMode: "blocking",
	defaultPendingComponent: () => <PendingView />,
	defaultErrorComponent: RouteError,
	defaultNotFoundComponent: RouteNotFound,
	parseSearch,
	stringifySearch,
});

declare module "@tanstack/react-router" {
	interface Register {
		router: typeof router;
	}
	interface StaticDataRouteOption {
		title?: ScreenTitle;
		outerTitle?: OuterTitle;
		isCrumbOnly?: boolean;
	}
}

declare global {
	/** From client/public/preload.js: requests all files of a screen at once. Absent on a development server. */
	var preloadScreen: ((pathname: string) => void) | undefined;
}

// Loads the screen's code during the session check, not after it.
router.subscribe("onBeforeLoad", ({ toLocation }) => {
	globalThis.preloadScreen?.(toLocation.pathname);
	const matched = new Set(router.matchRoutes(toLocation).map(({ routeId }) => routeId));
	const routes: AnyRoute[] = Object.values(router.routesById);
	for (const route of routes) {
		// A failed chunk fails again in its loader, which shows it.
		if (matched.has(route.id)) Promise.resolve(router.loadRouteChunk(route)).catch(() => {});
	}
});

// A screen stays while another view of it loads, so that the used control keeps its focus.
router.subscribe("onBeforeLoad", ({ pathChanged }) => {
	router.options.defaultPendingMs = pathChanged ? pendingAfterMs : Number.POSITIVE_INFINITY;
});

followScrolling(router);

let returnPathUnderWay: string | null = null;

onReturnPath((failure) => {
	const { location, status } = router.state;
	const situation = {
		path: location.pathname,
		isNavigating: status === "pending",
		isUnderWay: returnPathUnderWay !== null,
	};
	if (!mayTakeReturnPath(failure, situation)) return;
	const { detour: returnPath } = failure;
	session.forget();
	// A background call must not prompt about unsaved input.
	const isTypedInto = () => hasUnsavedChanges() || (returnPath === "/login" && hasOpenDialogForm());
	if (!situation.isNavigating && isTypedInto()) return reportReturnPathLeft(returnPath);
	returnPathUnderWay = returnPath;
	const next = router.latestLocation.href;
	const arrived =
		returnPath === "/login"
			? router.navigate({ to: returnPath, search: { next }, state: sessionOverState() })
			: router.navigate({ to: returnPath });
	void arrived.finally(() => {
		returnPathUnderWay = null;
	});
});
