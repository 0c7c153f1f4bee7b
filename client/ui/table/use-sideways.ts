import { type RefObject, useEffect, useState } from "react";

/** Where more of a table lies: to the right, at its end only to the left, or nowhere. */
export type Sideways = "right" | "left" | undefined;

export function useSideways(scroller: RefObject<HTMLElement | null>): Sideways {
	const [side, setSide] = useState<Sideways>(undefined);
	useEffect(() => {
		const area = scroller.current;
		if (!area) return;
		const look = () => setSide(sideOf(area));
		const observer = new ResizeObserver(look);
		for (const element of [area, ...area.children]) observer.observe(element);
		area.addEventListener("scroll", look, { passive: true });
		return () => {
			observer.disconnect();
			area.removeEventListener("scroll", look);
		};
	}, [scroller]);
	return side;
}

/** Parts of a pixel are no columns. */
function sideOf({ scrollLeft, scrollWidth, clientWidth }: HTMLElement): Sideways {
	const hidden = scrollWidth - clientWidth;
	if (hidden <= 1) return undefined;
	return scrollLeft < hidden - 1 ? "right" : "left";
}
