import type { AnyRouter } from "@tanstack/react-router";

type Scrolling = {
	/** For the router's options. */
	scrollRestoration: () => boolean;
	follow: (router: AnyRouter) => void;
};

/**
 * Each address opens at its top, or where it was left. Loaded anew, as after an outage or a save, a screen stays where it
 * has been scrolled to meanwhile.
 */
export function createScrolling(): Scrolling {
	let isShownAlready = false;
	return {
		scrollRestoration: () => !isShownAlready,
		follow(router) {
			router.subscribe("onBeforeLoad", ({ fromLocation, toLocation }) => {
				const hasFailed = router.state.matches.some(({ status }) => status === "error");
				isShownAlready = !hasFailed && fromLocation?.state.__TSR_key === toLocation.state.__TSR_key;
			});
		},
	};
}
