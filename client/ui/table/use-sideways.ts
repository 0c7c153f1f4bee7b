import { type RefObject, useEffect, useState } from "react";

/** The side with more of a table; left only at its right end. */
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
		const observe = () => {
			observer.disconnect();
			for (const element of [area, ...area.children, ...titlesOf(area)]) observer.observe(element);
		};
		observe();
		const columns = new MutationObserver(observe);
		for (const row of area.querySelectorAll("thead > tr")) columns.observe(row, { childList: true });
		area.addEventListener("scroll", look, { passive: true });
		return () => {
			columns.disconnect();
			observer.disconnect();
			area.removeEventListener("scroll", look);
		};
	}, [scroller]);
	return side;
}

function sideOf({ scrollLeft, scrollWidth, clientWidth }: HTMLElement): Sideways {
	const hidden = scrollWidth - clientWidth;
	if (hidden <= 1) return undefined;
	return Math.abs(scrollLeft) < hidden - 1 ? "right" : "left";
}

const sliverPx = 64;
const smallestTargetPx = 24;

/** Marks for CSS how the last visible column is cut, without rendering the table while it scrolls. */
function markCut(area: HTMLElement): void {
	const seen = cutOf(area);
	markTargets(area);
	area.style.setProperty("--seen", `${seen}px`);
	if (seen === 0) delete area.dataset.cut;
	else area.dataset.cut = seen <= sliverPx ? "sliver" : "part";
}

const titlesOf = (area: HTMLElement) => [...area.querySelectorAll("thead > tr > *")];

function cutOf(area: HTMLElement): number {
	const titles = titlesOf(area);
	const edge = titles.pop()?.getBoundingClientRect().left ?? 0;
	for (const title of titles) {
		const { left, right } = title.getBoundingClientRect();
		if (left < edge - 1 && right > edge + 1) return Math.round(edge - left);
	}
	return 0;
}

/** Disables a title's button whose visible part between the fixed columns is too small a target. */
function markTargets(area: HTMLElement): void {
	const titles = titlesOf(area);
	const standing = [area.querySelector("thead th"), titles.at(-1)];
	const from = standing[0]?.getBoundingClientRect().right ?? 0;
	const to = standing[1]?.getBoundingClientRect().left ?? 0;
	const found = [...area.querySelectorAll<HTMLElement>("thead button")].map((button) => {
		const { left, right, width } = button.getBoundingClientRect();
		const seen = Math.min(right, to) - Math.max(left, from);
		const isSet = standing.some((title) => title?.contains(button));
		// Focus scrolls to a button that is fully hidden.
		return { button, isCut: !isSet && seen > 0 && seen < width - 1 && seen < smallestTargetPx };
	});
	for (const { button, isCut } of found) {
		if (isCut && button !== document.activeElement) {
			button.dataset.untargeted = "";
			button.tabIndex = -1;
		} else if (button.dataset.untargeted !== undefined) {
			delete button.dataset.untargeted;
			button.removeAttribute("tabindex");
		}
	}
}
