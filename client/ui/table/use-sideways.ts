import { type RefObject, useEffect, useState } from "react";

/** Where more of a table lies; left only at its right end. */
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

/** Fractions of a pixel are ignored. */
function sideOf({ scrollLeft, scrollWidth, clientWidth }: HTMLElement): Sideways {
	const hidden = scrollWidth - clientWidth;
	if (hidden <= 1) return undefined;
	return scrollLeft < hidden - 1 ? "right" : "left";
}

/** A column cut to this width is not worth showing. */
const sliverPx = 64;
/** WCAG 2.2, with the padding of a title before its button. */
const smallestTargetPx = 40;

/** For CSS: how the last visible column is cut, without rendering the table while it is scrolled. */
function markCut(area: HTMLElement): void {
	const { title, seen } = cutOf(area);
	markTargets(area, seen < smallestTargetPx ? title : null);
	area.style.setProperty("--seen", `${seen}px`);
	if (seen === 0) delete area.dataset.cut;
	else area.dataset.cut = seen <= sliverPx ? "sliver" : "part";
}

type Cut = { title: Element | null; seen: number };

function cutOf(area: HTMLElement): Cut {
	const titles = [...area.querySelectorAll("thead > tr > *")];
	const edge = titles.pop()?.getBoundingClientRect().left ?? 0;
	for (const title of titles) {
		const { left, right } = title.getBoundingClientRect();
		if (left < edge - 1 && right > edge + 1) return { title, seen: Math.round(edge - left) };
	}
	return { title: null, seen: 0 };
}

/** What is left of a cut title's button is too small a target until it is scrolled to. */
function markTargets(area: HTMLElement, cut: Element | null): void {
	for (const button of area.querySelectorAll<HTMLElement>("thead [data-untargeted]")) {
		if (cut?.contains(button)) continue;
		delete button.dataset.untargeted;
		button.removeAttribute("tabindex");
	}
	const button = cut?.querySelector("button");
	if (!button || button === document.activeElement) return;
	button.dataset.untargeted = "";
	button.tabIndex = -1;
}
