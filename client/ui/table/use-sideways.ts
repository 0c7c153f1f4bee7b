import { type RefObject, useEffect, useState } from "react";

/** Where more of a table lies: to the right, at its end only to the left, or nowhere. */
export type Sideways = "right" | "left" | undefined;

export function useSideways(scroller: RefObject<HTMLElement | null>): Sideways {
	const [side, setSide] = useState<Sideways>(undefined);
	useEffect(() => {
		const area = scroller.current;
		if (!area) return;
		const look = () => {
			setSide(sideOf(area));
			markCut(area);
		};
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

/** What is seen of a column that goes on below the rows' menus is not worth seeing up to this width. */
const sliverPx = 64;

/** Says for the style how the last column in sight is cut, without drawing the table again while it is scrolled. */
function markCut(area: HTMLElement): void {
	const seen = seenOfCut(area);
	area.style.setProperty("--seen", `${seen}px`);
	if (seen === 0) delete area.dataset.cut;
	else area.dataset.cut = seen <= sliverPx ? "sliver" : "part";
}

function seenOfCut(area: HTMLElement): number {
	const titles = [...area.querySelectorAll("thead > tr > *")].map((title) => title.getBoundingClientRect());
	const edge = titles.pop()?.left ?? 0;
	const cut = titles.find(({ left, right }) => left < edge - 1 && right > edge + 1);
	return cut ? Math.round(edge - cut.left) : 0;
}
