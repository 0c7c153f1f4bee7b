import { useEffect } from "react";

/** Keeps the focus near its place while the frame stands; its code comes after the screen's own. */
export function useKeptFocus(): void {
	useEffect(() => {
		let isGone = false;
		let stop = () => {};
		const start = async () => {
			const { keepFocus } = await import("./keep-focus");
			if (!isGone) stop = keepFocus();
		};
		// Without it the browser goes on from the top, and the watch for new versions has heard of the failure.
		start().catch(() => {});
		return () => {
			isGone = true;
			stop();
		};
	}, []);
}
