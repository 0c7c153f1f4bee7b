import type { AnyRouter } from "@tanstack/react-router";

type Scrolling = {
	scrollRestoration: () => boolean;
	follow: (router: AnyRouter) => void;
};

/** An address opens at its top or where it was left. A reload, as after a save, keeps the scroll position. */
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
