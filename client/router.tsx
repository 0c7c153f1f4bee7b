import { type AnyRoute, createRouter } from "@tanstack/react-router";
import { mayTakeDetour, onDetour, reportDetourLeft } from "./api/error-funnel";
import { session } from "./api/session";
import { appConstants } from "./app-constants";
import { RouteError, RouteNotFound } from "./features/shell/error-screens";
import { routeTree } from "./route-tree.gen";
import { parseSearch, stringifySearch } from "./search-text";
import { LoadingIndicator } from "./ui/feedback/loading";
import { hasUnsavedChanges } from "./ui/form/unsaved-changes";

const { preloadDelayMs, pendingAfterMs, pendingForAtLeastMs, loaderCacheMs, preloadStaleMs } = appConstants.router;

export const router = createRouter({
	routeTree,
	scrollRestoration: true,
	trailingSlash: "preserve",
	notFoundMode: "root",
	defaultPreload: "intent",
	defaultPreloadDelay: preloadDelayMs,
	defaultPendingMs: pendingAfterMs,
	defaultPendingMinMs: pendingForAtLeastMs,
	defaultGcTime: loaderCacheMs,
	defaultPreloadStaleTime: preloadStaleMs,
	defaultStaleTime: appConstants.query.staleMs,
	// In the background the loader would begin after the screen, and what each of them asks leave in a batch of its own.
	// It waits for nothing that an earlier answer can stand in for.
	defaultStaleReloadMode: "blocking",
	defaultPendingComponent: () => <LoadingIndicator />,
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
		/** The screen's name, in breadcrumbs and tab. */
		title?: string;
		/** A place in the breadcrumbs that is no screen to go to. */
		isCrumbOnly?: boolean;
	}
}

// A screen's code comes while the session is being checked; waiting for one after the other would be a third trip.
router.subscribe("onBeforeLoad", ({ toLocation }) => {
	const matched = new Set(router.matchRoutes(toLocation).map(({ routeId }) => routeId));
	const routes: AnyRoute[] = Object.values(router.routesById);
	for (const route of routes) {
		// A chunk that fails fails again in its loader, which says so on screen.
		if (matched.has(route.id)) Promise.resolve(router.loadRouteChunk(route)).catch(() => {});
	}
});

// A screen stays while it is asked for another view of itself: its controls are what asks, and they keep their focus.
router.subscribe("onBeforeLoad", ({ pathChanged }) => {
	router.options.defaultPendingMs = pathChanged ? pendingAfterMs : Number.POSITIVE_INFINITY;
});

let detourUnderWay: string | null = null;

onDetour((failure) => {
	const { location, status } = router.state;
	const situation = {
		path: location.pathname,
		isNavigating: status === "pending",
		isUnderWay: detourUnderWay !== null,
	};
	if (!mayTakeDetour(failure, situation)) return;
	const { detour } = failure;
	session.forget();
	// Nobody asked to leave: a call in the background must not put a question over what is being typed.
	if (detour === "/login" && !situation.isNavigating && hasUnsavedChanges()) return reportDetourLeft();
	detourUnderWay = detour;
	const next = router.latestLocation.href;
	const arrived =
		detour === "/login" ? router.navigate({ to: detour, search: { next } }) : router.navigate({ to: detour });
	void arrived.finally(() => {
		detourUnderWay = null;
	});
});
