import { useSyncExternalStore } from "react";

/** Steps of the width asked for, so that a link, a preload and the screen ask alike and windows of nearly one size share an answer. */
const step = 100;
/** What stands beside a chart: the navigation at the left, and the margins of page and card. */
const besideWide = 300;
const besideNarrow = 64;
const narrowWindow = 860;
const widest = 1_480;

/** About the width of the log's chart in CSS pixels, known before it is drawn. */
export function readChartPixels(): number {
	const width = window.innerWidth;
	const own = Math.min(width - (width > narrowWindow ? besideWide : besideNarrow), widest);
	return Math.max(Math.ceil(own / step), 3) * step;
}

function subscribe(listener: () => void): () => void {
	window.addEventListener("resize", listener);
	return () => window.removeEventListener("resize", listener);
}

export function useChartPixels(): number {
	return useSyncExternalStore(subscribe, readChartPixels);
}
